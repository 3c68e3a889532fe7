// Commits that are not confirmed: the database has written them, but its synchronous standby does not answer, or its disk is very slow.

import type { Pool, QueryResult } from "pg";
import { Problem } from "../values/problem.ts";

/** A commit takes milliseconds, and some hundred on a busy disk; one that takes longer than this waits for something that is gone. */
const stalledAfterMs = 2000;
/** Maximum wait of a request for its commit, in milliseconds: as long as for a turn of its key. `statement_timeout` does not end such a wait. */
const maxWaitMs = 10_000;

/** The commits of a pool. */
interface Commits {
  /** When those that are under way began. */
  readonly begun: Set<number>;
  /** When the last one was confirmed that had waited for too long. */
  lateAt: number;
}

const commitsOf = new WeakMap<Pool, Commits>();

/** Waits for a commit, however long it takes; a caller who should not wait for that long is told by `onLate`. */
export async function confirmed(
  pool: Pool,
  commit: Promise<QueryResult>,
  onLate?: (problem: Problem) => void,
): Promise<QueryResult> {
  const begun = performance.now();
  const commits = commitsOf.get(pool) ?? { begun: new Set(), lateAt: Number.NEGATIVE_INFINITY };
  commitsOf.set(pool, commits);
  commits.begun.add(begun);
  const timer = onLate === undefined ? undefined : setTimeout(() => onLate(unconfirmed()), maxWaitMs);
  try {
    return await commit;
  } finally {
    clearTimeout(timer);
    commits.begun.delete(begun);
    if (performance.now() - begun > stalledAfterMs) commits.lateAt = performance.now();
  }
}

/** Whether what waits for a turn may wait because commits are not confirmed, or were not until a moment ago. */
export function isStalled(pool: Pool): boolean {
  const now = performance.now();
  const { begun = [], lateAt = Number.NEGATIVE_INFINITY } = commitsOf.get(pool) ?? {};
  return now - lateAt < maxWaitMs || [...begun].some((at) => now - at > stalledAfterMs);
}

/** For a request whose commit is under way. */
function unconfirmed(): Problem {
  const detail =
    "The database has not confirmed this write yet, and it may still take effect; send it again with the same Idempotency-Key to learn that.";
  return new Problem("database_unavailable", { detail, headers: { "retry-after": "5" } });
}

/** For a request that waits for such commits. */
export function stalled(): Problem {
  const detail = "The database does not confirm writes in time, and nothing of this request was written.";
  return new Problem("database_unavailable", { detail, headers: { "retry-after": "5" } });
}
