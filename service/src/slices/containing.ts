// Finds the stored slices that an entity is in.

import { type RawBuilder, type Selectable, sql } from "kysely";
import { compile, createCatalog, namesIn } from "slice-cql";
import { compilePredicate } from "slice-cql/predicate";
import { lookUp } from "../catalog/catalog.ts";
import { afterCursor, cursorAfter, newestFirst, newestPage } from "../database/newest.ts";
import type { Page } from "../database/page.ts";
import type { SliceTable } from "../database/tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { createYield } from "../values/yield-to-event-loop.ts";
import { slicesOf } from "./stored.ts";

type Row = Selectable<SliceTable>;

/** Slices read per batch, and bytes of their queries after which a batch ends. */
const [batchRows, batchBytes] = [500, 64 << 10];
/**
 * Maximum characters of queries read per page: fifty of the longest fit. Each slice counts for some more, and so does each ID of a name in
 * it, as one name may stand for many.
 */
const [pageLength, rowLength, idLength] = [4 << 20, 256, 36];

interface Asked {
  readonly limit: number;
  readonly cursor: string | undefined;
  /** Whether the client has closed the connection. */
  readonly isGone: () => boolean;
}

/**
 * A page of the stored slices of the project that an entity is in at the instant of the transaction, newest first. Each is compiled again, because its
 * names may have other IDs by now, yielding to other requests in between. If the queries exceed the maximum of a page, it may
 * have fewer slices than fit, and still a cursor; so does the page of a client that is gone.
 */
export async function slicesWith(
  tx: Transaction,
  tenant: Tenant,
  entity: object,
  { limit, cursor, isGone }: Asked,
): Promise<Page<Row>> {
  const found: Row[] = [];
  let [place, left] = [cursor, pageLength];
  while (left > 0 && !isGone()) {
    const rows = await tx.all(batchAfter(tenant, place));
    const last = rows.at(-1);
    if (last === undefined) return newestPage(found, limit);
    const { matched, length } = await matching(tx, tenant, rows, entity);
    found.push(...matched);
    if (found.length > limit) return newestPage(found, limit);
    place = cursorAfter(last);
    left -= length;
  }
  return { items: found, next_cursor: place ?? null };
}

function batchAfter(tenant: Tenant, cursor: string | undefined): RawBuilder<Row> {
  return sql<Row>`
    select project_id, id, name, cql, promoted, key_id, created_at from (
      select *, sum(octet_length(cql)) over (order by ${newestFirst} rows unbounded preceding) - octet_length(cql) as before
      from slice where ${slicesOf(tenant)} and ${afterCursor(cursor)} order by ${newestFirst} limit ${batchRows}
    ) s where before < ${batchBytes} order by ${newestFirst}`;
}

/** The slices of a batch that the entity is in, and how much of the page's maximum the batch takes. */
interface Looked {
  readonly matched: readonly Row[];
  readonly length: number;
}

async function matching(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly Row[],
  entity: object,
): Promise<Looked> {
  const nextTurn = createYield();
  const named: { readonly row: Row; readonly names: ReturnType<typeof namesIn> }[] = [];
  for (const row of rows) {
    await nextTurn();
    named.push({ row, names: namesIn(row.cql) });
  }
  const all = (table: "shapes" | "sources"): string[] => [
    ...new Set(named.flatMap(({ names }) => names[table])),
  ];
  const catalog = createCatalog(await lookUp(tx, tenant, { shapes: all("shapes"), sources: all("sources") }));
  const now = await tx.now();
  const matched: Row[] = [];
  let length = 0;
  for (const { row, names } of named) {
    await nextTurn();
    const ids =
      names.shapes.reduce((sum, name) => sum + catalog.shapes.idsOf(name).length, 0) +
      names.sources.reduce((sum, name) => sum + catalog.sources.idsOf(name).length, 0);
    length += rowLength + row.cql.length + ids * idLength;
    const compiled = compile(row.cql, { catalog, now });
    // A text that is no longer a valid query, or was imported and never was one, has no entities.
    if (compiled.ok && compilePredicate(compiled.filter_definition)(entity)) matched.push(row);
  }
  return { matched, length };
}
