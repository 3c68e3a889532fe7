// Brings the tables up to date: runs each file of `migrations` once, in numerical order; there are no down migrations.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { DatabaseError } from "./database-error.ts";
import { changeOneShardAtATime, distributeTables, isDistributed } from "./distribute.ts";
import { isPooled } from "./pool.ts";
import { isOfPooler, poolerAdvice } from "./pooler.ts";
import { prepareRoles } from "./roles.ts";
import type { Roles } from "./transaction.ts";

/**
 * A file of statements. New tables with an organization are distributed after each file if the others are, so what refers from a new table to
 * another one with an organization comes in a later file. One with a line that begins with `-- additive:` leaves everything in place that the program before it reads and writes
 * (it adds tables, indexes, or columns with a default), so servers of that version go on; without that line they refuse the database.
 */
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

/** How long a migration waits for what others have locked. */
export interface Patience {
  /** Milliseconds per attempt: requests queue up meanwhile, as a lock that is waited for keeps later ones waiting. */
  readonly lockMs: number;
  /** Milliseconds between attempts, in which requests catch up. */
  readonly pauseMs: number;
  /** Milliseconds in all. */
  readonly wholeMs: number;
}

const usual: Patience = { lockMs: 500, pauseMs: 1000, wholeMs: 600_000 };

/** The result of {@link migrate}. */
export interface Migrated {
  /** The names of the migrations it applied. */
  readonly applied: readonly string[];
  readonly roles: Roles | undefined;
}

/**
 * Applies the missing migrations, all or none; of several programs that start at once one does it, and the others wait. If requests hold what
 * it has to lock, it lets them go on and tries again. Throws a `DatabaseError` if that takes too long, if the database is too new for the
 * program, or if a migration has been edited since it ran.
 */
export async function migrate(
  pool: Pool,
  list: readonly Migration[] = migrations,
  { lockMs, pauseMs, wholeMs }: Patience = usual,
): Promise<Migrated> {
  const client = await pool.connect();
  try {
    await requireUsable(client, isPooled(pool));
    await createList(client);
    const until = performance.now() + wholeMs;
    for (;;)
      try {
        return await attempt(client, list, lockMs);
      } catch (error) {
        await client.query("rollback").catch(() => undefined);
        if (!isHeldUp(error)) throw error;
        if (performance.now() > until) throw new DatabaseError(heldUp, { cause: error });
        await sleep(pauseMs);
      }
  } finally {
    client.release();
  }
}

async function attempt(client: PoolClient, list: readonly Migration[], lockMs: number): Promise<Migrated> {
  await client.query("begin");
  // A migration may take long, and so may waiting for another program's.
  await client.query("set local statement_timeout = 0");
  // Not an advisory lock: those do not work behind a connection pooler.
  await client.query("lock table migration in exclusive mode");
  await client.query(`set local lock_timeout = ${lockMs}`);
  const applied = await applyMissing(client, list);
  const roles = await prepareRoles(client, applied.length > 0);
  await client.query("commit");
  return { applied, roles };
}

const heldUp =
  "the migration could not lock its tables, as transactions of others use them all the time, such as an export or a dump; wait for them or end them, then start again";

/** SQLSTATEs `lock_not_available` and `deadlock_detected`. */
const heldUpCodes: ReadonlySet<unknown> = new Set(["55P03", "40P01"]);

/** Whether others were in the way: of a lock, or in another database, of a role, as roles belong to all databases. */
function isHeldUp(error: unknown): boolean {
  if (!(error instanceof Error && "code" in error)) return false;
  return heldUpCodes.has(error.code) || error.message === "tuple concurrently updated";
}

/** The migrations that a database lacks. Throws a `DatabaseError` if it is too new for the program, or a migration has been edited since it ran. */
export async function missingIn(
  database: Pick<Pool, "query">,
  list: readonly Migration[] = migrations,
): Promise<readonly Migration[]> {
  const { rows } = await database.query<Applied>(appliedQuery);
  return missingOf(rows, list);
}

const oldest = 15;

/** Throws a {@link DatabaseError} for a version that is too old, a standby, and a pooler that the settings do not name. */
async function requireUsable(client: PoolClient, isKnownPooler: boolean): Promise<void> {
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
  if (!isKnownPooler && (await isOfPooler(client))) throw new DatabaseError(poolerAdvice);
}

/** SQLSTATEs of a table that another process has just created: `unique_violation`, `duplicate_object` and `duplicate_table`. */
const isThere: ReadonlySet<unknown> = new Set(["23505", "42710", "42P07"]);

async function createList(client: PoolClient): Promise<void> {
  const statement = `create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now());
    alter table migration add column if not exists additive boolean not null default false`;
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = to_regclass('migration') and attname = 'additive'",
  );
  if (rowCount === 1) return;
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
  /** Whether programs without it can use the database. */
  readonly additive: boolean;
}

const appliedQuery = "select name, hash, additive from migration order by name";

/** Whether programs without this migration can use the database. */
function isAdditive({ text }: Migration): boolean {
  return /^-- additive: /m.test(text);
}

async function applyMissing(client: PoolClient, list: readonly Migration[]): Promise<readonly string[]> {
  const { rows } = await client.query<Applied>(appliedQuery);
  const missing = missingOf(rows, list);
  const isSpread = missing.length > 0 && (await isDistributed(client));
  if (isSpread) await client.query(changeOneShardAtATime);
  for (const each of missing) {
    // Citus sends the whole message to other nodes, once for each statement in it.
    for (const statement of statementsOf(each.text)) await client.query(statement);
    if (isSpread) await distributeTables(client);
    await client.query("insert into migration (name, hash, additive) values ($1, $2, $3)", [
      each.name,
      hashOf(each.text),
      isAdditive(each),
    ]);
  }
  return missing.map(({ name }) => name);
}

/** A statement and its semicolon: those in quotes, in the bodies of functions and in comments end none. */
const statement = /(?:'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$.*?\$\1\$|--[^\n]*|[^;])+;?/gs;

/** The statements of a migration, which has no comments between slashes and no strings with backslashes. */
export function statementsOf(text: string): readonly string[] {
  const all = [...text.matchAll(statement)].map(([each]) => each.trim());
  return all.filter((each) => each.replaceAll(/--[^\n]*/g, "").trim() !== "");
}

function missingOf(applied: readonly Applied[], list: readonly Migration[]): readonly Migration[] {
  const last = list.at(-1)?.name ?? "";
  const missing = list.filter(({ name }) => !applied.some((each) => each.name === name));
  for (const { name, hash, additive } of applied) {
    const known = list.find((each) => each.name === name);
    // What is added after all that this program has does not concern it.
    if (known === undefined && additive && name > last && missing.length === 0) continue;
    if (known === undefined)
      throw new DatabaseError(
        `the database is newer than this program: it has the migration ${name}; start a newer version of the program`,
      );
    if (hashOf(known.text) !== hash)
      throw new DatabaseError(
        `the database was migrated with a different ${name} than this program has; a migration must not be edited once it has run`,
      );
  }
  return missing;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
