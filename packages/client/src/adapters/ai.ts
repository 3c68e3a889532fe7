/**
 * Tools for the Vercel AI SDK.
 *
 * @packageDocumentation
 */

import { jsonSchema, type ToolSet, tool } from "ai";
import type { Client } from "../client.ts";
import type { ToolOptions } from "./tool.ts";
import { agentTools } from "./tools.ts";

export type { ToolOptions } from "./tool.ts";

/**
 * The tools of a service for `generateText`, `streamText` and agents: `recall`, `remember`, `list_memories`, `get_entity`, `check_scope`. What
 * the service refuses comes back as a result, so that the model can correct its call.
 *
 * @example
 * ```ts
 * await generateText({ model, tools: tools(service, { subject_id: "ada" }), prompt });
 * ```
 */
export function tools(service: Client, options: ToolOptions = {}): ToolSet {
  const all = agentTools(service, options).map(({ name, description, properties, required, run }) => {
    const inputSchema = jsonSchema<Readonly<Record<string, unknown>>>({
      type: "object",
      properties: { ...properties },
      required: [...required],
      additionalProperties: false,
    });
    return [
      name,
      tool({
        description,
        inputSchema,
        execute: async (given, { abortSignal }) => await run(given, { signal: abortSignal }),
      }),
    ] as const;
  });
  return Object.fromEntries(all);
}
