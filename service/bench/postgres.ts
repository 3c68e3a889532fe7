// The PostgreSQL of a run: embedded, in a folder that is removed at the end, however that comes.

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../src/database/embedded/start.ts";
import { type OpenDatabase, openDatabase } from "../src/database/open.ts";
import { createPool } from "../src/database/pool.ts";

/** A server in which databases can be created. */
export interface Postgres {
  readonly version: string;
  /** Creates a database with all tables. */
  readonly create: () => Promise<OwnDatabase>;
}

/** A database of its own, and the URL for programs that use it. */
export interface OwnDatabase extends OpenDatabase {
  readonly url: string;
}

const closers: (() => Promise<void>)[] = [];

/** Does this at the end of the run, or when a signal ends it; what was begun last is ended first. */
export function atEnd(close: () => Promise<void>): void {
  closers.push(close);
}

/** Ends all that was begun. */
export async function endAll(): Promise<void> {
  for (let close = closers.pop(); close !== undefined; close = closers.pop())
    await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
}

/** A folder for the time of the run, which PostgreSQL can enter, whichever account it runs as. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "slice-bench-"));
  atEnd(async () => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  return folder;
}

/** Starts one. */
export async function startPostgres(): Promise<Postgres> {
  const { connection, stop } = await startEmbedded(temporaryFolder());
  atEnd(stop);
  const { host, port, user, password } = connection;
  const address = `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}`;
  let made = 0;
  const inPostgres = async (statement: string): Promise<string> => {
    const pool = createPool(connection, { size: 1 });
    try {
      const { rows } = await pool.query<{ readonly server_version: string }>(statement);
      return rows[0]?.server_version ?? "";
    } finally {
      await pool.end();
    }
  };
  return {
    version: await inPostgres("show server_version"),
    create: async () => {
      const database = `bench_${++made}`;
      await inPostgres(`create database ${database}`);
      const opened = await openDatabase({ ...connection, database });
      const close = async (): Promise<void> => {
        if (!opened.pool.ended) await opened.close();
      };
      atEnd(close);
      return { ...opened, close, url: `${address}/${database}` };
    },
  };
}
