// Words that may change what a query was meant to say: such as leave terms out, if CQL had them.
import type { TextEdit } from "../text/edits.ts";
import { exclusionWords, negationMarks, operatorLike } from "../vocabulary/lookalikes.ts";
import type { Query, Term } from "./ast.ts";

/**
 * Whether a query has a bare word that no preferred fix is about: `NOT`, `without`, `6 months`. Nobody knows what it was to change, and a fix elsewhere
 * could make a term of what it was to leave out. An `OR` would change nothing, nor an `AND` unless it would bind terms that unite in CQL.
 *
 * @param fixed - What the fixes are about.
 */
export function hasStrayWord({ terms }: Query, fixed: readonly TextEdit[]): boolean {
  const places = fixed.toSorted((a, b) => a.span.start - b.span.start);
  const heads = [
    ...terms.map((term) => (term.kind === "qualified" ? term.qualifier : "")),
    ...fixed.map(({ text }) => /^[a-z-]*/u.exec(text)?.[0] ?? ""),
  ].filter((head) => head !== "");
  const isRepeated = new Set(heads).size < heads.length;
  let at = 0;
  return terms.some(({ kind, value: { text, quoted }, span: { start, end } }) => {
    if (kind !== "text" || quoted) return false;
    while ((places[at]?.span.end ?? end) <= start) at++;
    const meaning = operatorLike(text);
    return (places[at]?.span.start ?? end) >= end && meaning !== "or" && (meaning !== "and" || isRepeated);
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
