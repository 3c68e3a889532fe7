// Finds and ranks rows without reading their contents. No statement ranks everything, as a common word is in too many texts.

import { type RawBuilder, sql } from "kysely";
import { allSettledOrThrow } from "../database/all-settled.ts";
import type { Transaction } from "../database/transaction.ts";
import { type Candidate, candidates, type SearchTarget } from "./candidates.ts";

/** A hit. Scores are between 0 and 1; a row with all words as asked has at least 0.5. */
export interface Found extends Candidate {
  readonly score: number;
}

interface Counted extends Found {
  /** The number of rows ranked with it. */
  readonly n: number;
}

/** A query that selects, and one that ranks. */
export interface RankedQuery {
  readonly match: string;
  readonly rank: string;
}

/** Maximum hits ranked per query. */
export const maxHits: number = 5000;
/** If there are more, this many of the newest rows are searched as well. */
const maxNewest = 10_000;
/** Weights of stems in properties, words in properties, stems in names and contents, words in names and contents. */
export const weights: RawBuilder<unknown> = sql`'{0.2, 0.4, 0.8, 1}'::real[]`;

/** By score, then the newest first, then by ID. */
export const best: RawBuilder<unknown> = sql`order by score desc, new_at desc, id`;

/** The rows that match a query, best first. */
export async function findAll(
  tx: Transaction,
  place: SearchTarget,
  { match, rank }: RankedQuery,
  limit: number,
): Promise<readonly Found[]> {
  const [tsquery, rankQuery] = [sql`${match}::tsquery`, sql`${rank}::tsquery`];
  const any = candidates(place, { condition: sql`e.search @@ ${tsquery}`, most: maxHits, isNewest: false });
  const found = await tx.all(ranked(sql`(${any})`, rankQuery, limit), statementName(place, "all"));
  if ((found[0]?.n ?? 0) < maxHits) return found;
  const newest = candidates(place, { condition: sql`true`, most: maxNewest, isNewest: true });
  const matching = sql`(select * from (${newest}) e where e.search @@ ${tsquery} limit ${maxHits})`;
  const [, recent] = await allSettledOrThrow([
    tx.run("set local enable_indexscan = on"),
    tx.all(ranked(matching, rankQuery, limit), statementName(place, "newest")),
    tx.run("set local enable_indexscan = off"),
  ]);
  return merge([found, recent], limit);
}

function ranked(rows: RawBuilder<unknown>, tsquery: RawBuilder<unknown>, limit: number): RawBuilder<Counted> {
  return sql`
    select project_id, id, new_at, n, 0.5 + rank / (2 + 2 * rank) as score
    from (select c.*, ts_rank(${weights}, c.search, ${tsquery}, 1)::float8 as rank, count(*) over ()::int as n from ${rows} c) h
    ${best} limit ${limit}`;
}

/** The newest rows that match a query of exclusions. */
export async function browse(
  tx: Transaction,
  place: SearchTarget,
  query: string,
  limit: number,
): Promise<readonly Found[]> {
  const newest = candidates(place, {
    condition: sql`true`,
    most: query === "" ? limit : maxNewest,
    isNewest: true,
  });
  const isLeft = query === "" ? sql`true` : sql`h.search @@ ${query}::tsquery`;
  const statement = sql<Found>`
    select project_id, id, new_at, 0::float8 as score from (${newest}) h
    where ${isLeft} ${best} limit ${limit}`;
  const [, found] = await allSettledOrThrow([
    tx.run("set local enable_indexscan = on"),
    tx.all(statement),
    tx.run("set local enable_indexscan = off"),
  ]);
  return found;
}

/** Merges lists: each row once, with its best score. */
export function merge(lists: readonly (readonly Found[])[], limit: number): readonly Found[] {
  const byId = new Map<string, Found>();
  for (const found of lists.flat()) {
    const other = byId.get(found.id);
    if (other === undefined || other.score < found.score) byId.set(found.id, found);
  }
  return [...byId.values()].toSorted(compare).slice(0, limit);
}

function compare(a: Found, b: Found): number {
  return b.score - a.score || b.new_at.getTime() - a.new_at.getTime() || (a.id < b.id ? -1 : 1);
}

/** The name of a prepared statement: a filter changes the text, and a name stands for one text. */
export function statementName({ kind, filter, memory }: SearchTarget, what: string): string | undefined {
  const limit = kind === "memories" ? memory : filter;
  return limit === undefined ? `search.${kind}.${what}` : undefined;
}
