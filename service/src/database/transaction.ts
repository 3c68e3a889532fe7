// Transactions: each sees only the rows of its caller.

import type { CompiledQuery, QueryExecutorProvider } from "kysely";
import type { Pool, PoolClient, QueryResultRow } from "pg";
import { Problem } from "../values/problem.ts";
import { allSettledOrThrow } from "./all-settled.ts";
import { type Beginning, begin, type Isolation, setEach } from "./begin.ts";
import { build } from "./build.ts";
import type { Limits } from "./limits.ts";
import { patienceOf, sharesOf, writesOf } from "./per-key-limit.ts";
import { named, namedByText } from "./pool.ts";
import { confirmed, isStalled, requireConfirming, stalled, type Waiter } from "./stalls.ts";
import { noteStorage } from "./storage.ts";
import { measured } from "./trace.ts";

/** Whose rows a transaction sees; row-level security enforces it. */
export interface Tenant {
  readonly organizationId: string;
  readonly projectId: string;
  readonly keyId: string;
  /** Whose share of the organization's connections it takes: by default the key's; a separate one for work that no request of the key waits for. */
  readonly share?: string;
  /** What its key is limited to; missing if it sees all of the project. */
  readonly limits?: Limits | undefined;
  /** Where links for its caller begin, such as `https://example.com`; missing where nobody follows links. */
  readonly baseUrl?: string | undefined;
}

/** A query that was built. */
export interface Built<Row> {
  readonly compile: (provider: QueryExecutorProvider) => CompiledQuery<Row>;
}

/** Runs queries, in one transaction. */
export interface Transaction {
  /** All rows of a query. With a name, PostgreSQL keeps its plan, unless it may write many rows. */
  readonly all: <Row extends QueryResultRow>(query: Built<Row>, name?: string) => Promise<Row[]>;
  /** Its first row, if it has one. */
  readonly first: <Row extends QueryResultRow>(query: Built<Row>, name?: string) => Promise<Row | undefined>;
  /** The instant at which it began, by the clock of the database, which all processes share. */
  readonly now: () => Promise<Date>;
  /** Runs statements without a result. */
  readonly run: (text: string) => Promise<void>;
  /** Sets what policies compare rows with, until the end of the transaction. */
  readonly set: (settings: Readonly<Record<string, string>>) => Promise<void>;
  /** Makes the work depend on a check: its result, or its error, is only that of the transaction if the check does not throw {@link BeginAnew}. */
  readonly require: (check: Promise<void>) => void;
  /** Adds statements that are sent right before the commit. */
  readonly atEnd: (ending: Ending) => void;
}

/** The last statements of a transaction. */
export interface Ending {
  /** Sends them. What is returned as a list is sent together with the commit; a promise is waited for first. */
  readonly send: (tx: Transaction) => readonly Promise<unknown>[] | Promise<unknown>;
}

/** Thrown if work has relied on what proves wrong: its transaction is rolled back, and begins anew, as after conflicts with others. */
export class BeginAnew extends Error {
  readonly code = "40001";
}

/** A database that is ready: migrated, with row-level security. */
export interface Database {
  /** The connections of requests and loops; each organization has its share of them. */
  readonly pool: Pool;
  /** A few connections reserved for short system work: keys, leases, health checks. */
  readonly system: Pool;
  /** The roles of the row-level security policies; missing if the owner of the database may not create roles. */
  readonly roles: Roles | undefined;
}

/** The roles that read and write contents, and the one that finds hits. */
export interface Roles {
  /** Sees the rows of one project. */
  readonly app: string;
  /** The same for limited keys: sees those of the rows that the settings of its transaction say. */
  readonly limited: string;
  /** Sees the rows of all projects, but none of their contents: row-level security would turn off the index that a search needs. */
  readonly search: string;
}

/**
 * Runs `work` in a transaction of this tenant, and retries it on conflicts with others. An error rolls it back. It waits while its share is
 * used up, so `work` must not begin another transaction.
 */
export async function transaction<Result>(
  { pool, roles }: Database,
  tenant: Tenant,
  work: (tx: Transaction) => Promise<Result>,
  isolation: Isolation = "read committed",
): Promise<Result> {
  const isWrite = isWriting(isolation);
  const beginning: Beginning = {
    isolation,
    role: roleOf(roles, tenant),
    settings: {
      "app.organization_id": tenant.organizationId,
      "app.project_id": tenant.projectId,
      "app.key_id": tenant.keyId,
      ...(tenant.limits?.subjectId !== undefined && { "app.subject_id": tenant.limits.subjectId }),
    },
    isLimited: tenant.limits !== undefined,
  };
  return await measured(pool, { kind: "tenant", work, noting }, async (observed) => {
    const stall = Promise.withResolvers<void>();
    const late = Promise.withResolvers<never>();
    // No caller waits for work with a share of its own.
    const onLate = tenant.share === undefined ? late.reject : undefined;
    const waiter = isWrite ? { onStall: stall.resolve, onLate } : undefined;
    const run = async () => await repeated(async () => await within(pool, beginning, observed, waiter));
    // Work whose commit is not confirmed gives back its place, so that its key can read, but not its connection.
    const { running } = await sharesOf(pool)(tenant, async () => {
      const begun = isWrite ? writesOf(pool)(run, patienceOf(tenant)) : run();
      await Promise.race([begun, stall.promise]);
      return { running: begun };
    });
    return await Promise.race([running, late.promise]);
  });
}

