// Sets the role and the plans with which a search looks for hits.

import { escapeIdentifier } from "pg";
import { allSettledOrThrow } from "../database/all-settled.ts";
import type { Roles, Transaction } from "../database/transaction.ts";

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
  roles: Roles | undefined,
  since: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const entered = tx.run(
    [...roleOf(roles?.search), ...plans.map((plan) => `set local ${plan} = off`), timeLeft(since)].join("; "),
  );
  const [, result] = await allSettledOrThrow([entered, work()]);
  const settings = plans.map((plan) => `set local ${plan} to default`);
  await tx.run([...roleOf(roles?.app), ...settings, timeLeft(since)].join("; "));
  return result;
}

/** The time limit for statements: what is left of a search that began at `since`. */
function timeLeft(since: number): string {
  // 0 would be no limit.
  const ms = Math.max(1, Math.ceil(timeoutMs - (performance.now() - since)));
  return `set local statement_timeout = ${String(ms)}`;
}

function roleOf(role: string | undefined): readonly string[] {
  return role === undefined ? [] : [`set local role ${escapeIdentifier(role)}`];
}
