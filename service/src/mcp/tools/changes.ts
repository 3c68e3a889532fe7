// The tool `changes_since`.

import { exact } from "../../http/schemas.ts";
import type { JsonObject } from "../../values/json.ts";
import { ask, type Call, pathWith } from "../call.ts";
import { defineTool, type Tool } from "../tool.ts";
import { cursor, shown, string } from "./members.ts";
import { sliceOf } from "./within.ts";

interface Change {
  readonly kind: "entered" | "left" | "changed";
  readonly entity_id: string;
  readonly at: string;
  readonly reason: string;
}

/** A page of changes. */
interface Changes {
  readonly changes: readonly Change[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

interface Slice {
  readonly matched: number;
  readonly changes_cursor: string;
}

/** Changes of a page, and how many of the newest entities are looked at for their names: what enters is mostly new. */
const limit = 50;

/** Says what is new in a slice, and what is no longer in it. */
export const changesSince: Tool = defineTool({
  name: "changes_since",
  description:
    "What entered a slice, left it or changed in it since a cursor; without one, the count and the cursor of now.",
  needs: "read",
  annotations: { readOnlyHint: true },
  input: exact({ slice: string({ description: "Exact name or ID" }), cursor }),
  output: {
    changes: shown.list,
    next_cursor: shown.text,
    has_more: { type: "boolean" },
    "count?": shown.count,
  },
  run: async ({ slice, cursor: since }, { call }) => {
    const path = `/v1/slices/${await sliceOf(call, slice)}`;
    if (since === undefined) {
      const { matched, changes_cursor } = await ask<Slice>(call, ["GET", path]);
      return { changes: [], next_cursor: changes_cursor, has_more: false, count: matched };
    }
    const page = await ask<Changes>(call, ["GET", pathWith(`${path}/changes`, { cursor: since, limit })]);
    const names = await namesOf(call, path, page.changes);
    return {
      changes: page.changes.map(({ kind, entity_id, reason, at }) => ({
        kind,
        id: entity_id,
        ...names.get(entity_id),
        reason,
        at,
      })),
      next_cursor: page.next_cursor,
      has_more: page.has_more,
    };
  },
});

interface Members {
  readonly entities: readonly { readonly id: string; readonly type: string; readonly name: string | null }[];
}

/** Types and names of those that are among the newest of the slice, with one look; `get_entity` has the others. */
async function namesOf(
  call: Call,
  path: string,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, JsonObject>> {
  if (changes.every(({ kind }) => kind === "left")) return new Map();
  const { entities } = await ask<Members>(call, ["GET", pathWith(`${path}/entities`, { limit })]);
  return new Map(entities.map(({ id, type, name }) => [id, { type, name }]));
}