/** The role that reads and writes contents for a tenant. */
export function roleOf(roles: Roles | undefined, { limits }: Tenant): string | undefined {
  return limits === undefined ? roles?.app : roles?.limited;
}

/** Maximum attempts at a transaction that PostgreSQL aborts because of another one. */
const tries = 5;
/** SQLSTATEs: `serialization_failure`, `deadlock_detected`, and `unique_violation`: another one has just written the same, which the next attempt sees. */
const endedByAnother: ReadonlySet<unknown> = new Set(["40001", "40P01", "23505"]);
/** SQLSTATEs: `query_canceled` and `read_only_sql_transaction`. */
const [canceled, readOnly] = ["57014", "25006"];

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

async function repeated<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let left = tries; ; left--)
    try {
      return await run();
    } catch (error) {
      const cause = error instanceof Problem ? error.options.cause : error;
      if (left === 1 || !endedByAnother.has(codeOf(cause))) throw error;
    }
}

/**
 * Runs `work` as the database user, who sees all rows, for what belongs to no project: organizations, projects, keys, leases. It uses one of
 * the few system connections, so it should be short.
 */
export async function systemTransaction<Result>(
  { system }: Pick<Database, "system">,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return await measured(
    system,
    { kind: "system", work, noting },
    async (observed) => await within(system, {}, observed),
  );
}

async function within<Result>(
  pool: Pool,
  beginning: Beginning,
  work: (tx: Transaction) => Promise<Result>,
  waiter?: Waiter,
): Promise<Result> {
  if (waiter !== undefined) requireConfirming(pool);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // Not awaited: the first query is sent together with it.
    const begun = begin(client, pool, beginning);
    begun.catch(() => undefined);
    const checks: Promise<unknown>[] = [begun];
    const endings: Ending[] = [];
    const tx = transactionOn(client, pool, begun, beginning, { checks, endings });
    const result = await relying(checks, work(tx));
    const last = await sentLast(tx, endings);
    // After an ignored error, PostgreSQL responds to a commit by rolling back, without an error.
    const committed = client.query("commit");
    committed.catch(() => undefined);
    // Those may wait for another transaction, which is no wait for the commit.
    await allSettledOrThrow(last).catch(async (error: unknown) => {
      await committed.catch(() => undefined);
      throw error;
    });
    const { command } = await (waiter === undefined ? committed : confirmed(pool, committed, waiter));
    if (command !== "COMMIT") throw new Error("The transaction failed, and was rolled back.");
    return result;
  } catch (error) {
    noteStorage(pool, error);
    await client.query("rollback").catch((failed: unknown) => {
      broken = failed instanceof Error ? failed : new Error(String(failed));
    });
    // The host has become a standby: the next connection may be to another one.
    if (codeOf(error) === readOnly) broken = new Error("The database accepts no writes.");
    // It waited for a row of a transaction that is not confirmed.
    if (codeOf(error) === canceled && isStalled(pool)) throw stalled();
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The result of work, once all checks have passed; what they throw comes first, as it explains the errors of work that relied on them. */
async function relying<Result>(
  checks: readonly Promise<unknown>[],
  working: Promise<Result>,
): Promise<Result> {
  try {
    return await working;
  } finally {
    // Others may have been added meanwhile.
    await allSettledOrThrow(checks);
  }
}

/** Sends the last statements, and returns those that were not waited for. */
async function sentLast(tx: Transaction, endings: readonly Ending[]): Promise<readonly Promise<unknown>[]> {
  const sent: Promise<unknown>[] = [];
  for (const { send } of endings) {
    const each = send(tx);
    if (each instanceof Promise) await each;
    else sent.push(...each);
  }
  return sent;
}

/** What a transaction gathers until it ends. */
interface Gathered {
  readonly checks: Promise<unknown>[];
  readonly endings: Ending[];
}

function transactionOn(
  client: PoolClient,
  pool: Pool,
  begun: Promise<Date>,
  { isolation, isLimited = false }: Beginning,
  { checks, endings }: Gathered,
): Transaction {
  const all = async <Row extends QueryResultRow>(query: Built<Row>, wanted?: string): Promise<Row[]> => {
    const { sql, parameters } = query.compile(build);
    const kept = isWriting(isolation) && parameters.some(isLong) ? undefined : wanted;
    const name = isLimited ? namedByText(pool, kept, sql) : named(pool, kept);
    const { rows } = await client.query<Row>({ text: sql, values: [...parameters], ...name });
    return rows;
  };
  return {
    all,
    first: async (query, name) => (await all(query, name))[0],
    now: async () => await begun,
    run: async (text) => {
      await client.query(text);
    },
    set: async (settings) => {
      await allSettledOrThrow(setEach(client, settings));
    },
    require: (check) => {
      check.catch(() => undefined);
      checks.push(check);
    },
    atEnd: (ending) => {
      endings.push(ending);
    },
  };
}

function isWriting(isolation: Isolation | undefined): boolean {
  return isolation !== "repeatable read read only";
}

/**
 * Whether a value may list many rows: more than 100, or 16 KiB of them. A plan that is kept was made for few: one of before PostgreSQL has statistics
 * of a table, which it makes every minute, may read a whole project for each of them.
 */
function isLong(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 100 : typeof value === "string" && value.length > 1 << 14;
}

/** The same transaction, which notes the names of its statements. */
function noting(tx: Transaction, note: (name: string) => void): Transaction {
  const all: Transaction["all"] = async (query, name) => {
    if (name !== undefined) note(name);
    return await tx.all(query, name);
  };
  return { ...tx, all, first: async (query, name) => (await all(query, name))[0] };
}
