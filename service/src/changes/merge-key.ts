// What identifies equal changes of a delta.

import { createHash } from "node:crypto";
import { entityKey } from "../values/name-key.ts";

/** The key of an entity's change. */
export function mergeKeyOfEntity(type: string, name: string): string {
  return digestOf(entityKey(type, name));
}

/** The key of a relationship's change. */
export function mergeKeyOfRelationship(type: string, from: string, to: string): string {
  return digestOf(JSON.stringify([type, from, to]));
}

/** A digest of a key, as names may be longer than an index entry. */
export function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
