// Orders the memories that a search has found by their words anew: by their words and their meaning.

import { sql } from "kysely";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { Meaning } from "./questions.ts";
import { cosine, type Stored } from "./vector.ts";

/** A hit, as far as it is ordered. */
interface Scored {
  readonly id: string;
  readonly score: number;
}

/** How many hits by words are ordered anew: beyond these, hardly any meaning brings one onto a page. */
export const reordered = 150;

/** What of the score of a hit is for its words, and what for its meaning. */
export interface Mixed {
  readonly words: number;
  readonly meaning: number;
  /** The score for words alone. */
  readonly alone: number;
}

/**
 * The cosines of the question with these memories, by their IDs. Policies hide the vectors of memories that the caller may not recall, and the
 * statement itself names the organization; a memory without a vector is left out.
 */
export async function cosinesOf(
  tx: Transaction,
  { organizationId }: Pick<Tenant, "organizationId">,
  { vector, model }: Meaning,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.all(
    sql<Stored & { readonly memory_id: string }>`select memory_id, vector, scale from embedding
      where organization_id = ${organizationId}::uuid and memory_id = any(${[...ids]}::uuid[]) and model = ${model.id} and vector is not null`,
    "embedding.read",
  );
  return new Map(rows.map(({ memory_id, ...stored }) => [memory_id, cosine(vector, stored)]));
}

/**
 * The hits with scores for words and meaning: words / most words + weight × cosine / most cosine, as a part of what words alone can get. A memory
 * without a vector counts as what the others mean on average, so that it is ordered by its words.
 */
export function reorder<Hit extends Scored>(
  hits: readonly Hit[],
  cosines: ReadonlyMap<string, number>,
  weight: number,
): readonly (Hit & { readonly mixed: Mixed })[] {
  const known = hits.flatMap(({ id }) => cosines.get(id) ?? []).map((each) => Math.max(each, 0));
  const mean = known.reduce((sum, each) => sum + each, 0) / Math.max(known.length, 1);
  const mostCosine = Math.max(...known, Number.MIN_VALUE);
  const most = Math.max(...hits.map(({ score }) => score));
  return hits.map((hit) => {
    const words = hit.score / (1 + weight);
    const meaning = (weight * most * (Math.max(cosines.get(hit.id) ?? mean, 0) / mostCosine)) / (1 + weight);
    return { ...hit, score: words + meaning, mixed: { words, meaning, alone: hit.score } };
  });
}
