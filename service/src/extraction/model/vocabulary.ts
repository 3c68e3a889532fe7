// The types that are wanted, as the answer may have them.

import type { JsonObject, JsonValue } from "../../values/json.ts";
import type { Wanted } from "../extractor.ts";

/** Which values of JSON a property may have. */
export type PropertyKind = "string" | "number" | "integer" | "boolean" | "array" | "scalar";

/** What finds may name. */
export interface WantedVocabulary {
  /** By the type's name; then, by its name, what each of its properties may be. */
  readonly entityTypes: ReadonlyMap<string, ReadonlyMap<string, PropertyKind>>;
  readonly relationshipTypes: ReadonlySet<string>;
}

/** Shapes name types of properties freely; what is not here may be any scalar. */
const kinds: ReadonlyMap<string, PropertyKind> = new Map([
  ...["string", "text", "date", "datetime", "date-time", "time", "url", "uri", "email"].map(
    (name) => [name, "string"] as const,
  ),
  ...["number", "float", "double", "decimal"].map((name) => [name, "number"] as const),
  ...["integer", "int"].map((name) => [name, "integer"] as const),
  ...["boolean", "bool"].map((name) => [name, "boolean"] as const),
  ...["array", "list"].map((name) => [name, "array"] as const),
]);

/** Several shapes may have a type: then it has the properties of all of them. */
export function vocabularyOf({ entityTypes, relationshipTypes }: Wanted): WantedVocabulary {
  const types = new Map<string, Map<string, PropertyKind>>();
  for (const { name, properties } of entityTypes) {
    const known = types.get(name) ?? new Map<string, PropertyKind>();
    types.set(name, known);
    // A schema that is strict cannot ask for an object without saying what is in it.
    for (const [property, { type }] of Object.entries(properties))
      if (type.toLowerCase() !== "object") known.set(property, kinds.get(type.toLowerCase()) ?? "scalar");
  }
  return { entityTypes: types, relationshipTypes: new Set(relationshipTypes.map(({ name }) => name)) };
}

/** Whether a property may have this value. */
export function fits(kind: PropertyKind, value: JsonValue): boolean {
  if (kind === "array") return isList(value) && value.every((each) => fits("scalar", each));
  if (kind === "integer") return Number.isSafeInteger(value);
  if (typeof value === "string") return (kind === "string" || kind === "scalar") && isText(value, 10_000);
  if (typeof value === "number") return (kind === "number" || kind === "scalar") && Number.isFinite(value);
  return typeof value === "boolean" && (kind === "boolean" || kind === "scalar");
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value) && value.length <= 100;
}

/** Whether a text says something, is not longer than this, and can be stored. */
export function isText(text: string, longest: number): boolean {
  return text.trim() !== "" && text.length <= longest && !text.includes("\0") && text.isWellFormed();
}

const string: JsonObject = { type: "string" };

/**
 * What the answer is to be. Endpoints that are strict know no optional members and no open objects: what the text does not say is null.
 */
export function schemaOf({ entityTypes, relationshipTypes }: WantedVocabulary): JsonObject {
  const type = relationshipTypes.size === 0 ? string : { type: "string", enum: [...relationshipTypes] };
  return object({
    entities: { type: "array", items: { anyOf: Array.from(entityTypes, entityOf) } },
    relationships: {
      type: "array",
      items: object({ type, from: string, to: string, quote: string }),
    },
  });
}

function entityOf([type, properties]: readonly [string, ReadonlyMap<string, PropertyKind>]): JsonObject {
  const values = Object.fromEntries(Array.from(properties, ([name, kind]) => [name, schemas[kind]]));
  return object({
    type: { type: "string", enum: [type] },
    name: string,
    properties: object(values),
    quote: string,
  });
}

const schemas: Readonly<Record<PropertyKind, JsonObject>> = {
  string: { type: ["string", "null"] },
  number: { type: ["number", "null"] },
  integer: { type: ["integer", "null"] },
  boolean: { type: ["boolean", "null"] },
  array: { type: ["array", "null"], items: { type: ["string", "number", "boolean"] } },
  scalar: { type: ["string", "number", "boolean", "null"] },
};

function object(properties: Record<string, JsonObject>): JsonObject {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
