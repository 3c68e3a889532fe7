// Brings the tables up to date: runs each file of `migrations` once, in numerical order; there are no down migrations.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Pool, PoolClient } from "pg";
import { DatabaseError } from "./database-error.ts";
import { distribute, isDistributed } from "./distribute.ts";
import { isPooled } from "./pool.ts";
import { hasLimits, poolerAdvice } from "./pooler.ts";
import { prepareRoles } from "./roles.ts";
import type { Roles } from "./transaction.ts";

/** A file of statements. */
export interface Migration {
  readonly name: string;
  readonly text: string;
}

const folder = new URL("migrations/", import.meta.url);

/** All migrations, in their order. */
export const migrations: readonly Migration[] = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .toSorted()
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));

/** The result of {@link migrate}. */
export interface Migrated {
  /** The names of the migrations it applied. */
  readonly applied: readonly string[];
  readonly roles: Roles | undefined;
}

/**
 * Applies the missing migrations, all or none; of several programs that start at once one does it, and the others wait. Throws a
 * `DatabaseError` if the database is newer than the program, or a migration has been edited since it ran.
 */
export async function migrate(pool: Pool, list: readonly Migration[] = migrations): Promise<Migrated> {
  const client = await pool.connect();
  try {
    await requireUsable(client, !isPooled(pool));
    await createList(client);
    await client.query("begin");
    // Not an advisory lock: those do not work behind a connection pooler.
    await client.query("lock table migration in exclusive mode");
    const applied = await applyMissing(client, list);
    const roles = await prepareRoles(client, applied.length > 0);
    if (applied.length > 0 && (await isDistributed(client))) await distribute(client, roles);
    await client.query("commit");
    return { applied, roles };
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** The migrations that a database lacks. Throws a `DatabaseError` if it is newer than the program, or a migration has been edited since it ran. */
export async function missingIn(
  database: Pick<Pool, "query">,
  list: readonly Migration[] = migrations,
): Promise<readonly Migration[]> {
  const { rows } = await database.query<Applied>("select name, hash from migration order by name");
  return missingOf(rows, list);
}

const oldest = 15;

/** Throws a {@link DatabaseError} for a version that is too old, a standby, and connections whose limits are not in force. */
async function requireUsable(client: PoolClient, needsLimits: boolean): Promise<void> {
  const { rows } = await client.query<{ readonly version: number; readonly is_standby: boolean }>(
    "select current_setting('server_version_num')::int / 10000 as version, pg_is_in_recovery() as is_standby",
  );
  const { version = 0, is_standby: isStandby = false } = rows[0] ?? {};
  if (version < oldest)
    throw new DatabaseError(`the database is PostgreSQL ${version}; version ${oldest} or later is needed`);
  if (isStandby)
    throw new DatabaseError(
      "the database is a standby, and accepts no writes; name its primary in DATABASE_URL, or all hosts, separated by commas",
    );
  if (needsLimits && !(await hasLimits(client)))
    throw new DatabaseError(`the time limits of connections are not in force; ${poolerAdvice}`);
}

/** SQLSTATEs of a table that another process has just created: `unique_violation`, `duplicate_object` and `duplicate_table`. */
const isThere: ReadonlySet<unknown> = new Set(["23505", "42710", "42P07"]);

async function createList(client: PoolClient): Promise<void> {
  const statement =
    "create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())";
  try {
    await client.query(statement);
  } catch (error) {
    // `if not exists` does not protect against concurrent creation: the later one fails with a duplicate in the system tables.
    if (!(error instanceof Error && "code" in error && isThere.has(error.code))) throw error;
  }
}

interface Applied {
  readonly name: string;
  readonly hash: string;
}

async function applyMissing(client: PoolClient, list: readonly Migration[]): Promise<readonly string[]> {
  const { rows } = await client.query<Applied>("select name, hash from migration order by name");
  const missing = missingOf(rows, list);
  for (const { name, text } of missing) {
    await client.query(text);
    await client.query("insert into migration (name, hash) values ($1, $2)", [name, hashOf(text)]);
  }
  return missing.map(({ name }) => name);
}

function missingOf(applied: readonly Applied[], list: readonly Migration[]): readonly Migration[] {
  for (const { name, hash } of applied) {
    const known = list.find((each) => each.name === name);
    if (known === undefined)
      throw new DatabaseError(
        `the database is newer than this program: it has the migration ${name}; start a newer version of the program`,
      );
    if (hashOf(known.text) !== hash)
      throw new DatabaseError(
        `the database was migrated with a different ${name} than this program has; a migration must not be edited once it has run`,
      );
  }
  return list.filter(({ name }) => !applied.some((each) => each.name === name));
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
