// What an agent may do with the service, for any framework.

import type { Client } from "../client.ts";
import type { CreateMemoryData, ListMemoriesData, RecallData } from "../generated/types.ts";
import type { Options } from "../resource.ts";
import { type AgentTool, type ToolOptions, tool } from "./tool.ts";

const text = { type: "string" };
const kind = { enum: ["preference", "decision", "fact", "lesson", "observation", "signal"] };
const within = {
  type: "string",
  description: "CQL that narrows it, such as `type:Person after:3mo`; check_scope tells whether it is right.",
};
const about = { type: "string", description: "The ID of the end user that it is about." };

/** The tools, on a client. */
export function agentTools(service: Client, { subject_id }: ToolOptions = {}): readonly AgentTool[] {
  const subject: Readonly<Record<string, object>> = subject_id === undefined ? { subject_id: about } : {};
  const bound = subject_id === undefined ? {} : { subject_id };
  return [
    tool("recall", "What is known about something: quotes with their source and date, the best first.", {
      properties: { query: text, within, ...subject },
      required: ["query"],
      run: async ({ within: cql, subject_id: named, ...rest }, options) => {
        const whom = subject_id ?? named;
        const memory = whom === undefined ? {} : { memory: { subject_id: whom } };
        const body = { budget: { characters: 8000 }, ...rest, ...memory, ...(cql !== undefined && { cql }) };
        const { items } = await service.recall(body as RecallData["body"], options);
        return { items };
      },
    }),
    tool(
      "remember",
      "Remember something for later. Says whether it is applied, or staged and awaits review.",
      {
        properties: { content: text, kind, ...subject },
        required: ["content"],
        run: async (given, options) => {
          const body = { ...given, ...bound } as CreateMemoryData["body"];
          const { id, status, duplicate = false, delta_id } = await service.memories.write(body, options);
          return { id, status, duplicate, delta_id };
        },
      },
    ),
    tool("list_memories", "What is remembered, newest first.", {
      properties: { kind, limit: { type: "integer", minimum: 1, maximum: 100 }, cursor: text, ...subject },
      required: [],
      run: async (given, options) => {
        const query = { limit: 20, ...given, ...bound, ...options } as Options<ListMemoriesData>;
        const { value } = await service.memories.list(query).pages().next();
        return value === undefined ? undefined : { memories: value.memories, next_cursor: value.next_cursor };
      },
    }),
    tool("get_entity", "One entity, with its relationships and the quotes that it comes from.", {
      properties: { id: text },
      required: ["id"],
      run: async ({ id }, options) => await service.entities.get(String(id), options),
    }),
    checkScope(service),
  ];
}

function checkScope(service: Client): AgentTool {
  return tool(
    "check_scope",
    "How many entities a query in CQL selects, and what is wrong with it, with fixes.",
    {
      properties: { cql: text },
      required: ["cql"],
      run: async ({ cql }, options) => {
        const body = { name: "check_scope", cql: String(cql) };
        const slice = await service.slices.create(body, { ...options, dry_run: true });
        const { matched: count, scope_warnings, unresolved, diagnostics } = slice;
        return { count, scope_warnings, unresolved, diagnostics };
      },
    },
  );
}
