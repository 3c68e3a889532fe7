// Finds the hits of all kinds in as few rounds as possible.

import { allSettledOrThrow } from "../database/all-settled.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { Analyzed, Lexeme, Question } from "./analyze.ts";
import type { SearchTarget } from "./candidates.ts";
import { anyWord, otherWords, type Widened, widen } from "./expand.ts";
import { browse, type Found, findAll, merge } from "./hits.ts";
import { neighbors } from "./neighbors.ts";
import { findPartialMatches } from "./partial-matches.ts";
import type { SearchKind, SearchRequest } from "./request.ts";
import { writeAll, writeRank } from "./tsquery.ts";

/** The hits, by kind. */
export type Lists = Readonly<Partial<Record<SearchKind, readonly Found[]>>>;

/** The hits, and the words searched besides those of the question. */
export interface Hits {
  readonly lists: Lists;
  readonly words: readonly Lexeme[];
}

/** Below this number of hits, words may be misspelled. */
const minHitsWithoutSpelling = 5;

/** Maximum words used for ranking: it takes quadratic time, and common words hardly distinguish texts. */
const maxRanked = 6;

function rarestOf(wanted: readonly Analyzed[]): readonly Analyzed[] {
  let room = maxRanked;
  return wanted
    .toSorted((a, b) => rarity(a) - rarity(b))
    .flatMap((each) => {
      const lexemes = each.lexemes.slice(0, room);
      room -= lexemes.length;
      return lexemes.length === 0 ? [] : [{ ...each, lexemes }];
    });
}

function rarity({ lexemes }: Analyzed): number {
  return Math.min(...lexemes.map(({ n }) => n));
}

/** Finds the hits of a question. */
export async function findHits(
  tx: Transaction,
  tenant: Tenant,
  question: Question,
  request: SearchRequest,
): Promise<Hits> {
  const { include, limit, filter, memory } = request;
  // Relationships are also found by their entities.
  const kinds = [
    ...new Set([...include, ...(include.includes("relationships") ? ["entities" as const] : [])]),
  ];
  const places = kinds.map((kind) => ({ kind, tenant, filter, memory }));
  const query = writeAll(question.wanted, question.excluded);
  if (question.wanted.length === 0) {
    const lists = places.map(async (place) => [place.kind, await browse(tx, place, query, limit)] as const);
    return { lists: Object.fromEntries(await allSettledOrThrow(lists)), words: [] };
  }
  const wanted = { match: query, rank: writeRank(rarestOf(question.wanted)) };
  const first = await allSettledOrThrow(places.map(async (place) => await findAll(tx, place, wanted, limit)));
  const isShort = first.some((found) => found.length < limit);
  const widened = isShort ? await widen(tx, tenant, question) : [];
  const more = places.map(async (place, at) => {
    const found = first[at] ?? [];
    const wider = { place, excluded: question.excluded, widened, limit };
    return [place.kind, found.length < limit ? await findMore(tx, wider, found) : found] as const;
  });
  const lists: Lists = Object.fromEntries(await allSettledOrThrow(more));
  const words = widened.flatMap(({ completions, near }) => completions.concat(near));
  const beginnings = widened.flatMap(({ beginning }) => beginning?.lexemes.at(-1) ?? []);
  return {
    lists: await withNeighbors(tx, lists, { question, request, tenant }),
    words: [...words.map(({ word, n }) => ({ word, n, stem: undefined })), ...beginnings],
  };
}

/** A question with alternatives for its words. */
interface Wider {
  readonly place: SearchTarget;
  readonly excluded: readonly Analyzed[];
  readonly widened: readonly Widened[];
  readonly limit: number;
}

/** Widens the search as far as needed. */
async function findMore(
  tx: Transaction,
  { place, excluded, widened, limit }: Wider,
  found: readonly Found[],
): Promise<readonly Found[]> {
  const other = await findPartialMatches(
    tx,
    place,
    otherWords(widened, excluded, found.length < minHitsWithoutSpelling),
    limit,
  );
  const both = merge([found, other], limit);
  return both.length > 0 ? both : await findPartialMatches(tx, place, anyWord(widened, excluded), limit);
}

/** The question with its request and tenant. */
interface SearchInput {
  readonly question: Question;
  readonly request: SearchRequest;
  readonly tenant: Tenant;
}

async function withNeighbors(
  tx: Transaction,
  lists: Lists,
  { question, request, tenant }: SearchInput,
): Promise<Lists> {
  const { include, limit, filter } = request;
  const { entities = [], relationships = [] } = lists;
  if (!include.includes("relationships") || relationships.length === limit) return lists;
  const place: SearchTarget = { kind: "relationships", tenant, filter };
  const near = await neighbors(tx, place, entities, writeAll([], question.excluded), limit);
  return { ...lists, relationships: merge([relationships, near], limit) };
}
