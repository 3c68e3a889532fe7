// One PostgreSQL for all tests: the embedded one, or that of TEST_DATABASE_URL, whose user may create databases and roles. Where that one is the
// coordinator of Citus, databases are distributed.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { distributeDatabase, hasCitus } from "../../src/database/distribute.ts";
import { startEmbedded } from "../../src/database/embedded/start.ts";
import { openDatabase } from "../../src/database/open.ts";
import { type Connection, createPool } from "../../src/database/pool.ts";
import { partitionTenants } from "./partitioned.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where tests create databases of their own. */
    readonly postgres: Connection;
    /** The nodes of Citus, the coordinator first; empty without it. */
    readonly nodes: readonly Node[];
    /** The URL of a database with all tables, for programs that need one and leave nothing in it. */
    readonly shared: string;
    /** A database with all tables and no rows, to be copied. */
    readonly template: string;
    /** The URL of a database whose tables are partitioned by organization, to explain statements in. */
    readonly partitioned: string;
  }
}

/** A node of Citus. */
export interface Node {
  readonly host: string;
  readonly port: number;
}

/** Starts it before the first test, and gives what stops it after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = await startOrUse();
  const nodes = await findNodes(started.connection);
  project.provide("nodes", nodes);
  const template = `slice_template_${process.pid}`;
  await inPostgres(started.connection, `create database ${template}`);
  await (await openDatabase(inDatabase(started.connection, template))).close();
  const shared = `slice_shared_${process.pid}`;
  await createIn(started.connection, shared, { template, nodes });
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

async function findNodes(connection: Connection): Promise<readonly Node[]> {
  const pool = createPool(connection, { size: 1 });
  try {
    if (!(await hasCitus(pool))) return [];
    const { rows } = await pool.query<Node>(
      "select nodename as host, nodeport as port from pg_dist_node order by groupid",
    );
    return rows;
  } finally {
    await pool.end();
  }
}

/** How a database is created. */
interface Creation {
  /** A database to copy; its tables are distributed on Citus, which has no copies. */
  readonly template?: string;
  readonly nodes: readonly Node[];
}

/** Shards of each table: each takes time to create. */
const shards = 4;

/** Nodes that have just got a database are sometimes not ready for it, and of several that are set up at once one may fail. */
const tries = 5;

/** Creates a database, on all nodes if there are several. */
export async function createIn(
  postgres: Connection,
  name: string,
  { template, nodes }: Creation,
): Promise<void> {
  const [coordinator, ...workers] = nodes;
  if (coordinator === undefined)
    return await inPostgres(
      postgres,
      `create database ${name}${template === undefined ? "" : ` template ${template}`}`,
    );
  for (const node of nodes) {
    await inPostgres(onNode(postgres, node), `create database ${name}`);
    await inPostgres(inDatabase(onNode(postgres, node), name), "create extension citus");
  }
  const database = inDatabase(postgres, name);
  for (const statement of [
    `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
    `alter database ${name} set citus.shard_count = ${shards}`,
  ])
    await repeated(async () => await inPostgres(database, statement));
  if (template === undefined) return;
  await repeated(async () => {
    const { system, roles, close } = await openDatabase(database);
    try {
      await distributeDatabase(system, roles);
    } finally {
      await close();
    }
  });
}

async function repeated(work: () => Promise<void>): Promise<void> {
  for (let left = tries; ; left--)
    try {
      return await work();
    } catch (error) {
      if (left === 1) throw error;
      await sleep(500);
    }
}

function onNode(connection: Connection, { host, port }: Node): Connection {
  if (!("url" in connection)) return { ...connection, host, port };
  const url = new URL(connection.url);
  url.hostname = host;
  url.port = String(port);
  return { url: url.href };
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
