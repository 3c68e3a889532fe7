// JSON Merge Patch, RFC 7396.

import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";

/** An object after a patch: its members replace those of the same name, null deletes one, and objects are patched in the same way. */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const kept = Object.entries(target).filter(([name]) => !Object.hasOwn(patch, name));
  const patched = Object.entries(patch).flatMap(([name, value]): [string, JsonValue][] => {
    if (value === null) return [];
    const before = Object.hasOwn(target, name) ? target[name] : undefined;
    // What has at most as many levels as a body may have.
    return [[name, isJsonObject(value) ? mergePatch(isJsonObject(before) ? before : {}, value) : value]];
  });
  return Object.fromEntries([...kept, ...patched]);
}
