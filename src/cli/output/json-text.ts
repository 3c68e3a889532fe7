// Writes JSON that can be shown on a terminal.
import { controlCharacters, invisibleCharacters, loneSurrogates } from "../../text/characters.ts";

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

/** JSON writes a character outside the Basic Multilingual Plane as two escapes. */
function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
