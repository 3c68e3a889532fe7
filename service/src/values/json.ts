// What JSON can say.

/** Any value of JSON. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** What a text of JSON says. Throws a `SyntaxError` for any other text. */
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

/** What is stored has at most so many characters of JSON in one place: a page of a list has many of them. */
export const maxStored: number = 256 * 1024;

/**
 * How many characters PostgreSQL makes of a text that JSON.stringify wrote, but for spaces: it writes zeros instead of an exponent, up to 324 of them. A text in the
 * text that looks like such a number counts as one.
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
