// Quotes and backslashes: how a value is written between quotes, and read from between them.

/** The character that opens and closes a quoted value. */
export const quote = 34;
/** The character that escapes a quote or itself; before anything else it is literal. */
export const backslash = 92;

/** A value between quotes, so that {@link unescape} restores it. */
export function quoted(text: string): string {
  return `"${text.replace(/[\\"]/gu, "\\$&")}"`;
}

/** What the inside of a quoted value means. */
export function unescape(inside: string): string {
  return inside.includes("\\") ? inside.replace(/\\([\\"])/gu, "$1") : inside;
}

/** Whether a backslash before this code unit escapes it. */
export function isEscapable(unit: number): boolean {
  return unit === quote || unit === backslash;
}
