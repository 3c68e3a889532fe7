// Values that fell apart at their spaces, because what stands around them does not quote.
import type { Query, Term } from "./ast.ts";

/**
 * The terms from `index` to the one that closes a phrase: bare text terms behind the first, not many. Empty if none
 * closes it.
 */
export function phraseAt(query: Query, index: number, closes: (text: string) => boolean): readonly Term[] {
  const terms = query.terms.slice(index, index + longestPhrase);
  for (const [distance, { kind, value }] of terms.entries()) {
    if (distance > 0 && (kind !== "text" || value.quoted)) return [];
    if (closes(value.text) && (distance > 0 || value.text.length > 1)) return terms.slice(0, distance + 1);
  }
  return [];
}

const longestPhrase = 12;
