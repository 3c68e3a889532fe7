// Exports a project: one file per table, all from one snapshot.

import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { escapeIdentifier, escapeLiteral } from "pg";
import { type Database, type Tenant, type Transaction, transaction } from "../database/transaction.ts";
import { Refusal } from "../values/refusal.ts";
import { type ExportedTable, exportedTables } from "./export-tables.ts";

/** The number of exported rows, by the name of the table's file. */
export type Exported = Readonly<Record<string, number>>;

/** Writes the files of a project into a folder. Throws a {@link Refusal} if the folder is not empty. */
export async function exportProject(database: Database, tenant: Tenant, folder: string): Promise<Exported> {
  await requireEmpty(folder);
  // Incomplete files have a different name.
  const partOf = (file: string): string => join(folder, `${file}.part`);
  try {
    const counts = await transaction(
      database,
      tenant,
      async (tx) => await writeFiles(tx, tenant, partOf),
      "repeatable read",
    );
    for (const { file } of exportedTables) await rename(partOf(file), join(folder, file));
    return counts;
  } catch (error) {
    for (const { file } of exportedTables) await rm(partOf(file), { force: true });
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
  partOf: (file: string) => string,
): Promise<Exported> {
  await tx.run("set local idle_in_transaction_session_timeout = 0");
  await tx.run("set local statement_timeout = 0");
  const counts: Record<string, number> = {};
  for (const table of exportedTables) {
    const file = await open(partOf(table.file), "wx", 0o600);
    try {
      counts[table.file.replace(/\..*/, "")] = await writeRows(tx, tenant, table, file);
      await file.sync();
    } finally {
      await file.close();
    }
  }
  return counts;
}

/** Sorted by ID, so that equal data produces equal files. */
async function writeRows(
  tx: Transaction,
  { organizationId, projectId }: Tenant,
  { table, members, where = "true", rowsAtOnce }: ExportedTable,
  file: FileHandle,
): Promise<number> {
  const listed = Object.entries(members).map(([name, value]) => `${value} as ${escapeIdentifier(name)}`);
  await tx.run(
    `declare export_rows no scroll cursor for select ${listed.join(", ")} from ${escapeIdentifier(table)} where organization_id = ${escapeLiteral(organizationId)} and project_id = ${escapeLiteral(projectId)} and ${where} order by project_id, id`,
  );
  const next = sql<object>`fetch ${sql.lit(rowsAtOnce)} from export_rows`;
  let count = 0;
  for (let rows = await tx.all(next); rows.length > 0; rows = await tx.all(next)) {
    await file.appendFile(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    count += rows.length;
  }
  await tx.run("close export_rows");
  return count;
}
