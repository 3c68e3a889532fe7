// What identifies equal changes of a delta.

import { digestOf } from "../values/digest.ts";
import { entityKey } from "../values/name-key.ts";

/** The key of an entity's change. */
export function mergeKeyOfEntity(type: string, name: string): string {
  return digestOf(entityKey(type, name));
}

/** The key of a relationship's change. */
export function mergeKeyOfRelationship(type: string, from: string, to: string): string {
  return digestOf(JSON.stringify([type, from, to]));
}
