// Widens a query that found little: the last word as a prefix, similar spellings of unknown words, and finally any of the words.

import { allSettledOrThrow } from "../database/all-settled.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { Analyzed, Lexeme, Question } from "./analyze.ts";
import type { PartialQuery } from "./partial-matches.ts";
import { withLast, writeAll } from "./tsquery.ts";
import type { WrittenWord } from "./word-lookup.ts";
import { completionsOf, nearestTo } from "./word-lookup.ts";

/** Alternatives for a term. */
export interface Widened {
  readonly term: Analyzed;
  /** Completions of the last word. */
  readonly completions: readonly WrittenWord[];
  /** The beginning of a word, where the words that it may have are not known. */
  readonly beginning?: Analyzed | undefined;
  /** Likely spellings of a word that occurs nowhere. */
  readonly near: readonly WrittenWord[];
}

/** Maximum parts: each costs an index lookup. */
const maxParts = 12;

/** Looks up alternatives for the terms of a question. */
export async function widen(
  tx: Transaction,
  tenant: Tenant,
  { wanted }: Question,
): Promise<readonly Widened[]> {
  const last = wanted.at(-1);
  // The vocabulary has words of what a limited key does not see.
  if (tenant.limits !== undefined)
    return wanted.map((term) => ({
      term,
      completions: [],
      near: [],
      beginning: term === last && !term.isQuoted ? asBeginning(term) : undefined,
    }));
  const prefix = last?.isQuoted === false ? last.lexemes.at(-1)?.word : undefined;
  const misspelled = wanted.flatMap((term) => unknownWord(term) ?? []);
  const [completions, near] = await allSettledOrThrow([
    prefix === undefined ? [] : completionsOf(tx, tenant, prefix),
    nearestTo(tx, tenant, misspelled),
  ]);
  return wanted.map((term) => {
    const ownCompletions = term === last ? completions : [];
    const word = unknownWord(term);
    // The beginning of a word is not a misspelling.
    const ownNear = ownCompletions.length > 0 || word === undefined ? [] : (near.get(word) ?? []);
    return { term, completions: ownCompletions, near: ownNear };
  });
}

/** The term with its last word as the beginning of one. */
function asBeginning(term: Analyzed): Analyzed | undefined {
  const word = term.lexemes.at(-1)?.word;
  if (word === undefined) return undefined;
  const { lexemes } = term;
  return { ...term, lexemes: [...lexemes.slice(0, -1), { word, stem: undefined, n: 0, isPrefix: true }] };
}

/** The word of a term that occurs nowhere, if it is letters only: numbers, versions and identifiers are meant as typed. */
function unknownWord({ lexemes, isQuoted }: Analyzed): string | undefined {
  const [first, second] = lexemes;
  if (first === undefined || second !== undefined || isQuoted || first.n > 0) return undefined;
  return /^[\p{L}\p{M}]+$/u.test(first.word) ? first.word : undefined;
}

/** Queries for all words, with some replaced by alternatives. */
export function otherWords(
  widened: readonly Widened[],
  excluded: readonly Analyzed[],
  withNear: boolean,
): readonly PartialQuery[] {
  let ways: readonly (readonly Analyzed[])[] = [[]];
  for (const each of widened) {
    const near = withNear ? alternatives(each.term, each.near) : [];
    const longer = [
      ...alternatives(each.term, each.completions),
      ...(each.beginning ? [each.beginning] : []),
    ];
    const terms = near.length > 0 ? near : [each.term, ...longer];
    ways = ways.flatMap((way) => terms.map((term) => way.concat(term))).slice(0, maxParts);
  }
  // The first combination may be the question itself, which was searched already.
  return ways
    .filter((way) => way.some((term, at) => term !== widened[at]?.term))
    .map((way) => ({ query: writeAll(way, excluded), n: Math.min(...way.map(rarest)) }));
}

/** A query for any of the words, or of their alternatives. */
export function anyWord(widened: readonly Widened[], excluded: readonly Analyzed[]): readonly PartialQuery[] {
  if (widened.length < 2) return [];
  return (
    widened
      .flatMap((each) => [each.term, ...alternatives(each.term, [...each.completions, ...each.near])])
      // Words that do not occur come last: they find nothing, however rare they are.
      .toSorted((a, b) => Number(rarest(a) === 0) - Number(rarest(b) === 0) || rarest(a) - rarest(b))
      .slice(0, maxParts)
      .map((term) => ({ query: writeAll([term], excluded), n: rarest(term) }))
  );
}

function alternatives(term: Analyzed, words: readonly WrittenWord[]): readonly Analyzed[] {
  return words.map(({ word, n }) => withLast(term, word, n));
}

function rarest({ lexemes }: Analyzed): number {
  return Math.min(...lexemes.map(({ n }: Lexeme) => n));
}
