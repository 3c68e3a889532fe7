// Reads a search text: words, phrases and exclusions. No text is an error.

/** A word, or several adjacent ones, as typed. */
export interface SearchTerm {
  readonly text: string;
  /** Whether it was in quotes. */
  readonly isQuoted: boolean;
}

/** The terms to find, and those to exclude. */
export interface SearchQuery {
  readonly wanted: readonly SearchTerm[];
  readonly excluded: readonly SearchTerm[];
}

/** Maximum terms of a query; the rest are ignored. */
const maxTerms = 32;
const maxTermLength = 1000;

/** A minus at the beginning of a word excludes it; two are a command-line flag (`--help`). An unpaired quote is ignored. */
const pattern = /(?<minus>(?<![^\s"])-(?!-))?(?:"(?<phrase>[^"]*)"|(?<word>[^\s"]+))/gu;

/** Reads a query. */
export function parseSearch(text: string): SearchQuery {
  const wanted: SearchTerm[] = [];
  const excluded: SearchTerm[] = [];
  for (const { groups } of text.replaceAll(/[“”„‟＂]/gu, '"').matchAll(pattern)) {
    const { minus, phrase, word } = groups ?? {};
    const term = { text: (phrase ?? word ?? "").slice(0, maxTermLength), isQuoted: phrase !== undefined };
    (minus === undefined ? wanted : excluded).push(term);
  }
  return { wanted: wanted.slice(0, maxTerms), excluded: excluded.slice(0, maxTerms) };
}
