// Commits that are not confirmed: the database has written them, but its synchronous standby does not answer, or its disk is very slow.

import type { Pool, QueryResult } from "pg";
import { Problem } from "../values/problem.ts";

/** A commit takes milliseconds, and some hundred on a busy disk; one that takes longer than this waits for something that is gone. */
const stalledAfterMs = 2000;
/** Maximum wait of a request for its commit, in milliseconds: as long as for a turn of its key. `statement_timeout` does not end such a wait. */
const maxWaitMs = 10_000;
/** While commits are not confirmed, one write is let through this often, in milliseconds, to learn whether they are again. */
const probeMs = 5000;

/** The commits of a pool. */
interface Commits {
  /** When those that are under way began. */
  readonly begun: Set<number>;
  /** When the last one was confirmed. */
  confirmedAt: number;
  /** When the last write was let through meanwhile. */
  probedAt: number;
}

const commitsOfPools = new WeakMap<Pool, Commits>();

function commitsOf(pool: Pool): Commits {
  const never = Number.NEGATIVE_INFINITY;
  const commits = commitsOfPools.get(pool) ?? { begun: new Set(), confirmedAt: never, probedAt: never };
  commitsOfPools.set(pool, commits);
  return commits;
}

/** Who waits for a commit. */
export interface Waiter {
  /** It is not confirmed: what else the work holds is better given back. */
  readonly onStall?: () => void;
  /** It is not confirmed for so long that its caller should get this answer. */
  readonly onLate?: ((problem: Problem) => void) | undefined;
}

/** Waits for a commit that has written something, however long it takes. */
export async function confirmed(
  pool: Pool,
  commit: Promise<QueryResult>,
  { onStall, onLate }: Waiter,
): Promise<QueryResult> {
  const commits = commitsOf(pool);
  const begun = performance.now();
  commits.begun.add(begun);
  const timers = [
    setTimeout(() => onStall?.(), stalledAfterMs),
    setTimeout(() => onLate?.(unconfirmed()), maxWaitMs),
  ];
  try {
    const result = await commit;
    commits.confirmedAt = performance.now();
    return result;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    commits.begun.delete(begun);
  }
}

/** Whether commits of a pool are not confirmed: one waits for too long, and none that came later was. */
export function isStalled(pool: Pool): boolean {
  const { begun, confirmedAt } = commitsOf(pool);
  const before = performance.now() - stalledAfterMs;
  return [...begun].some((at) => at < before && confirmedAt < at);
}

/** Throws a {@link Problem} for a write while commits are not confirmed, except for one now and then. */
export function requireConfirming(pool: Pool): void {
  if (!isStalled(pool)) return;
  const commits = commitsOf(pool);
  if (performance.now() - commits.probedAt < probeMs) throw stalled();
  commits.probedAt = performance.now();
}

/** For a request whose commit is under way. */
function unconfirmed(): Problem {
  const detail =
    "The database has not confirmed this request, so it may still take effect. With an Idempotency-Key, send it again later to learn that; without one, look first.";
  return new Problem("database_unavailable", { detail, headers: { "retry-after": "5" } });
}

/** For a request that would wait for commits that are not confirmed. */
export function stalled(): Problem {
  const detail =
    "The database does not confirm writes at present. This attempt wrote nothing; an earlier one with the same Idempotency-Key may still take effect.";
  return new Problem("database_unavailable", { detail, headers: { "retry-after": "5" } });
}
