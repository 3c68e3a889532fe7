// The kinds of paths that filters have, for the proof that a run tried each.

import { entityColumns } from "../../../src/exports/sql.ts";
import { typedColumns } from "./entities.ts";
import { keysOf } from "./reference.ts";

/** All kinds. */
export const pathKinds = [
  "a column",
  "a typed column",
  "a property",
  "a nested property",
  "odd keys",
] as const;

/** The kind of a path. */
export function pathKind(path: string): (typeof pathKinds)[number] {
  const keys = keysOf(path);
  if (Object.hasOwn(entityColumns, path)) return "a column";
  if (typedColumns.has(path)) return "a typed column";
  if (!keys.every((key) => /^[a-z]+$/iu.test(key))) return "odd keys";
  return keys.length === 1 ? "a property" : "a nested property";
}
