// Examples of schemas: given by the schema, or composed of the examples of its parts.

import type { JsonValue } from "../values/json.ts";
import { resolved } from "./components.ts";
import type { Schema, Schemas } from "./types.ts";

/** An example of a schema, with all of its members. */
export function exampleOf(schema: Schema, schemas: Schemas): JsonValue {
  const whole = resolved(schema, schemas);
  // It may be null.
  const [given = whole.const ?? whole.default ?? whole.enum?.[0]] = whole.examples ?? [];
  if (given !== undefined) return given;
  if (whole.anyOf !== undefined) return exampleOf(whole.anyOf[0] ?? {}, schemas);
  if (whole.items !== undefined) return [exampleOf(whole.items, schemas)];
  if (whole.properties !== undefined) return membersOf(whole.properties, schemas);
  return simple(whole);
}

function membersOf(properties: Schemas, schemas: Schemas): JsonValue {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, exampleOf(property, schemas)]),
  );
}

function simple({ type, minimum = 0 }: Schema): JsonValue {
  if (type === "integer" || type === "number") return minimum;
  if (type === "boolean") return true;
  if (type === "object") return {};
  return type === "null" ? null : "text";
}
