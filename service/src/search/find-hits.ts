// Finds the hits of all kinds in as few rounds as possible.

import { allSettledOrThrow } from "../database/all-settled.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { Question } from "./analyze.ts";
import { browseOnce, rankMemories } from "./arrange.ts";
import type { SearchTarget } from "./candidates.ts";
import { type Found, merge } from "./hits.ts";
import { neededOf } from "./meaning.ts";
import { neighbors } from "./neighbors.ts";
import { type Part, partsOf } from "./parts.ts";
import { rankFurther } from "./rank.ts";
import type { SearchKind, SearchRequest } from "./request.ts";
import { writeAll } from "./tsquery.ts";
import type { Vocabulary } from "./word-lookup.ts";

/** The hits, by kind. */
export type Lists = Readonly<Partial<Record<SearchKind, readonly Found[]>>>;

/** The hits, and the parts of the question, by which their scores are made. */
export interface Hits {
  readonly lists: Lists;
  readonly parts: readonly Part[];
  /** Those of them that counted. */
  readonly counting: readonly Part[];
}

/** Finds the hits of a question, which was analyzed with a vocabulary. */
export async function findHits(
  tx: Transaction,
  tenant: Tenant,
  question: Question,
  request: SearchRequest,
  vocabulary: Vocabulary,
): Promise<Hits> {
  const { include, limit, filter, memory, isExplained = false, prefer } = request;
  // Relationships are also found by their entities.
  const kinds = [
    ...new Set([...include, ...(include.includes("relationships") ? ["entities" as const] : [])]),
  ];
  const places = kinds.map((kind) => ({ kind, tenant, filter, memory }));
  const without = writeAll([], question.excluded);
  if (question.wanted.length === 0) {
    const lists = places.map(
      async (place) => [place.kind, await browseOnce(tx, place, without, limit)] as const,
    );
    return { lists: Object.fromEntries(await allSettledOrThrow(lists)), parts: [], counting: [] };
  }
  const parts = await partsOf(tx, tenant, question, vocabulary);
  const ranked = await allSettledOrThrow(
    places.map(async (place) => {
      const ranking = { question, parts, limit: neededOf(place.kind, request), isExplained };
      return place.kind === "memories"
        ? await rankMemories(tx, place, ranking, prefer)
        : await rankFurther(tx, place, ranking);
    }),
  );
  const lists: Lists = Object.fromEntries(places.map(({ kind }, at) => [kind, ranked[at]?.found ?? []]));
  const counting = parts.filter((part) => ranked.some((each) => each.counting.includes(part)));
  const { entities = [], relationships = [] } = lists;
  if (!include.includes("relationships") || relationships.length === limit) return { lists, parts, counting };
  const place: SearchTarget = { kind: "relationships", tenant, filter };
  const near = await neighbors(tx, place, entities, without, limit);
  return { lists: { ...lists, relationships: merge([relationships, near], limit) }, parts, counting };
}
