// Which stored slices an entity is in.

import { type RawBuilder, type Selectable, sql } from "kysely";
import { createCatalog, namesIn } from "slice-cql";
import { SliceIndex } from "slice-cql/match";
import { lookUp } from "../catalog/catalog.ts";
import type { SliceTable } from "../database/tables.ts";
import type { Scope, Transaction } from "../database/transaction.ts";
import { afterCursor, cursorAfter, newestFirst, newestPage } from "../lists/newest.ts";
import type { Page } from "../lists/page.ts";
import { createYield } from "../values/yield-to-event-loop.ts";

type Row = Selectable<SliceTable>;

/** So many slices are read at a time, with so many bytes of queries and the one that exceeds them. */
const [batchRows, batchBytes] = [500, 256 << 10];
/** A page looks through so many characters of queries, of which a slice counts for some more: fifty of the longest fit. */
const [pageLength, rowLength] = [4 << 20, 256];

/**
 * A page of the stored slices of the project that an entity is in at the instant of the transaction, the newest first. Each is compiled again, because its
 * names may stand for other IDs by now; others have their turns meanwhile. In a project with more queries than a page scans, a page may
 * have fewer slices than fit, and yet a cursor.
 */
export async function slicesWith(
  tx: Transaction,
  scope: Scope,
  entity: object,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<Page<Row>> {
  const found: Row[] = [];
  let [place, left] = [cursor, pageLength];
  while (left > 0) {
    const rows = await tx.all(batchAfter(scope, place));
    const last = rows.at(-1);
    if (last === undefined) return newestPage(found, limit);
    found.push(...(await matching(tx, scope, rows, entity)));
    if (found.length > limit) return newestPage(found, limit);
    place = cursorAfter(last);
    left -= rows.reduce((length, { cql }) => length + rowLength + cql.length, 0);
  }
  return { items: found, next_cursor: place ?? null };
}

function batchAfter({ projectId }: Scope, cursor: string | undefined): RawBuilder<Row> {
  return sql<Row>`
    select project_id, id, name, cql, promoted, created_at from (
      select *, sum(octet_length(cql)) over (order by ${newestFirst} rows unbounded preceding) - octet_length(cql) as before
      from slice where project_id = ${projectId} and ${afterCursor(cursor)} order by ${newestFirst} limit ${batchRows}
    ) s where before < ${batchBytes} order by ${newestFirst}`;
}

async function matching(
  tx: Transaction,
  scope: Scope,
  rows: readonly Row[],
  entity: object,
): Promise<readonly Row[]> {
  const nextTurn = createYield();
  const [shapes, sources] = [new Set<string>(), new Set<string>()];
  for (const { cql } of rows) {
    await nextTurn();
    const names = namesIn(cql);
    for (const name of names.shapes) shapes.add(name);
    for (const name of names.sources) sources.add(name);
  }
  const catalog = createCatalog(await lookUp(tx, scope, { shapes: [...shapes], sources: [...sources] }));
  const index = new SliceIndex({ catalog });
  for (const row of rows) {
    await nextTurn();
    addTo(index, row);
  }
  const found = new Set(index.match(entity, await tx.now()));
  return rows.filter(({ id }) => found.has(id));
}

/** A text that is no longer a valid query, or was imported and never was one, has no entities. */
function addTo(index: SliceIndex, { id, cql }: Row): void {
  try {
    index.add(id, cql);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
