// What the changes of a delta say about the same entities: looked up for each row, so kept by their IDs.

import type { Change } from "slice-cql-client";
import { titleOf } from "../../words.ts";

/** The entities that a delta creates or updates, and its relationships by their ends. */
export interface Around {
  readonly entities: ReadonlyMap<string, Change>;
  readonly links: ReadonlyMap<string, readonly Change[]>;
}

/** Looks through changes once. */
export function aroundOf(changes: readonly Change[]): Around {
  const entities = new Map<string, Change>();
  const links = new Map<string, Change[]>();
  for (const change of changes) {
    if (change.object === "entity") entities.set(idOf(change), change);
    if (change.object !== "relationship") continue;
    for (const end of new Set(endsOf(change))) {
      const known = links.get(end);
      if (known === undefined) links.set(end, [change]);
      else known.push(change);
    }
  }
  return { entities, links };
}

/** The ID of the entity that a change is about. */
export function idOf({ value, change_id }: Pick<Change, "value" | "change_id">): string {
  const { id } = value;
  return typeof id === "string" ? id : change_id;
}

/** The entities that a relationship connects. */
export function endsOf({ value: { from, to } }: Pick<Change, "value">): readonly string[] {
  return [from, to].filter((end) => typeof end === "string");
}

/** The ends of a change that its delta says nothing about: entities of the store. */
export function storedEnds(change: Change, { entities }: Around): readonly string[] {
  return change.object === "relationship" ? endsOf(change).filter((end) => !entities.has(end)) : [];
}

/** What an entity is called in the delta. */
export function nameIn({ entities }: Around, id: string): string | undefined {
  const change = entities.get(id);
  return change === undefined ? undefined : titleOf({ ...change.before, ...change.value });
}
