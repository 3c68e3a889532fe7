// Writes queries of PostgreSQL's text search. Words are quoted, so none is read as an operator.

import type { Analyzed, Lexeme } from "./analyze.ts";

/** A query for rows with these words and without those; empty if there are none of either. */
export function writeAll(wanted: readonly Analyzed[], excluded: readonly Analyzed[]): string {
  return [...wanted.map(writeMatch), ...excluded.map((term) => `!${writeMatch(term)}`)].join(" & ");
}

/** A query for rows with this word as typed: not only its stem. */
export function writeExact(word: string): string {
  return `${quote(word)}:AC`;
}

/**
 * Each word is indexed with its stem, so searching for the stem alone is enough, and half the work; an exclusion must exclude the stem,
 * too. The last stems of long texts have no position, so a phrase is searched in both forms.
 */
function writeMatch(term: Analyzed): string {
  const [first, second] = term.lexemes;
  const isWord = first?.stem !== undefined && second === undefined;
  return isWord ? quote(first.stem) : writeBoth(term);
}

function writeBoth({ lexemes }: Analyzed): string {
  const written = lexemes
    .map(({ word, isPrefix }) => (isPrefix === true ? `${quote(word)}:*` : quote(word)))
    .join(" <-> ");
  const stems = lexemes.flatMap(({ stem }) => stem ?? []);
  const stemmed = stems.map(quote).join(" <-> ");
  // Stop words have no stem: a phrase with one is searched as written, or its other words would match without it.
  return stems.length < lexemes.length || stemmed === written ? `(${written})` : `(${written} | ${stemmed})`;
}

/** The term with another last word. */
export function withLast(term: Analyzed, last: Lexeme): Analyzed {
  return { ...term, lexemes: [...term.lexemes.slice(0, -1), last] };
}

function quote(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
