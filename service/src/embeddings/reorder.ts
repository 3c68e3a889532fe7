// Orders what a search has found by its words anew: by its words and its meaning.

import { sql } from "kysely";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { EmbeddingKind } from "./kinds.ts";
import type { Model } from "./models.ts";
import { dot, fromStored, normalized, type Stored } from "./vector.ts";

/** A hit, as far as it is ordered. */
interface Scored {
  readonly id: string;
  readonly score: number;
  /** What its words count together. */
  readonly sum: number;
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

/** How many of the best hits by words say what is asked for as well, and how much of the meaning is how near a hit is to them. */
const [exemplary, ofOthers] = [6, 0.4];
/** As if so many hits more had nothing in common with the others: of a few hits, what they have in common is what they mean. */
const unalike = 10;

/**
 * The vectors of these rows, by their IDs. Policies hide those of rows that the caller may not read, and the statement itself names the
 * organization; a row without a vector is left out.
 */
export async function vectorsOf(
  tx: Transaction,
  { organizationId }: Pick<Tenant, "organizationId">,
  { table, id, owner }: EmbeddingKind,
  model: Model,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Float32Array>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.all(
    sql<Stored & { readonly id: string }>`select ${id} as id, vector, scale from ${table}
      where organization_id = ${organizationId}::uuid and ${id} = any(${[...ids]}::uuid[]) and model = ${model.id} and vector is not null`,
    `embedding.read.${owner}`,
  );
  return new Map(rows.map(({ id: each, ...stored }) => [each, fromStored(stored)]));
}

/** What is found by its meaning alone is at least so near to the question, as a share of what is nearest: something always is. */
const nearEnough = 0.5;
/** What the best hit gets if none has any of the words: as much as nearly all words. */
const mostWithoutWords = 0.5;

/**
 * The hits with scores for words and meaning: words / most words + weight × meaning / most meaning, as a part of what words alone can get. A hit
 * without a vector counts as what the others mean on average, so that it is ordered by its words. Of those without words, which have a sum of 0, what
 * has no vector or is not near is left out.
 */
export function reorder<Hit extends Scored>(
  hits: readonly Hit[],
  question: Float32Array,
  vectors: ReadonlyMap<string, Float32Array>,
  weight: number,
): readonly (Hit & { readonly mixed: Mixed })[] {
  const most = Math.max(...hits.map(({ score }) => score)) || mostWithoutWords;
  const mostWords = Math.max(...hits.map(({ sum }) => sum)) || 1;
  const meanings = meaningsOf(hits, question, vectors);
  return hits.flatMap((hit, at) => {
    const { toQuestion = 0, mean = 0 } = meanings[at] ?? {};
    const isFound = hit.sum > 0 || (vectors.has(hit.id) && toQuestion >= nearEnough);
    if (!isFound) return [];
    const words = (most * (hit.sum / mostWords)) / (1 + weight);
    const meaning = (weight * most * mean) / (1 + weight);
    return [{ ...hit, score: words + meaning, mixed: { words, meaning, alone: hit.score } }];
  });
}

/** How near a hit is: from 0 to 1, which is the nearest. */
interface Nearness {
  readonly toQuestion: number;
  /** To the question, and to the best hits by words. */
  readonly mean: number;
}

/** How near each hit is. */
function meaningsOf(
  hits: readonly Scored[],
  question: Float32Array,
  vectors: ReadonlyMap<string, Float32Array>,
): readonly Nearness[] {
  // What is nearest to the question has its direction in common.
  const common = inCommon(hits.flatMap(({ id, sum }) => (sum > 0 ? (vectors.get(id) ?? []) : [])));
  const apart = (vector: Float32Array): Float32Array =>
    normalized(vector.map((each, at) => each - (common[at] ?? 0))) ?? vector;
  const asked = apart(question);
  const directions = hits.map(({ id }) => {
    const vector = vectors.get(id);
    return vector && apart(vector);
  });
  const examples = hits
    .flatMap(({ sum }, at) => {
      const vector = directions[at];
      return vector === undefined ? [] : [{ vector, sum }];
    })
    .toSorted((a, b) => b.sum - a.sum)
    .slice(0, exemplary);
  const toQuestion = directions.map((vector) => vector && dot(asked, vector));
  const toOthers = directions.map((vector) => vector && nearness(vector, examples));
  const [byQuestion, byOthers] = [shares(toQuestion), shares(toOthers)];
  return byQuestion.map((each, at) => ({
    toQuestion: each,
    mean: (1 - ofOthers) * each + ofOthers * (byOthers[at] ?? 0),
  }));
}

/** What the vectors have in common, which tells none of them from another. */
function inCommon(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (const [at, each] of vector.entries()) sum[at] = (sum[at] ?? 0) + each;
  return sum.map((each) => each / (vectors.length + unalike));
}

/** How near a vector is to the others of these, each for as much as its words count. */
function nearness(
  vector: Float32Array,
  examples: readonly { readonly vector: Float32Array; readonly sum: number }[],
): number {
  let [near, all] = [0, 0];
  for (const example of examples) {
    if (example.vector === vector) continue;
    near += example.sum * dot(vector, example.vector);
    all += example.sum;
  }
  return all === 0 ? 0 : near / all;
}

/** Shares of the largest; what is not known is the mean of the others. */
function shares(values: readonly (number | undefined)[]): readonly number[] {
  const known = values.flatMap((each) => (each === undefined ? [] : [Math.max(each, 0)]));
  const most = Math.max(...known, Number.MIN_VALUE);
  const mean = known.reduce((sum, each) => sum + each, 0) / Math.max(known.length, 1);
  return values.map((each) => Math.max(each ?? mean, 0) / most);
}
