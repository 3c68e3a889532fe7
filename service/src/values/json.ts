// The types of JSON values.

/** Any value of JSON. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** Parses JSON. Throws a `SyntaxError` for any other text. */
export function readJson(text: string): JsonValue {
  // JSON.parse returns nothing else.
  return JSON.parse(text) as JsonValue;
}

/** An object of JSON. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Whether a value is an object, and neither a list nor null. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Maximum characters of JSON per stored row: a page of a list has many rows. */
export const maxStored: number = 256 * 1024;

/**
 * The characters that PostgreSQL writes for JSON which JSON.stringify wrote, without spaces: up to 324 zeros instead of an exponent. A text
 * within a string that looks like such a number counts as one.
 */
export function sizeOf(text: string): number {
  let size = text.length;
  for (const [, exponent] of text.matchAll(/\de[+-](\d{1,3})(?!\d)/g)) size += Number(exponent);
  return size;
}

/** Whether a value is a list. */
export function isJsonList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
