// Meaning in a search: what it is asked for, and how hits by words are ordered by it as well.

import type { Tenant, Transaction } from "../database/transaction.ts";
import { type EmbeddingKind, embeddingKinds } from "../embeddings/kinds.ts";
import type { Meaning, Missing } from "../embeddings/questions.ts";
import { reorder, reordered, vectorsOf } from "../embeddings/reorder.ts";
import type { Question } from "./analyze.ts";
import { byAge } from "./arrange.ts";
import { compare, type Found } from "./hits.ts";
import type { MeaningState, SearchKind, SearchRequest } from "./request.ts";
import { sumOf } from "./threads.ts";

/** What a search knows of its meaning, once its hits by words are found. */
export type Asked = Promise<Meaning | Missing>;

/** Begins to ask what the words mean; undefined if nothing is to be ordered by it. */
export function askMeaning(
  { organizationId }: Tenant,
  { include, meaning }: SearchRequest,
  { wanted, meant }: Pick<Question, "meant" | "wanted">,
): Asked | undefined {
  if (meaning === undefined || wanted.length === 0 || !include.some(hasMeaning)) return undefined;
  return meaning.ask(organizationId, meant);
}

function hasMeaning(kind: SearchKind): boolean {
  return embeddingKinds.some(({ name }) => name === kind);
}

/** How many hits of a kind are looked for. */
export function neededOf(kind: SearchKind, { include, limit, meaning }: SearchRequest): number {
  const isOrdered = meaning !== undefined && include.includes(kind) && hasMeaning(kind);
  return isOrdered ? Math.max(limit, reordered) : limit;
}

/** Hits, by kind. */
type Lists = Readonly<Partial<Record<SearchKind, readonly Found[]>>>;

/** The hits of the page, and whether their order is by meaning as well. */
export interface Ordered {
  readonly lists: Lists;
  readonly state: MeaningState | undefined;
}

/** Orders hits that were found by their words; if it is not known in time what these mean, they stay as they are. */
export async function orderByMeaning(
  tx: Transaction,
  tenant: Tenant,
  found: Lists,
  asked: Asked | undefined,
  request: SearchRequest,
): Promise<Ordered> {
  const answer = await asked;
  const lists: Partial<Record<SearchKind, readonly Found[]>> = { ...found };
  const states: MeaningState[] = [];
  for (const kind of embeddingKinds) {
    const hits = found[kind.name];
    if (hits === undefined) continue;
    const isAsked = typeof answer === "object" && request.include.includes(kind.name);
    const ordered = isAsked ? await orderedBy(tx, tenant, { kind, hits, answer }, request) : undefined;
    lists[kind.name] = (ordered ?? hits).slice(0, request.limit);
    if (isAsked) states.push(ordered === undefined ? "pending" : "used");
  }
  return { lists, state: typeof answer === "string" ? answer : stateOf(states) };
}

/** What is said of several lists: `pending` if none of them could be ordered. */
export function stateOf(states: readonly (MeaningState | undefined)[]): MeaningState | undefined {
  const known = states.filter((state) => state !== undefined);
  return (
    known.find((state) => state === "late" || state === "failed") ??
    known.find((state) => state === "used") ??
    known[0]
  );
}

/** Hits of a kind by words, and what is asked for. */
interface Orderable {
  readonly kind: EmbeddingKind;
  readonly hits: readonly Found[];
  readonly answer: Meaning;
}

/** The hits of a kind in their order; undefined if none of them has a vector. */
async function orderedBy(
  tx: Transaction,
  tenant: Tenant,
  { kind, hits: found, answer }: Orderable,
  { meaning, prefer }: SearchRequest,
): Promise<readonly Found[] | undefined> {
  const ids = found.map(({ id }) => id);
  const vectors = await vectorsOf(tx, tenant, kind, answer.model, ids);
  if (vectors.size === 0) return found.length === 0 ? found : undefined;
  // In scores, sums are pressed together: those of a long question would hardly differ.
  const summed = found.map((hit) => ({ ...hit, sum: sumOf(hit) }));
  const hits = reorder(summed, answer.vector, vectors, meaning?.weight ?? 0);
  return kind.name === "memories" ? byAge(hits, prefer) : hits.toSorted(compare);
}
