// One PostgreSQL for all tests: the embedded one, or that of TEST_DATABASE_URL, whose user may create databases and roles.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../../src/database/embedded/start.ts";
import { openDatabase } from "../../src/database/open.ts";
import { type Connection, createPool } from "../../src/database/pool.ts";
import { partitionTenants } from "./partitioned.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where tests create databases of their own. */
    readonly postgres: Connection;
    /** The URL of a database with all tables, for programs that need one and leave nothing in it. */
    readonly shared: string;
    /** A database with all tables and no rows, to be copied. */
    readonly template: string;
    /** The URL of a database whose tables are partitioned by organization, to explain statements in. */
    readonly partitioned: string;
  }
}

/** Starts it before the first test, and gives what stops it after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = await startOrUse();
  const template = `slice_template_${process.pid}`;
  await inPostgres(started.connection, `create database ${template}`);
  await (await openDatabase(inDatabase(started.connection, template))).close();
  const shared = `slice_shared_${process.pid}`;
  await inPostgres(started.connection, `create database ${shared} template ${template}`);
  const partitioned = `slice_partitioned_${process.pid}`;
  await inPostgres(started.connection, `create database ${partitioned} template ${template}`);
  const pool = createPool(inDatabase(started.connection, partitioned), { size: 1 });
  await partitionTenants(pool);
  await pool.end();
  project.provide("partitioned", urlOf(inDatabase(started.connection, partitioned)));
  project.provide("shared", urlOf(inDatabase(started.connection, shared)));
  project.provide("postgres", started.connection);
  project.provide("template", template);
  return async () => {
    for (const name of [shared, partitioned, template])
      await inPostgres(started.connection, `drop database ${name} with (force)`);
    await started.stop();
  };
}

interface Started {
  readonly connection: Connection;
  readonly stop: () => Promise<void>;
}

async function startOrUse(): Promise<Started> {
  const url = process.env["TEST_DATABASE_URL"];
  return url === undefined
    ? await startTemporary()
    : { connection: { url }, stop: async () => await Promise.resolve() };
}

async function startTemporary(): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), "slice-tests-"));
  const { connection, stop } = await startEmbedded(folder);
  return {
    connection,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Creates or drops a database, which writes all of its files: on a busy disk this takes longer than a statement of the service may. */
export async function inPostgres(connection: Connection, statement: string): Promise<void> {
  const pool = createPool(connection, { size: 1 });
  try {
    await pool.query("set statement_timeout = 0");
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}

/** The same server, another database. */
export function inDatabase(connection: Connection, database: string): Connection {
  if (!("url" in connection)) return { ...connection, database };
  const url = new URL(connection.url);
  url.pathname = `/${database}`;
  return { url: url.href };
}

/** How programs are told of it. */
export function urlOf(connection: Connection): string {
  if ("url" in connection) return connection.url;
  const { host, port, user, password, database } = connection;
  return `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`;
}
