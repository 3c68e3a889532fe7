// Reads a search text: words, phrases and exclusions. No text is an error.

/** A word, or several adjacent ones, as typed. */
export interface SearchTerm {
  readonly text: string;
  /** It was between quotes. */
  readonly isQuoted: boolean;
}

/** What is looked for, and what must not be there. */
export interface SearchQuery {
  readonly wanted: readonly SearchTerm[];
  readonly excluded: readonly SearchTerm[];
}

/** Maximum terms of a query; the rest are ignored. */
const maxTerms = 32;
const maxTermLength = 1000;

/** A minus excludes where a word begins; two are a flag of a command (`--help`). A quote without its partner means nothing. */
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
