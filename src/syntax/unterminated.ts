// Quotes that are never closed, and what they swallow.
import { isQualifier } from "../vocabulary/qualifiers.ts";
import type { Term } from "./ast.ts";
import { backslash, isEscapable, quote } from "./escape.ts";

/** Whether a term that was read from this text lacks its closing quote. Then it is the last term. */
export function isUnterminated(text: string, { value }: Term): boolean {
  if (!value.quoted || value.span.end !== text.length) return false;
  let at = value.span.start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) {
    // An escape is two characters; before any other character a backslash is literal.
    at += text.charCodeAt(at) === backslash && isEscapable(text.charCodeAt(at + 1)) ? 2 : 1;
  }
  return at >= text.length;
}

/** Where inside the quote something looks like a further term: a known qualifier, or another quote. */
export function startOfSwallowedTerm(inside: string): number | undefined {
  for (const match of inside.matchAll(/\\[\\"]|\s([a-z-]+):|"/gu)) {
    const [found, word] = match;
    if (found === '"' || (word !== undefined && isQualifier(word))) return match.index;
  }
  return undefined;
}
