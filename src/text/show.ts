// How a piece of a person's text is shown inside a message.
import {
  codePointName,
  controlCharacters,
  invisibleCharacters,
  loneSurrogates,
  unusualCharacter,
} from "./characters.ts";

const maxShownLength = 60;

/** In backquotes, as {@link brief} shows it. */
export function show(text: string): string {
  return `\`${brief(text)}\``;
}

/** Cut to a readable length, with what cannot be seen written as `<U+200B>`. */
export function brief(text: string): string {
  return shorten(visible(shorten(text)));
}

/** Writes what a terminal or an editor would hide, or act upon, as `<U+200B>`; line breaks and tabs too. */
export function visible(text: string): string {
  // Most texts have nothing to hide, and this is part of every message.
  if (!unusualCharacter.test(text)) return text;
  const name = (character: string): string => `<${codePointName(character)}>`;
  return text
    .replace(controlCharacters, name)
    .replace(invisibleCharacters, name)
    .replace(loneSurrogates, name)
    .replace(/[\t\r\n\u2028\u2029]/gu, name);
}

/** `a, b and c`. */
export function listing(words: readonly string[], joiner = "and"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${joiner} ${words.at(-1) ?? ""}`;
}

function shorten(text: string): string {
  if (text.length <= maxShownLength) return text;
  const cut = text.slice(0, maxShownLength - 1);
  // Never end in half a surrogate pair.
  return `${/[\ud800-\udbff]$/u.test(cut) ? cut.slice(0, -1) : cut}…`;
}
