// Hits: their order, and the newest ones.

import { type RawBuilder, sql } from "kysely";
import type { Transaction } from "../database/transaction.ts";
import { type Candidate, candidates, type SearchTarget } from "./candidates.ts";
import { planned } from "./search-role.ts";

/** A hit. Scores are between 0 and 1; a row with all words as asked has at least 0.5. */
export interface Found extends Candidate {
  readonly score: number;
  /** What each part of the question counts for in the score, in proportion; null if the row does not have it, or if nothing is explained. */
  readonly parts?: readonly (number | null)[] | null;
}

/** This many of the newest rows are searched where there are too many hits to rank them all. */
const maxNewest = 10_000;

/** By score, then the newest first, then by ID. */
export const best: RawBuilder<unknown> = sql`order by score desc, new_at desc, id`;

/** The newest rows, as {@link candidates}; all that a page needs, or enough to search them. */
export function newest(place: SearchTarget, most: number = maxNewest): RawBuilder<Candidate> {
  return candidates(place, { condition: sql`true`, most, isNewest: true });
}

/** The newest rows that match a query of exclusions. */
export async function browse(
  tx: Transaction,
  place: SearchTarget,
  query: string,
  limit: number,
): Promise<readonly Found[]> {
  const rows = query === "" ? newest(place, limit) : newest(place);
  const isLeft = query === "" ? sql`true` : sql`h.search @@ ${query}::tsquery`;
  const statement = sql<Found>`
    select project_id, id, new_at, 0::float8 as score from (${rows}) h
    where ${isLeft} ${best} limit ${limit}`;
  return await planned(tx, statement, { walks: true });
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
