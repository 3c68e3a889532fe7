// Reads the rows of an export as lines, a few at a time.

import { sql } from "kysely";
import { ofTenant, type TenantKey } from "../database/of-tenant.ts";
import type { Transaction } from "../database/transaction.ts";
import type { ExportedTable } from "./export-tables.ts";

/** Rows of the first read: any of them may have a megabyte. */
const firstRows = 4;
/** Bytes of lines per read, if the rows are as long as the last ones: reading takes several times as much memory. */
const bytesAtOnce = 1 << 20;

/** The lines of a table, in a fixed order, so that equal data produces equal lines. No two tables can be read at a time. */
export async function* linesOf(
  tx: Transaction,
  tenant: TenantKey,
  { table, members, where = () => sql`true`, order = "id", subjectId, rowsAtOnce }: ExportedTable,
): AsyncGenerator<readonly Buffer[], void> {
  const listed = Object.entries(members).map(([name, value]) => sql`${sql.raw(value)} as ${sql.id(name)}`);
  const ofSubject = subjectId === undefined ? sql`true` : sql`subject_id = ${subjectId}`;
  await tx.all(sql`declare export_rows no scroll cursor for
    select ${sql.join(listed)} from ${sql.table(table)} where ${ofTenant(tenant)} and ${where(tenant)} and ${ofSubject} order by project_id, ${sql.raw(order)}`);
  for (let count = firstRows; ; ) {
    const rows = await tx.all(sql<object>`fetch ${sql.lit(count)} from export_rows`);
    if (rows.length === 0) break;
    const lines = rows.map(lineOf);
    const bytes = lines.reduce((sum, { length }) => sum + length, 0);
    yield lines;
    count = Math.min(rowsAtOnce, Math.max(1, Math.floor((bytesAtOnce * rows.length) / bytes)));
  }
  await tx.run("close export_rows");
}

/** A line of JSON. */
export function lineOf(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
