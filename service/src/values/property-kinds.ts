// What the types of properties mean, which shapes may call as they like.

import type { JsonValue } from "./json.ts";

/** The JSON values that a type stands for. */
export type PropertyKind = "string" | "number" | "integer" | "boolean" | "array" | "object";

const kinds: ReadonlyMap<string, PropertyKind> = new Map([
  ...["string", "text", "date", "datetime", "date-time", "time", "url", "uri", "email"].map(
    (name) => [name, "string"] as const,
  ),
  ...["number", "float", "double", "decimal"].map((name) => [name, "number"] as const),
  ...["integer", "int"].map((name) => [name, "integer"] as const),
  ...["boolean", "bool"].map((name) => [name, "boolean"] as const),
  ...["array", "list"].map((name) => [name, "array"] as const),
  ["object", "object"] as const,
]);

/** What a type stands for; undefined for one with another name, which says nothing about values. */
export function kindNamed(type: string): PropertyKind | undefined {
  return kinds.get(type.toLowerCase());
}

/** Whether a value is of a kind. */
export function isOfKind(kind: PropertyKind, value: JsonValue): boolean {
  if (kind === "array") return Array.isArray(value);
  if (kind === "integer") return Number.isInteger(value);
  if (kind === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === kind;
}
