// The part before the first colon: a qualifier, or a word that was meant as one.
import { colonLookalikes } from "../vocabulary/lookalikes.ts";
import { isQualifier, type Qualifier } from "../vocabulary/qualifiers.ts";

/** The character between a qualifier and its value. */
export const colon = ":";

/** Whether a text begins with a known qualifier and a colon. */
export function startsQualified(text: string): boolean {
  const end = text.indexOf(colon);
  return end >= 0 && isQualifier(text.slice(0, end));
}

/** The qualifier, in whatever case, before the first colon of a bare text. */
export function qualifierInAnyCase(text: string): Qualifier | undefined {
  return qualifierBefore(text, text.indexOf(colon));
}

/** The qualifier, in whatever case, before a character that only looks like a colon. */
export function qualifierBeforeLookalike(text: string): Qualifier | undefined {
  return qualifierBefore(text, text.search(lookalike));
}

const lookalike = new RegExp(`[${colonLookalikes}]`, "u");

function qualifierBefore(text: string, end: number): Qualifier | undefined {
  if (end < 0) return undefined;
  const word = text.slice(0, end).toLowerCase();
  return isQualifier(word) ? word : undefined;
}
