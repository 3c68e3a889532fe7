// Writes the queries of PostgreSQL's text search. Words come between quotes, so none is read as an operator.

import type { Analyzed, Lexeme } from "./analyze.ts";

/** A query for what has these words, and none of those. An empty text if there are none of either. */
export function writeAll(wanted: readonly Analyzed[], excluded: readonly Analyzed[]): string {
  return [...wanted.map(writeMatch), ...excluded.map((term) => `!${writeMatch(term)}`)].join(" & ");
}

/** A query to rank what has these words: the form that was typed counts besides its stem. */
export function writeRank(wanted: readonly Analyzed[]): string {
  return wanted.map(writeBoth).join(" & ");
}

/**
 * Each word is indexed with its stem, so a row with the word has the stem: searching for that alone is enough, and half the work. It is what
 * an exclusion has to exclude, too. Of long texts the last stems have no place: a phrase is looked for in both ways.
 */
function writeMatch(term: Analyzed): string {
  const [first, second] = term.lexemes;
  const isWord = first?.stem !== undefined && second === undefined;
  return isWord ? quote(first.stem) : writeBoth(term);
}

function writeBoth({ lexemes }: Analyzed): string {
  const written = lexemes.map(({ word }) => quote(word)).join(" <-> ");
  const stems = lexemes.flatMap(({ stem }) => stem ?? []);
  const stemmed = stems.map(quote).join(" <-> ");
  // Stop words have no stem: a phrase with one is looked for as it is written, or the rest would be found without it.
  return stems.length < lexemes.length || stemmed === written ? `(${written})` : `(${written} | ${stemmed})`;
}

/** The term with another last word, as that is written. */
export function withLast({ lexemes, isQuoted }: Analyzed, word: string, n: number): Analyzed {
  const last: Lexeme = { word, stem: undefined, n };
  return { lexemes: [...lexemes.slice(0, -1), last], isQuoted };
}

function quote(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
