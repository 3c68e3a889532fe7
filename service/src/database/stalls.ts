// Commits that are not confirmed: the database has written them, but its synchronous standby does not answer, or its disk is very slow.

import type { Pool, QueryResult } from "pg";
import { Problem } from "../values/problem.ts";

/** A commit takes milliseconds, and some hundred on a busy disk; one that takes longer than this waits for something that is gone. */
const stalledAfterMs = 2000;
/** Maximum wait of a request for its commit, in milliseconds: as long as for a turn of its key. `statement_timeout` does not end such a wait. */
const maxWaitMs = 10_000;
/** While commits are not confirmed, one write is let through this often, in milliseconds, to learn whether they are again. */
const probeMs = 5000;

/** The commits of a pool that are under way. */
class Commits {
  readonly #begun = new Set<{ readonly at: number }>();
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #probedAt = Number.NEGATIVE_INFINITY;

  /** Whether one waits for too long, and none that came later was confirmed. */
  get areStalled(): boolean {
    const before = performance.now() - stalledAfterMs;
    return [...this.#begun].some(({ at }) => at < before && this.#confirmedAt < at);
  }

  /** Returns what ends it. */
  begin(): (isConfirmed: boolean) => void {
    const commit = { at: performance.now() };
    this.#begun.add(commit);
    return (isConfirmed) => {
      this.#begun.delete(commit);
      if (isConfirmed) this.#confirmedAt = performance.now();
    };
  }

  /** Whether a write may try whether commits are confirmed again. */
  mayProbe(): boolean {
    const now = performance.now();
    if (now - this.#probedAt < probeMs) return false;
    this.#probedAt = now;
    return true;
  }
}

const commitsOfPools = new WeakMap<Pool, Commits>();

function commitsOf(pool: Pool): Commits {
  const commits = commitsOfPools.get(pool) ?? new Commits();
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
  const end = commitsOf(pool).begin();
  const timers = [
    setTimeout(() => onStall?.(), stalledAfterMs),
    setTimeout(() => onLate?.(unconfirmed()), maxWaitMs),
  ];
  let isConfirmed = false;
  try {
    const result = await commit;
    isConfirmed = true;
    return result;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    end(isConfirmed);
  }
}

/** Whether commits of a pool are not confirmed at present. */
export function isStalled(pool: Pool): boolean {
  return commitsOf(pool).areStalled;
}

/** Throws a {@link Problem} for a write while commits are not confirmed, except for one now and then. */
export function requireConfirming(pool: Pool): void {
  const commits = commitsOf(pool);
  if (commits.areStalled && !commits.mayProbe()) throw stalled();
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
