// Sorts the changes of a delta by what is to be done, without those that are left out. There may be hundreds of thousands.

import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { anyObject, orNull } from "../http/schemas.ts";
import { stagedPatch } from "../memories/life-schemas.ts";
import { stagedMemory } from "../memories/schemas.ts";
import type { JsonObject } from "../values/json.ts";
import { createYield } from "../values/yield-to-event-loop.ts";
import type { changesToApply } from "./read.ts";

const entityValue = Type.Object({
  id: Type.String(),
  type: Type.String(),
  name: orNull(Type.String()),
  shape_id: Type.Optional(orNull(Type.String())),
  source_id: Type.Optional(orNull(Type.String())),
  created_at: Type.Optional(Type.String()),
  properties: anyObject,
});
const relationshipValue = Type.Object({
  id: Type.String(),
  type: Type.String(),
  from: Type.String(),
  to: Type.String(),
  created_at: Type.Optional(Type.String()),
  properties: anyObject,
});
const entity = Compile(entityValue);
const relationship = Compile(relationshipValue);
const memory = Compile(stagedMemory);
const edit = Compile(stagedPatch);

/** A change that was read. */
export interface Parsed<Value> {
  readonly id: string;
  readonly objectId: string;
  readonly value: Value;
  readonly before: JsonObject | null;
}

/** What a relationship is to be. */
export type Link = Parsed<Static<typeof relationshipValue>>;
/** What an entity is to be, or which properties it gets. */
export type EntityChange = Parsed<Static<typeof entityValue>>;

/** A change as it is stored. */
type Unsorted = Omit<Awaited<ReturnType<typeof changesToApply>>[number], "decision">;

/** The changes that are kept, by what is to be done. */
export interface Sorted {
  readonly creates: readonly EntityChange[];
  readonly updates: readonly EntityChange[];
  readonly links: readonly Link[];
  /** New memories. */
  readonly memories: readonly Parsed<Static<typeof stagedMemory>>[];
  /** What stored memories are to say. */
  readonly edits: readonly Parsed<Static<typeof stagedPatch>>[];
  /** The IDs of relationships of which an end is created by a change that is left out: they are left out, too. */
  readonly fallen: readonly string[];
}

/** Sorts changes without the excluded ones, which are given by their IDs; yields to other requests in between. */
export async function sortChanges(
  changes: readonly Unsorted[],
  excluded: ReadonlySet<string>,
): Promise<Sorted> {
  const nextTurn = createYield();
  const missing = new Set(
    changes
      .filter(
        ({ id, object, operation }) => excluded.has(id) && object === "entity" && operation === "create",
      )
      .map(({ object_id }) => object_id),
  );
  const creates: EntityChange[] = [];
  const updates: EntityChange[] = [];
  const links: Link[] = [];
  const memories: Sorted["memories"][number][] = [];
  const edits: Sorted["edits"][number][] = [];
  const fallen: string[] = [];
  for (const { id, object, object_id: objectId, operation, value, before } of changes) {
    if (excluded.has(id)) continue;
    await nextTurn();
    const common = { id, objectId, before };
    if (object === "memory" && operation === "create")
      memories.push({ ...common, value: memory.Parse(value) });
    else if (object === "memory") edits.push({ ...common, value: edit.Parse(value) });
    else if (object === "entity")
      (operation === "create" ? creates : updates).push({ ...common, value: entity.Parse(value) });
    else {
      const link = relationship.Parse(value);
      if (missing.has(link.from) || missing.has(link.to)) fallen.push(id);
      else links.push({ ...common, value: link });
    }
  }
  return { creates, updates, links, memories, edits, fallen };
}
