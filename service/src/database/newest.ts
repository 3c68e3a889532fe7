// Lists with the newest first, a page at a time.

import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { isInstant } from "../http/instant.ts";
import { defaultLimit, type Page, pageOf, placeOf } from "../http/page.ts";
import { isUuid } from "../http/uuid.ts";
import type { Transaction } from "./transaction.ts";

/** What has a place in such a list; of two rows of one instant the one with the lower identifier comes first. */
interface Dated {
  readonly id: string;
  readonly created_at: Date;
}

/** Which page is asked for. */
interface Wanted {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Whoever makes up a cursor is told so, rather than the database asked. */
const forms = [isInstant, isUuid];

/**
 * A page of what these queries select together, the newest first. No row may be in two of them: where an `or` would make the database
 * sort all rows, two queries let it walk an index each. Throws a {@link Problem} for a cursor that no list has given.
 */
export async function newestOf<Database, Table extends keyof Database, Row extends Dated>(
  tx: Transaction,
  queries: readonly SelectQueryBuilder<Database, Table, Row>[],
  { limit = defaultLimit, cursor }: Wanted,
): Promise<Page<Row>> {
  const after = cursor === undefined ? sql<SqlBool>`true` : isAfter(placeOf(cursor, forms));
  const rows: Row[] = [];
  for (const query of queries)
    rows.push(
      ...(await tx.all(
        query
          .where(after)
          .orderBy(sql`created_at desc, id`)
          .limit(limit + 1),
      )),
    );
  return pageOf(rows.toSorted(byAge), limit, ({ created_at, id }) => [created_at.toISOString(), id]);
}

/** The first half is what an index can answer. */
function isAfter([at, id]: readonly string[]) {
  return sql<SqlBool>`(created_at <= ${at}::timestamptz and (created_at < ${at}::timestamptz or id > ${id}::uuid))`;
}

function byAge(a: Dated, b: Dated): number {
  return b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? -1 : 1);
}
