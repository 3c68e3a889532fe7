// The schema of the answer of a model, and the types that may occur in it.

import type { JsonObject, JsonValue } from "../../values/json.ts";
import { kindNamed, type PropertyKind } from "../../values/property-kinds.ts";
import type { Wanted } from "../extractor.ts";

/** The JSON values that a property may have: those of its type, or any scalar. */
export type AnswerKind = Exclude<PropertyKind, "object"> | "scalar";

/** The types that an answer may name. */
export interface AllowedTypes {
  /** By the name of the type: its properties, with the values they may have. */
  readonly entityTypes: ReadonlyMap<string, ReadonlyMap<string, AnswerKind>>;
  readonly relationshipTypes: ReadonlySet<string>;
}

/** A type in several shapes has the properties of all of them. */
export function allowedTypes({ entityTypes, relationshipTypes }: Wanted): AllowedTypes {
  const types = new Map<string, Map<string, AnswerKind>>();
  for (const { name, properties } of entityTypes) {
    const known = types.get(name) ?? new Map<string, AnswerKind>();
    types.set(name, known);
    // A strict schema cannot have an object without listing its members.
    for (const [property, { type }] of Object.entries(properties)) {
      const kind = kindNamed(type) ?? "scalar";
      if (kind !== "object") known.set(property, kind);
    }
  }
  return { entityTypes: types, relationshipTypes: new Set(relationshipTypes.map(({ name }) => name)) };
}

/** Whether a property may have this value. */
export function fits(kind: AnswerKind, value: JsonValue): boolean {
  if (kind === "array") return isList(value) && value.every((each) => fits("scalar", each));
  if (kind === "integer") return Number.isSafeInteger(value);
  if (typeof value === "string") return (kind === "string" || kind === "scalar") && isText(value, 10_000);
  if (typeof value === "number") return (kind === "number" || kind === "scalar") && Number.isFinite(value);
  return typeof value === "boolean" && (kind === "boolean" || kind === "scalar");
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value) && value.length <= 100;
}

/** Whether a text is not blank, has at most `maxLength` UTF-16 code units, and can be stored. */
export function isText(text: string, maxLength: number): boolean {
  return text.trim() !== "" && text.length <= maxLength && !text.includes("\0") && text.isWellFormed();
}

const string: JsonObject = { type: "string" };

/**
 * The JSON schema of the answer. Strict endpoints do not support optional members or open objects, so what the text does not say is null.
 */
export function answerSchema({ entityTypes, relationshipTypes }: AllowedTypes): JsonObject {
  const type = relationshipTypes.size === 0 ? string : { type: "string", enum: [...relationshipTypes] };
  return object({
    entities: { type: "array", items: { anyOf: Array.from(entityTypes, entitySchema) } },
    relationships: {
      type: "array",
      items: object({ type, from: string, to: string, quote: string }),
    },
  });
}

function entitySchema([type, properties]: readonly [string, ReadonlyMap<string, AnswerKind>]): JsonObject {
  const values = Object.fromEntries(Array.from(properties, ([name, kind]) => [name, schemas[kind]]));
  return object({
    type: { type: "string", enum: [type] },
    name: string,
    properties: object(values),
    quote: string,
  });
}

const schemas: Readonly<Record<AnswerKind, JsonObject>> = {
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
