// Reads a search text: words, phrases and exclusions. No text is an error.

/** A word, or several adjacent ones, as typed. */
export interface SearchTerm {
  readonly text: string;
  /** Whether it was in quotes. */
  readonly isQuoted: boolean;
  /** Whether nothing follows it, not even a mark or a space: it may be the beginning of a word. */
  readonly isOpen?: boolean;
}

/** The terms to find, and those to exclude. */
export interface SearchQuery {
  readonly wanted: readonly SearchTerm[];
  /** Words of `wanted` that are joined (`coffee/tea`): each counts, and a little more if they are next to each other. */
  readonly joined: readonly SearchTerm[];
  readonly excluded: readonly SearchTerm[];
  /** All that is not excluded, as typed; empty if nothing is left. */
  readonly meant: string;
}

/** Maximum terms of a query; the rest are ignored. */
const maxTerms = 32;
const maxTermLength = 1000;

/** A minus at the beginning of a word excludes it; two are a command-line flag (`--help`). An unpaired quote is ignored. */
const pattern = /(?<minus>(?<![^\s"])-(?!-))?(?:"(?<phrase>[^"]*)"|(?<word>[^\s"]+))/gu;
/** `Ada's` is about Ada: the text index has the letter as a word of its own. */
const possessive = /(?<=[\p{L}\p{N}\p{M}])['’`´]s(?![\p{L}\p{N}\p{M}])/giu;
/** Words of letters: an identifier is meant as it is. */
const isJoined = /^\p{P}*[\p{L}\p{M}]{2,}(?:[-/][\p{L}\p{M}]{2,})+\p{P}*$/u;
const endsInWord = /[\p{L}\p{N}\p{M}]$/u;

/** Reads a query. */
export function parseSearch(text: string): SearchQuery {
  const wanted: SearchTerm[] = [];
  const joined: SearchTerm[] = [];
  const excluded: SearchTerm[] = [];
  const meant: string[] = [];
  const plain = text.replaceAll(/[“”„‟＂]/gu, '"');
  let isWordLast = false;
  for (const { index, 0: found, groups } of plain.matchAll(pattern)) {
    const { minus, phrase, word = "" } = groups ?? {};
    isWordLast = minus === undefined && index + found.length === plain.length;
    const written = (phrase ?? word.replaceAll(possessive, "")).slice(0, maxTermLength);
    const term = { text: written, isQuoted: phrase !== undefined };
    if (minus !== undefined) {
      excluded.push(term);
      continue;
    }
    meant.push(found);
    if (phrase === undefined && isJoined.test(written)) {
      joined.push(term);
      for (const part of written.split(/[-/]/)) wanted.push({ text: part, isQuoted: false });
    } else wanted.push(term);
  }
  const terms = wanted.slice(0, maxTerms);
  const last = terms.at(-1);
  const isOpen = last !== undefined && isWordLast && wanted.length <= maxTerms && endsAs(plain, last);
  return {
    wanted: isOpen ? [...terms.slice(0, -1), { ...last, isOpen }] : terms,
    joined: joined.slice(0, maxTerms),
    excluded: excluded.slice(0, maxTerms),
    meant: meant.join(" "),
  };
}

/** Whether a query ends as a word, and not as a quote, a mark or a possessive. */
function endsAs(query: string, { text, isQuoted }: SearchTerm): boolean {
  return !isQuoted && endsInWord.test(text) && query.endsWith(text);
}
