// The tools about memories.

import { Type } from "typebox";
import { memoryKinds, memoryScopes } from "../../database/memory-tables.ts";
import { exact, list } from "../../http/schemas.ts";
import type { JsonObject } from "../../values/json.ts";
import { ask, pathWith } from "../call.ts";
import { defineTool, idInPath, type Tool } from "../tool.ts";
import { applied, byId, cursor, id, shown, string } from "./members.ts";

interface Memory {
  readonly id: string;
  readonly content: string;
  readonly kind: string | null;
  readonly scope: string;
  readonly subject: JsonObject | null;
  readonly source_context: string | null;
  readonly valid_at: string;
  readonly forget_after: string | null;
}

interface Page {
  readonly memories: readonly Memory[];
  readonly next_cursor: string | null;
}

const kind = Type.Enum(memoryKinds);

/** Lists memories, so that what is remembered can be audited. */
export const listMemories: Tool = defineTool({
  name: "list_memories",
  description: "What is remembered, newest first.",
  needs: "read",
  annotations: { readOnlyHint: true },
  input: exact({ subject_id: Type.Optional(string()), kind: Type.Optional(kind), cursor }),
  output: { memories: shown.list, next_cursor: shown.maybe },
  run: async (input, { call }) => {
    const path = pathWith("/v1/memories", { ...input, limit: 50 });
    const { memories, next_cursor } = await ask<Page>(call, ["GET", path]);
    return {
      memories: memories.map(({ id: memoryId, content, kind: ofKind, scope, subject, ...rest }) => ({
        id: memoryId,
        content,
        kind: ofKind,
        scope,
        subject_id: subject?.["id"] ?? null,
        source: rest.source_context,
        date: rest.valid_at,
        forget_after: rest.forget_after,
        status: applied,
      })),
      next_cursor,
    };
  },
});

interface Written {
  readonly id: string;
  readonly status: "applied" | "staged" | "failed";
  readonly delta_id: string | null;
  readonly duplicate?: true;
}

/** Writes a memory, or stages it. */
export const remember: Tool = defineTool({
  name: "remember",
  description: "Remember one thing. `staged` awaits a person's review; a `duplicate` was known.",
  needs: "propose",
  annotations: { destructiveHint: false },
  input: exact({
    content: string(),
    kind: Type.Optional(kind),
    subject_id: Type.Optional(string({ description: "The end user it is about" })),
    forget_after: Type.Optional(string({ description: "ISO 8601" })),
    scope: Type.Optional(Type.Enum(memoryScopes)),
    supersedes: Type.Optional(list(id, { description: "IDs of what it replaces" })),
  }),
  output: { id: shown.text, status: { enum: ["applied", "staged", "duplicate"] }, "delta?": shown.text },
  run: async (input, { call }) => {
    const written = await ask<Written>(call, ["POST", "/v1/memories", { ...input }], {
      "/subject/id": "/subject_id",
    });
    const { id: memoryId, status, delta_id, duplicate } = written;
    if (duplicate === true) return { id: memoryId, status: "duplicate" };
    return {
      id: memoryId,
      // What could not be applied is kept in its delta.
      status: status === "applied" ? status : "staged",
      ...(delta_id !== null && { delta: delta_id }),
    };
  },
});

/** Deletes a memory. */
export const forget: Tool = defineTool({
  name: "forget",
  description: "Delete a memory for good.",
  needs: "write",
  annotations: { destructiveHint: true },
  input: byId,
  output: { id: shown.text, status: { const: "forgotten" } },
  run: async ({ id: memoryId }, { call }) => {
    await ask(call, ["DELETE", `/v1/memories/${idInPath(memoryId)}`]);
    return { id: memoryId, status: "forgotten" };
  },
});
