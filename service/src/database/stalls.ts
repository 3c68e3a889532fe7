// Commits that are not confirmed: the database has written them, but its synchronous standby does not answer, or its disk is very slow.

import type { Pool, QueryResult } from "pg";
import { Problem } from "../values/problem.ts";

/** A commit takes milliseconds, and some hundred on a busy disk; one that takes longer than this waits for something that is gone. */
const stalledAfterMs = 2000;
/** Maximum wait of a request for its commit, in milliseconds: as long as for a turn of its key. `statement_timeout` does not end such a wait. */
const maxWaitMs = 10_000;

/** When the commits that are under way began. */
const underWay = new WeakMap<Pool, Set<number>>();

/** Waits for a commit, however long it takes; a caller who should not wait for that long is told by `onLate`. */
export async function confirmed(
  pool: Pool,
  commit: Promise<QueryResult>,
  onLate?: (problem: Problem) => void,
): Promise<QueryResult> {
  const begun = performance.now();
  const commits = underWay.get(pool) ?? new Set();
  underWay.set(pool, commits.add(begun));
  const timer = onLate === undefined ? undefined : setTimeout(() => onLate(unconfirmed()), maxWaitMs);
  try {
    return await commit;
  } finally {
    clearTimeout(timer);
    commits.delete(begun);
  }
}

/** Whether commits of a pool wait for so long that the database cannot be said to be available. */
export function isStalled(pool: Pool): boolean {
  const before = performance.now() - stalledAfterMs;
  return [...(underWay.get(pool) ?? [])].some((begun) => begun < before);
}

/** For a request whose commit is under way. */
function unconfirmed(): Problem {
  const detail =
    "The database has not confirmed this write yet, and it may still take effect; send it again with the same Idempotency-Key to learn that.";
  return new Problem("database_unavailable", { detail, headers: { "retry-after": "5" } });
}

/** For a request that waits behind such commits. */
export function stalled(): Problem {
  const detail = "The database does not confirm writes at present, and nothing of this request was written.";
  return new Problem("database_unavailable", { detail, headers: { "retry-after": "5" } });
}
