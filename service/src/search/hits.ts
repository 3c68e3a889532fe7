// Hits: their order, and the newest ones.

import { type RawBuilder, sql } from "kysely";
import type { Transaction } from "../database/transaction.ts";
import type { Mixed } from "../embeddings/reorder.ts";
import { type Candidate, candidates, columnsOf, type SearchTarget } from "./candidates.ts";
import type { SearchKind } from "./request.ts";
import { planned } from "./search-role.ts";

/** A hit. Scores are between 0 and 1; a row with all words as asked has at least 0.5. */
export interface Found extends Candidate {
  readonly score: number;
  /** What each part of the question counts for in the score, in proportion; null if the row does not have it, or if nothing is explained. */
  readonly parts?: readonly (number | null)[] | null;
  /** Of a passage: how many passages of its document were found. */
  readonly passages?: number;
  /** How much of the score comes from what stands next to it in its thread. */
  readonly fromThread?: number;
  /** How many rows it stands for, where more than one: those that are the same, and it. */
  readonly copies?: number;
  /** What of the score is for words and what for meaning, if it is for both. */
  readonly mixed?: Mixed;
}

/** This many of the newest rows are searched where there are too many hits to rank them all. */
const maxNewest = 10_000;

/** By score, then the newest first, then by ID. */
export const best: RawBuilder<unknown> = sql`order by score desc, new_at desc, id`;

/** Maximum passages of a document in a list: a long one does not fill it. */
export const maxOfDocument = 3;

/** The best of `rows`, which have scores and these columns besides; of passages, few of each document. */
export function bestOf<Row extends Found>(
  kind: SearchKind,
  rows: RawBuilder<Row>,
  limit: number,
  columns: RawBuilder<unknown> = sql``,
): RawBuilder<Row> {
  if (kind !== "documents") return sql`${rows} ${best} limit ${limit}`;
  return sql`
    select project_id, id, new_at, score, document_id, passages ${columns} from (
      select r.*, row_number() over (partition by document_id ${best}) as place, count(*) over (partition by document_id)::int as passages
      from (${rows}) r
    ) r where place <= ${sql.lit(maxOfDocument)} ${best} limit ${limit}`;
}

/** How many rows of a table a list may have. */
export function roomFor(kind: SearchKind, table: RawBuilder<unknown>): RawBuilder<unknown> {
  if (kind !== "documents") return sql`(select count(*) from ${table})`;
  return sql`(select coalesce(sum(n), 0) from (select least(count(*), ${sql.lit(maxOfDocument)}) as n from ${table} group by document_id) d)`;
}

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
  // A page may have few passages of the newest document.
  const isPage = query === "" && place.kind !== "documents";
  const rows = isPage ? newest(place, limit) : newest(place);
  const isLeft = query === "" ? sql`true` : sql`h.search @@ ${query}::tsquery`;
  const statement = sql<Found>`
    select project_id, id, new_at, 0::float8 as score${columnsOf(place.kind)}
    from (${rows}) h where ${isLeft}`;
  return await planned(tx, bestOf(place.kind, statement, limit), { walks: true });
}

/** Merges lists: each row once, with its best score. */
export function merge(lists: readonly (readonly Found[])[], limit: number): readonly Found[] {
  const byId = new Map<string, Found>();
  for (const found of lists.flat()) {
    const other = byId.get(found.id);
    if (other === undefined || other.score < found.score) byId.set(found.id, found);
  }
  const places = new Map<string, number>();
  const few = [...byId.values()].toSorted(compare).filter(({ document_id: id }) => {
    if (id === undefined) return true;
    const place = (places.get(id) ?? 0) + 1;
    places.set(id, place);
    return place <= maxOfDocument;
  });
  return few.slice(0, limit);
}

/** The order of {@link best}. */
export function compare(a: Found, b: Found): number {
  return b.score - a.score || b.new_at.getTime() - a.new_at.getTime() || (a.id < b.id ? -1 : 1);
}

/** The name of a prepared statement: a filter changes the text, and a name stands for one text. */
export function statementName({ kind, filter, memory }: SearchTarget, what: string): string | undefined {
  const limit = kind === "memories" ? memory : filter;
  return limit === undefined ? `search.${kind}.${what}` : undefined;
}
