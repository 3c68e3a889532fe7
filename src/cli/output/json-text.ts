// Writes values that were read from JSON back as JSON, whatever was in them.
import { controlCharacters, invisibleCharacters, loneSurrogates } from "../../text/characters.ts";

/** A value as JSON. Unlike the platform's it supports any depth, and a number too large for one stays a number. */
export function jsonText(value: unknown): string {
  if (typeof value !== "object" || value === null) return scalarText(value);
  const written: string[] = [];
  const rest = [...piecesOf(value)];
  for (let piece = rest.pop(); piece !== undefined; piece = rest.pop()) {
    if (typeof piece === "string") written.push(piece);
    else if (typeof piece.value !== "object" || piece.value === null) written.push(scalarText(piece.value));
    // One by one, as a list can have more members than a call arguments.
    else for (const inner of piecesOf(piece.value)) rest.push(inner);
  }
  return written.join("");
}

/** The same JSON, with what a terminal would hide, or act upon, as escapes. */
export function visibleJson(json: string): string {
  return json
    .replace(controlCharacters, escaped)
    .replace(invisibleCharacters, escaped)
    .replace(loneSurrogates, escaped)
    .replace(/[\u2028\u2029]/gu, escaped);
}

/** Any value as JSON that can be shown on a terminal. */
export function shownJson(value: unknown, indent?: number): string {
  return visibleJson(JSON.stringify(value, null, indent));
}

/** Text that is finished, or a value that is not. */
type Piece = string | { readonly value: unknown };

/** What an object or a list is made of, the last piece first. */
function piecesOf(value: object): readonly Piece[] {
  const isList = Array.isArray(value);
  const members: readonly (readonly [string, unknown])[] = Object.entries(value);
  const pieces: Piece[] = [isList ? "[" : "{"];
  for (const [key, member] of members) {
    if (pieces.length > 1) pieces.push(",");
    if (!isList) pieces.push(`${JSON.stringify(key)}:`);
    pieces.push({ value: member });
  }
  pieces.push(isList ? "]" : "}");
  return pieces.toReversed();
}

/** JSON has `1e999`, which is read as infinity. */
function scalarText(value: unknown): string {
  if (value === Number.POSITIVE_INFINITY) return "1e999";
  if (value === Number.NEGATIVE_INFINITY) return "-1e999";
  return JSON.stringify(value);
}

/** JSON writes a character outside the Basic Multilingual Plane as two escapes. */
function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
