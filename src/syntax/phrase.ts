// Values that were split at their spaces, because the marks around them do not quote.
import type { Query, Term } from "./ast.ts";

/**
 * The terms from `index` to the one that closes a phrase: bare text terms after the first, not many. Empty if none
 * closes it.
 */
export function phraseAt(query: Query, index: number, closes: (text: string) => boolean): readonly Term[] {
  const terms = query.terms.slice(index, index + maxPhraseLength);
  for (const [distance, { kind, value }] of terms.entries()) {
    if (distance > 0 && (kind !== "text" || value.quoted)) return [];
    if (closes(value.text) && (distance > 0 || value.text.length > 1)) return terms.slice(0, distance + 1);
  }
  return [];
}

const maxPhraseLength = 12;

/**
 * A phrase in straight quotes that fell apart because no known qualifier precedes it: `Shape:"Sales CRM"`. Returns
 * its terms, and the content of the quotes.
 */
export function quotedPhraseAt(query: Query, index: number, from: number): QuotedPhrase | undefined {
  if (query.terms[index]?.value.text.charAt(from) !== '"') return undefined;
  const opens = (text: string): boolean =>
    text === query.terms[index]?.value.text && text.length === from + 1;
  const terms = phraseAt(query, index, (text) => text.endsWith('"') && !opens(text));
  if (terms.length === 0) return undefined;
  const inside = terms
    .map(({ value }) => value.text)
    .join(" ")
    .slice(from + 1, -1);
  return /["\\]/u.test(inside) ? undefined : { terms, inside };
}

/** See {@link quotedPhraseAt}. */
export interface QuotedPhrase {
  readonly terms: readonly Term[];
  readonly inside: string;
}
