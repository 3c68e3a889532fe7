// Imports a file: each line is a row, and all of them or none are written.

import type { Tenant, Transaction } from "../database/transaction.ts";
import { Problem } from "../values/problem.ts";
import { Refusal } from "../values/refusal.ts";
import { RowRefusal } from "../values/row-refusal.ts";
import { parseJson } from "../values/strict-json.ts";
import { type ImportKind, maxLineBytes } from "./kind.ts";
import { type Line, readLines } from "./ndjson.ts";
import { sectionOf } from "./sections.ts";

/** A file that is read once. */
export interface ImportFile {
  /** Its name in error messages. */
  readonly name: string;
  readonly chunks: AsyncIterable<Buffer>;
}

/** The result of an import. */
export interface Imported {
  readonly created: number;
  readonly updated: number;
}

/** Called with the number of rows written. */
export type OnRows = (rows: number) => void;

/** Rows written per statement; larger statements are not faster. */
const rowsAtOnce = 1000;
/** Maximum bytes of lines per statement: bounds the memory of this program and of PostgreSQL. */
const bytesAtOnce = 4 * 1024 * 1024;

/** Rows that wait to be written. */
interface Batch<Row> {
  readonly rows: Row[];
  readonly numbers: number[];
}

/** Imports into a project. Throws a {@link Refusal} that names the line; the transaction must then be rolled back. */
export async function importFile<Row>(
  tx: Transaction,
  tenant: Tenant,
  kind: ImportKind<Row>,
  { name, chunks }: ImportFile,
  onRows: OnRows = () => undefined,
): Promise<Imported> {
  // The writer of a pipe may pause, and an operator can stop an import that takes too long.
  await tx.run("set local idle_in_transaction_session_timeout = 0");
  await tx.run("set local statement_timeout = 0");
  const done = { created: 0, updated: 0 };
  const write = async (batch: Batch<Row>): Promise<void> => {
    const { created, updated } = await written(tx, tenant, kind, batch, name);
    done.created += created;
    done.updated += updated;
    onRows(batch.rows.length);
  };
  // While the database writes, the next rows are read.
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const batch of readBatches(
      named(name, sectionOf(kind.table, readLines(chunks, maxLineBytes))),
      kind,
      name,
    )) {
      await writing;
      writing = write(batch);
      // An error is thrown where it is awaited.
      writing.catch(() => undefined);
    }
  } catch (error) {
    // If two lines are invalid, the first one is reported.
    await writing;
    throw error;
  }
  await writing;
  return done;
}

/** Rows that are written together. */
async function* readBatches<Row>(
  chunks: AsyncIterable<readonly Line[]>,
  kind: ImportKind<Row>,
  name: string,
): AsyncGenerator<Batch<Row>, void> {
  let batch: Batch<Row> = { rows: [], numbers: [] };
  let bytes = 0;
  for await (const lines of chunks)
    for (const line of lines) {
      batch.rows.push(parseRow(kind, line, name));
      batch.numbers.push(line.number);
      bytes += line.bytes.length;
      if (batch.rows.length < rowsAtOnce && bytes < bytesAtOnce) continue;
      yield batch;
      batch = { rows: [], numbers: [] };
      bytes = 0;
    }
  if (batch.rows.length > 0) yield batch;
}

/** Adds the name of the file to the errors of its reader. */
async function* named(
  name: string,
  lines: AsyncIterable<readonly Line[]>,
): AsyncGenerator<readonly Line[], void> {
  try {
    yield* lines;
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(`${name}: ${error.message}`) : error;
  }
}

function parseRow<Row>(kind: ImportKind<Row>, { number, bytes }: Line, name: string): Row {
  if (bytes.length > kind.maxLineBytes)
    throw new Refusal(`${name}: line ${number} is longer than ${kind.maxLineBytes} bytes`);
  try {
    return kind.read(parseJson(bytes, "line"));
  } catch (error) {
    if (!(error instanceof Problem || error instanceof Refusal)) throw error;
    const [entry] = error instanceof Problem ? (error.options.errors ?? []) : [];
    const message = entry === undefined ? error.message : `${entry.pointer} ${entry.message}`.trim();
    throw new Refusal(`${name}: line ${number}: ${message}`);
  }
}

async function written<Row>(
  tx: Transaction,
  tenant: Tenant,
  kind: ImportKind<Row>,
  { rows, numbers }: Batch<Row>,
  name: string,
): Promise<Imported> {
  try {
    return await kind.write(tx, tenant, rows);
  } catch (error) {
    if (error instanceof RowRefusal)
      throw new Refusal(`${name}: line ${numbers[error.index] ?? 0}: ${error.pointer} ${error.message}`);
    if (error instanceof Error && "code" in error && contents.test(String(error.code)))
      throw new Refusal(
        `${name}: one of the lines ${numbers[0] ?? 0} to ${numbers.at(-1) ?? 0}: ${error.message}`,
      );
    throw error;
  }
}

/** Classes of PostgreSQL errors about the data of a statement: data, constraints, limits. */
const contents = /^(?:22|23|54)...$/;
