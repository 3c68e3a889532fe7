// Under which role and with which plans a search looks for hits.

import { escapeIdentifier } from "pg";
import { allSettledOrThrow } from "../database/all-settled.ts";
import type { Roles, Transaction } from "../database/transaction.ts";

/**
 * Bitmap scans alone: a walk along an index of dates, or through the table, is fast for a word that is common and takes seconds for one that
 * is rare.
 */
const plans: readonly string[] = ["enable_seqscan", "enable_indexscan", "enable_indexonlyscan", "jit"];

/** A search that takes longer would keep others from their connection. */
const patienceMs = 3000;

/** Runs `work` as the role that sees which rows match, but none of their contents. */
export async function lookingForHits<Result>(
  tx: Transaction,
  roles: Roles | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const entered = tx.run(
    [
      ...roleOf(roles?.search),
      ...plans.map((plan) => `set local ${plan} = off`),
      `set local statement_timeout = ${String(patienceMs)}`,
    ].join("; "),
  );
  const [, result] = await allSettledOrThrow([entered, work()]);
  const settings = [...plans, "statement_timeout"].map((setting) => `set local ${setting} to default`);
  await tx.run([...roleOf(roles?.app), ...settings].join("; "));
  return result;
}

function roleOf(role: string | undefined): readonly string[] {
  return role === undefined ? [] : [`set local role ${escapeIdentifier(role)}`];
}
