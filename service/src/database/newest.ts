// Lists ordered from newest to oldest, one page at a time.

import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { isInstant } from "../values/instant.ts";
import { isUuid } from "../values/uuid.ts";
import {
  decodeCursor,
  defaultLimit,
  encodeCursor,
  type Measured,
  type Page,
  rowsOfPage,
  type Size,
  toPage,
} from "./page.ts";
import type { Transaction } from "./transaction.ts";

/** The order of such a list; rows of the same instant are in the order of their IDs. */
export const newestFirst: RawBuilder<unknown> = sql`created_at desc, id`;

/** The members of a row that set its position in such a list. */
interface Dated extends Measured {
  readonly id: string;
  readonly created_at: Date;
}

/** The requested page. */
interface Wanted {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A forged cursor is refused here, before it reaches the database. */
const forms = [isInstant, isUuid];

/**
 * A page of the rows that these queries select together, newest first. No row may be in two of them: where an `or` would make the database
 * sort all rows, two queries let it walk one index each. Throws a {@link Problem} for a cursor that no list has returned.
 */
export async function readNewest<Database, Table extends keyof Database, Row extends Dated>(
  tx: Transaction,
  queries: readonly SelectQueryBuilder<Database, Table, Row>[],
  { limit = defaultLimit, cursor }: Wanted,
  size?: Size,
): Promise<Page<Row>> {
  const rows: (Row & Measured)[] = [];
  for (const query of queries) {
    const wanted = query
      .where(afterCursor(cursor))
      .orderBy(newestFirst)
      .limit(limit + 1);
    rows.push(...(await rowsOfPage(tx, wanted, newestFirst, size)));
  }
  return newestPage(rows.toSorted(byAge), limit);
}

/** The condition on the rows of a page: those after its cursor. Throws a {@link Problem} for a cursor that no list has returned. */
export function afterCursor(cursor: string | undefined): RawBuilder<SqlBool> {
  if (cursor === undefined) return sql`true`;
  const [at, id] = decodeCursor(cursor, forms);
  // An index can answer the first half of the condition.
  return sql`(created_at <= ${at}::timestamptz and (created_at < ${at}::timestamptz or id > ${id}::uuid))`;
}

/** A page of such a list, from rows of which there is one more than fits if there is a next page. */
export function newestPage<Row extends Dated>(rows: readonly Row[], limit: number): Page<Row> {
  return toPage(rows, limit, keyOf);
}

/** The cursor of a page that begins after this row. */
export function cursorAfter(row: Dated): string {
  return encodeCursor(keyOf(row));
}

function keyOf({ id, created_at }: Dated): readonly string[] {
  return [created_at.toISOString(), id];
}

function byAge(a: Dated, b: Dated): number {
  return b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? -1 : 1);
}
