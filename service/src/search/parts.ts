// What counts for the score of a row: each word of the query, and where it is missing, what may stand for it.

import { allSettledOrThrow } from "../database/all-settled.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { Analyzed, Lexeme, Question } from "./analyze.ts";
import { withLast, writeAll, writeExact } from "./tsquery.ts";
import { completionsOf, nearestTo, type Vocabulary, type WrittenWord } from "./word-lookup.ts";

/** A word or phrase of the query, or the words that stand for it in rows without it. */
export interface Part {
  readonly term: Analyzed;
  /** `joined`: words that count themselves, next to each other; `near` counts only if no row has the word itself. */
  readonly kind: "completion" | "joined" | "near" | "own";
  /** A query for the rows that have it. */
  readonly match: string;
  /** A query for those that have the word as typed; null for a phrase. */
  readonly exact: string | null;
  /** About how many texts have it; 0 if that is not known. */
  readonly n: number;
  /** The words that it stands for. */
  readonly lexemes: readonly Lexeme[];
}

/** The parts of a question: its words and phrases first. */
export async function partsOf(
  tx: Transaction,
  tenant: Tenant,
  { wanted, joined }: Question,
  vocabulary: Vocabulary,
): Promise<readonly Part[]> {
  // The vocabulary has words of what a limited key does not see.
  const others =
    tenant.limits === undefined
      ? await lookedUp(tx, tenant, wanted, vocabulary)
      : wanted.flatMap(beginningOf);
  const inOne = joined.map((term) => ({ ...ownPart(term), kind: "joined" as const }));
  return [...wanted.map(ownPart), ...inOne, ...others];
}

function ownPart(term: Analyzed): Part {
  const { lexemes } = term;
  const [first] = lexemes;
  const exact = lexemes.length === 1 && first?.stem !== undefined ? writeExact(first.word) : null;
  const n = Math.min(...lexemes.map((lexeme) => lexeme.n));
  return { term, kind: "own", match: writeAll([term], []), exact, n, lexemes };
}

/** Completions of the last word, and likely spellings of words that occur nowhere. */
async function lookedUp(
  tx: Transaction,
  tenant: Tenant,
  wanted: readonly Analyzed[],
  vocabulary: Vocabulary,
): Promise<readonly Part[]> {
  const open = wanted.find(({ isOpen }) => isOpen);
  const prefix = open?.lexemes.at(-1)?.word;
  const unknown = wanted.flatMap((term) => unknownWord(term) ?? []);
  const [completions, near] = await allSettledOrThrow([
    prefix === undefined ? [] : completionsOf(tx, tenant, prefix, vocabulary),
    nearestTo(tx, tenant, unknown, vocabulary),
  ]);
  return wanted.flatMap((term) => {
    // The beginning of a word is not a misspelling.
    if (term === open && completions.length > 0) return otherPart(term, "completion", completions);
    const words = near.get(unknownWord(term) ?? "") ?? [];
    return words.length === 0 ? [] : otherPart(term, "near", words);
  });
}

/** Any of some words, in place of the last one. */
function otherPart(term: Analyzed, kind: Part["kind"], words: readonly WrittenWord[]): Part {
  const ways = words.map(({ word, n }) => withLast(term, { word, stem: undefined, n }));
  const match = ways.map((way) => writeAll([way], [])).join(" | ");
  const n = words.reduce((sum, word) => sum + word.n, 0);
  return { term, kind, match, exact: null, n, lexemes: ways.flatMap(({ lexemes }) => lexemes.at(-1) ?? []) };
}

/** The last word as the beginning of one, where the words that it may have are not known. */
function beginningOf(term: Analyzed): readonly Part[] {
  const word = term.lexemes.at(-1)?.word;
  if (word === undefined || !term.isOpen) return [];
  const last: Lexeme = { word, stem: undefined, n: 0, isPrefix: true };
  const match = writeAll([withLast(term, last)], []);
  return [{ term, kind: "completion", match, exact: null, n: 0, lexemes: [last] }];
}

/** The word of a term that occurs nowhere, if it is letters only: numbers, versions and identifiers are meant as typed. */
function unknownWord({ lexemes, isQuoted }: Analyzed): string | undefined {
  const [first, second] = lexemes;
  if (first === undefined || second !== undefined || isQuoted || first.n > 0) return undefined;
  return /^[\p{L}\p{M}]+$/u.test(first.word) ? first.word : undefined;
}
