// Sets the role and the plans with which a search looks for hits.

import { type RawBuilder, sql } from "kysely";
import type { QueryResultRow } from "pg";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { type Roles, roleOf, type Tenant, type Transaction } from "../database/transaction.ts";

/**
 * Bitmap scans only: walking an index of dates or the table is fast for a common word, and takes seconds for a
 * rare one.
 */
const plans: readonly string[] = ["enable_seqscan", "enable_indexscan", "enable_indexonlyscan", "jit"];

/** Maximum time to find and read hits, in milliseconds: a longer search would block connections. */
const timeoutMs = 3000;

/**
 * Runs `work` as the role that sees which rows match, but none of their contents. Later statements of the same transaction get the time
 * that is left of the search, which began at `since`.
 */
export async function lookingForHits<Result>(
  tx: Transaction,
  tenant: Tenant,
  roles: Roles | undefined,
  since: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const entering = [...plans.map((plan) => `set local ${plan} = off`), timeLeft(since)];
  const entered = assume(tx, roles?.search, entering);
  const [, , result] = await allSettledOrThrow([entered, keepPlans(tx), work()]);
  const leaving = [...plans, "plan_cache_mode"].map((plan) => `set local ${plan} to default`);
  await assume(tx, roleOf(roles, tenant), [...leaving, timeLeft(since)]);
  return result;
}

/**
 * With bitmap scans only there is little to choose, and to plan a statement takes longer than to find a few hits. Citus can plan one
 * for its values alone: they say which node it is for.
 */
async function keepPlans(tx: Transaction): Promise<void> {
  const mode = sql`case when current_setting('citus.shard_count', true) is null then 'force_generic_plan' else 'auto' end`;
  await tx.all(sql`select set_config('plan_cache_mode', ${mode}, true)`, "search.plans");
}

/**
 * Runs a statement that is planned for its values: those of a slice decide which index finds less. With a name, its plan is kept. It may also
 * walk an index of dates.
 */
export async function planned<Row extends QueryResultRow>(
  tx: Transaction,
  statement: RawBuilder<Row>,
  { walks = false, name }: { readonly walks?: boolean; readonly name?: string | undefined } = {},
): Promise<readonly Row[]> {
  const setting = (text: string, isWanted: boolean): Promise<void> | undefined =>
    isWanted ? tx.run(`set local ${text}`) : undefined;
  const isOwn = name === undefined;
  const [, , found] = await allSettledOrThrow([
    setting("plan_cache_mode = force_custom_plan", isOwn),
    setting("enable_indexscan = on", walks),
    tx.all(statement, name),
    setting("enable_indexscan = off", walks),
    isOwn ? keepPlans(tx) : undefined,
  ]);
  return found;
}

/** Sets the role, if there is one, and settings: each in a message of its own, all sent at once, as a transaction does when it begins. */
async function assume(tx: Transaction, role: string | undefined, settings: readonly string[]): Promise<void> {
  const asRole = sql`select set_config('role', ${role}, true)`;
  await allSettledOrThrow([
    role === undefined ? undefined : tx.all(asRole, "search.role"),
    ...settings.map(async (setting) => await tx.run(setting)),
  ]);
}

/** The time limit for statements: what is left of a search that began at `since`. */
function timeLeft(since: number): string {
  // 0 would be no limit.
  const ms = Math.max(1, Math.ceil(timeoutMs - (performance.now() - since)));
  return `set local statement_timeout = ${String(ms)}`;
}
