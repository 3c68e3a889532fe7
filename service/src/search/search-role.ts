// Under which role and with which plans a search looks for hits.

import { escapeIdentifier } from "pg";
import { allSettledOrThrow } from "../database/all-settled.ts";
import type { Roles, Transaction } from "../database/transaction.ts";

/**
 * Bitmap scans alone: a walk along an index of dates, or through the table, is fast for a word that is common and takes seconds for one that
 * is rare.
 */
const plans: readonly string[] = ["enable_seqscan", "enable_indexscan", "enable_indexonlyscan", "jit"];

/** A search that takes longer would keep others from their connection: finding and reading together, in milliseconds. */
const timeoutMs = 3000;

/**
 * Runs `work` as the role that sees which rows match, but none of their contents. What a search that began at `since` reads afterwards, in the
 * same transaction, has the time that is left.
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

/** The setting that gives statements the time that is left of a search that began at `since`. */
function timeLeft(since: number): string {
  // 0 would be no limit.
  const ms = Math.max(1, Math.ceil(timeoutMs - (performance.now() - since)));
  return `set local statement_timeout = ${String(ms)}`;
}

function roleOf(role: string | undefined): readonly string[] {
  return role === undefined ? [] : [`set local role ${escapeIdentifier(role)}`];
}
