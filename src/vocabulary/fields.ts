// Where in an entity the filter looks: paths of names and the date field, both configurable.
import { isObjectWith } from "../data/guards.ts";
import { dateProperty } from "./entity.ts";
import { type NamedQualifier, qualifiers } from "./qualifiers.ts";

/**
 * The paths that a compiled filter names, each a non-empty string: for each qualifier whose names are looked up, the path
 * compared with their ids (by default `shape_id` for `shape:`, `source_id` for `source:`, `source_shape_id` for
 * `source-shape:`), and the `date` that `after:` and `before:` are compared with (`created_at`).
 *
 * @example
 * ```ts
 * compile("source:gmail after:7d", { catalog, fields: { source: "origin.id", date: "updated_at" } });
 * ```
 */
export type FieldNames = { readonly [Q in NamedQualifier | "date"]: string };

/**
 * Some fields, in place of the defaults.
 *
 * @example
 * ```ts
 * const fields: GivenFields = { date: "updated_at" };
 * ```
 */
export type GivenFields = { readonly [Name in keyof FieldNames]?: string | undefined };

/** The given names, completed by the defaults. Throws a `TypeError` that names a field that is unknown or no string. */
export function fieldsWith(given: GivenFields | undefined): ReadonlyMap<string, string> {
  if (given === undefined) return defaultFields;
  if (!isObjectWith(defaultFields.keys(), given)) throw new TypeError("fields must be an object");
  const fields = new Map(defaultFields);
  const entries: readonly (readonly [string, unknown])[] = Object.entries(given);
  for (const [name, path] of entries) {
    if (!fields.has(name)) {
      throw new TypeError(`fields.${name} is not a field; the fields are ${[...fields.keys()].join(", ")}`);
    }
    if (path === undefined) continue;
    if (typeof path !== "string" || path === "")
      throw new TypeError(`fields.${name} must be a non-empty string`);
    fields.set(name, path);
  }
  return fields;
}

/** The name of the date field among `FieldNames`. */
export const dateField = "date" as const;

const defaultFields: ReadonlyMap<string, string> = new Map([
  ...qualifiers.flatMap((row) => ("path" in row ? [[row.word, row.path] as const] : [])),
  [dateField, dateProperty],
]);
