// Meaning in a search: what it is asked for, and how hits by words are ordered by it as well.

import type { Tenant, Transaction } from "../database/transaction.ts";
import type { Meaning, Missing } from "../embeddings/questions.ts";
import { reorder, reordered, vectorsOf } from "../embeddings/reorder.ts";
import type { Question } from "./analyze.ts";
import { byAge } from "./arrange.ts";
import type { Found } from "./hits.ts";
import type { MeaningState, SearchKind, SearchRequest } from "./request.ts";
import { sumOf } from "./threads.ts";

/** What a search knows of its meaning, once its hits by words are found. */
type Asked = Promise<Meaning | Missing>;

/** Begins to ask what the words mean; undefined if nothing is to be ordered by it. */
export function askMeaning(
  { include, query, meaning }: SearchRequest,
  { wanted }: Pick<Question, "wanted">,
): Asked | undefined {
  if (meaning === undefined || wanted.length === 0 || !include.includes("memories")) return undefined;
  // What is excluded is not meant.
  return meaning.ask(query.replaceAll(/(?<=^|\s)-(?:"[^"]*"|\S+)/g, "").trim());
}

/** How many hits of a kind are looked for. */
export function neededOf(kind: SearchKind, { limit, meaning }: SearchRequest): number {
  return kind === "memories" && meaning !== undefined ? Math.max(limit, reordered) : limit;
}

/** The memories of the page, and whether their order is by meaning as well. */
interface Ordered {
  readonly memories: readonly Found[];
  readonly state?: MeaningState;
}

/** Orders the memories that were found by their words; if it is not known in time what these mean, they stay as they are. */
export async function orderByMeaning(
  tx: Transaction,
  tenant: Tenant,
  found: readonly Found[],
  asked: Asked | undefined,
  { limit, meaning, prefer }: SearchRequest,
): Promise<Ordered> {
  const answer = await asked;
  const page = found.slice(0, limit);
  if (answer === undefined || meaning === undefined) return { memories: page };
  if (typeof answer === "string") return { memories: page, state: answer };
  const ids = found.map(({ id }) => id);
  const vectors = await vectorsOf(tx, tenant, answer.model, ids);
  if (vectors.size === 0) return { memories: page, state: found.length === 0 ? "used" : "pending" };
  // In scores, sums are pressed together: those of a long question would hardly differ.
  const summed = found.map((hit) => ({ ...hit, sum: sumOf(hit) }));
  const hits = reorder(summed, answer.vector, vectors, meaning.weight);
  return { memories: byAge(hits, prefer).slice(0, limit), state: "used" };
}
