// Exports a project: one file per table, all from one snapshot.

import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Database, type Tenant, type Transaction, transaction } from "../database/transaction.ts";
import { Refusal } from "../values/refusal.ts";
import { linesOf } from "./export-rows.ts";
import { type ExportedTable, exportedTables } from "./export-tables.ts";

/** The number of exported rows, by the name of the table. */
export type Exported = Readonly<Record<string, number>>;

/** Writes the files of a project, or some of them, into a folder. Throws a {@link Refusal} if the folder is not empty. */
export async function exportProject(
  database: Database,
  tenant: Tenant,
  folder: string,
  tables: readonly ExportedTable[] = exportedTables,
): Promise<Exported> {
  await requireEmpty(folder);
  // Incomplete files have a different name.
  const fileOf = ({ name }: ExportedTable): string => join(folder, `${name}.ndjson`);
  const partOf = (table: ExportedTable): string => `${fileOf(table)}.part`;
  try {
    const counts = await transaction(
      database,
      tenant,
      async (tx) => await writeFiles(tx, tenant, tables, partOf),
      "repeatable read",
    );
    for (const table of tables) {
      if (table.name in counts) await rename(partOf(table), fileOf(table));
      else await rm(partOf(table));
    }
    return counts;
  } catch (error) {
    for (const table of tables) await rm(partOf(table), { force: true });
    throw error;
  }
}

/** Only this user can read an export: it contains everything that the keys of the project protect. */
async function requireEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await readdir(folder);
  if (found.length > 0) throw new Refusal(`${folder} is not empty; name an empty folder or a new one`);
}

async function writeFiles(
  tx: Transaction,
  tenant: Tenant,
  tables: readonly ExportedTable[],
  partOf: (table: ExportedTable) => string,
): Promise<Exported> {
  await tx.run("set local idle_in_transaction_session_timeout = 0");
  await tx.run("set local statement_timeout = 0");
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const file = await open(partOf(table), "wx", 0o600);
    try {
      const count = await writeRows(tx, tenant, table, file);
      if (count > 0 || table.isOptional !== true) counts[table.name] = count;
      await file.sync();
    } finally {
      await file.close();
    }
  }
  return counts;
}

async function writeRows(
  tx: Transaction,
  tenant: Tenant,
  table: ExportedTable,
  file: FileHandle,
): Promise<number> {
  let count = 0;
  for await (const lines of linesOf(tx, tenant, table)) {
    await file.appendFile(Buffer.concat(lines));
    count += lines.length;
  }
  return count;
}
