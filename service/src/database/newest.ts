// Lists with the newest first, a page at a time.

import { type RawBuilder, type SqlBool, sql } from "kysely";
import { isInstant } from "../http/instant.ts";
import { type Page, pageOf, placeOf } from "../http/page.ts";
import { isUuid } from "../http/uuid.ts";

/** The order of such a list; of two rows of one instant the one with the lower identifier comes first. */
export const newestFirst: RawBuilder<unknown> = sql`created_at desc, id`;

/** Whoever makes up a cursor is told so, rather than the database asked. */
const forms = [isInstant, isUuid];

/** The condition on the rows of a page: those after its cursor. */
export function afterCursor(cursor: string | undefined): RawBuilder<SqlBool> {
  if (cursor === undefined) return sql`true`;
  const [at, id] = placeOf(cursor, forms);
  // The first half is what an index can answer.
  return sql`(created_at <= ${at}::timestamptz and (created_at < ${at}::timestamptz or id > ${id}::uuid))`;
}

/** A page of such a list, from one row more than fits. */
export function newestPage<Row extends { readonly id: string; readonly created_at: Date }>(
  rows: readonly Row[],
  limit: number,
): Page<Row> {
  return pageOf(rows, limit, (row) => [row.created_at.toISOString(), row.id]);
}
