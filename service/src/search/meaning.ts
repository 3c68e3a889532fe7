// Meaning in a search: what it is asked for, how hits by words are ordered by it as well, and what it finds that has none of the words.

import { type RawBuilder, sql } from "kysely";
import { allSettledOrThrow } from "../database/all-settled.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { type EmbeddingKind, embeddingKinds } from "../embeddings/kinds.ts";
import type { Meaning } from "../embeddings/models.ts";
import { reorder, reordered, vectorsOf } from "../embeddings/reorder.ts";
import type { Missing } from "../embeddings/rests.ts";
import type { Question } from "./analyze.ts";
import { byAge } from "./arrange.ts";
import { candidates, columnsOf, type SearchTarget } from "./candidates.ts";
import { type Found, merge, statementName } from "./hits.ts";
import type { MeaningState, SearchKind, SearchRequest } from "./request.ts";
import { foldSame } from "./said.ts";
import { sumOf } from "./threads.ts";
import { writeAll } from "./tsquery.ts";

/** What a search knows of its meaning, once its hits by words are found. */
export type Asked = Promise<Answer | Missing>;

/** What is meant, and the rows that mean about that; they may be those of others. */
interface Answer {
  readonly meaning: Meaning;
  readonly near: ReadonlyMap<SearchKind, readonly string[]>;
  /** The words that none of them may have, as a query. */
  readonly without: string;
}

/** Begins to ask what the words mean, and to look for what means that; undefined if nothing is to be ordered by it. */
export function askMeaning(
  tenant: Tenant,
  { include, meaning: questions, memory }: SearchRequest,
  { wanted, meant, excluded }: Pick<Question, "excluded" | "meant" | "wanted">,
): Asked | undefined {
  if (questions === undefined || wanted.length === 0 || !include.some(hasMeaning)) return undefined;
  return (async () => {
    const meaning = await questions.ask(tenant.organizationId, meant);
    if (typeof meaning === "string") return meaning;
    const kinds = embeddingKinds.filter(({ name }) => include.includes(name));
    const near = kinds.map(async (kind) => {
      const found = questions.near?.(tenant, { kind, meaning, subjectId: memory?.subject_id });
      // A search never fails for it.
      return [kind.name, (await found?.catch(() => [])) ?? []] as const;
    });
    return { meaning, near: new Map(await allSettledOrThrow(near)), without: writeAll([], excluded) };
  })();
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
  readonly answer: Answer;
}

/** The hits of a kind in their order, with what is found by its meaning alone; undefined if none of them has a vector. */
async function orderedBy(
  tx: Transaction,
  tenant: Tenant,
  { kind, hits: byWords, answer }: Orderable,
  { meaning, prefer, filter, memory, limit }: SearchRequest,
): Promise<readonly Found[] | undefined> {
  const place: SearchTarget = { kind: kind.name, tenant, filter, memory };
  const others = await findNear(tx, place, byWords, answer);
  // In scores, sums are pressed together: those of a long question would hardly differ.
  const found = [byWords, others].flatMap((hits) => hits.map((hit) => ({ ...hit, sum: sumOf(hit) })));
  const ids = found.map(({ id }) => id);
  const vectors = await vectorsOf(tx, tenant, kind, answer.meaning.model, ids);
  if (vectors.size === 0) return byWords.length === 0 ? byWords : undefined;
  const hits = reorder(found, answer.meaning.vector, vectors, meaning?.weight ?? 0);
  if (kind.name !== "memories") return merge([hits], limit);
  const arranged = byAge(hits, prefer);
  return others.length === 0 ? arranged : await foldSame(tx, place, arranged);
}

/** The rows that mean about what is asked, but for those that words have found already: of what the database lets the caller find, by all that a search is limited by. */
async function findNear(
  tx: Transaction,
  place: SearchTarget,
  byWords: readonly Found[],
  { near, without }: Answer,
): Promise<readonly Found[]> {
  const known = new Set(byWords.map(({ id }) => id));
  const ids = near.get(place.kind)?.filter((id) => !known.has(id)) ?? [];
  if (ids.length === 0) return [];
  const isLeft = without === "" ? sql`true` : sql`e.search @@ ${without}::tsquery`;
  const condition: RawBuilder<boolean> = sql`(e.id = any(${ids}::uuid[]) and ${isLeft})`;
  const rows = candidates(place, { condition, most: ids.length, isNewest: false });
  return await tx.all(
    sql<Found>`select project_id, id, new_at, 0::float8 as score${columnsOf(place.kind)} from (${rows}) e`,
    without === "" ? statementName(place, "near") : undefined,
  );
}
