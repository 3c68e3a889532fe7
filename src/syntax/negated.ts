// Words that may change what a query was meant to say: such as leave terms out, if CQL had them.
import type { Span } from "../text/span.ts";
import { exclusionWords, negationMarks, operatorLike } from "../vocabulary/lookalikes.ts";
import type { Query, Term } from "./ast.ts";

/**
 * Whether a query has a bare word that no preferred fix is about: `NOT`, `AND`, `ignoring`, `6 months`. Nobody knows what it was to change, and a
 * fix elsewhere could make a term of what it was to leave out. Only an `OR` would never do that. The places are what the fixes are about.
 */
export function hasStrayWord({ terms }: Query, places: readonly Span[]): boolean {
  const fixed = places.toSorted((a, b) => a.start - b.start);
  let at = 0;
  return terms.some(({ kind, value: { text, quoted }, span: { start, end } }) => {
    if (kind !== "text" || quoted) return false;
    while ((fixed[at]?.end ?? end) <= start) at++;
    return (fixed[at]?.start ?? end) >= end && operatorLike(text) !== "or";
  });
}

/** Whether a term is such a word, or begins with such a mark. */
export function isNegation({ kind, value: { text, quoted } }: Term): boolean {
  return kind === "text" && !quoted && negation.test(text);
}

const negation = new RegExp(
  `^[([{]*(?:[${negationMarks}]|<>|(?:not|${[...exclusionWords].join("|")})\\b)`,
  "iu",
);
