// Each key has its share of the connections, so that one with many slow requests does not keep the others waiting.

import type { Pool } from "pg";
import { Problem } from "../problems/problem.ts";

/** Runs the work of a key when fewer others of it run than may; the first to come is the first to go. */
export type RunLimited = <Result>(keyId: string, work: () => Promise<Result>) => Promise<Result>;

/** So many connections are left for others. */
const forOthers = 2;
/** As long as for a connection. */
const patience = 5000;

const tooMany = "Too many concurrent requests with this key; wait for their responses before you send more.";

/** The works of one key. */
class Line {
  readonly #waiting = new Set<() => void>();
  #running = 0;

  get isEmpty(): boolean {
    return this.#running === 0;
  }

  async enter(most: number, patienceMs: number): Promise<void> {
    if (this.#running < most) {
      this.#running++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(go);
        reject(new Problem("rate_limited", { detail: tooMany, headers: { "retry-after": "1" } }));
      }, patienceMs);
      this.#waiting.add(go);
    });
  }

  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running--;
      return;
    }
    // It takes the place of the one that leaves.
    this.#waiting.delete(next);
    next();
  }
}

/** At most `most` works of a key run at a time. One that waits for longer than `patienceMs` milliseconds ends with a {@link Problem}. */
export function limitPerKey(most: number, patienceMs: number = patience): RunLimited {
  const lines = new Map<string, Line>();
  return async (keyId, work) => {
    const line = lines.get(keyId) ?? new Line();
    lines.set(keyId, line);
    await line.enter(most, patienceMs);
    try {
      return await work();
    } finally {
      line.leave();
      if (line.isEmpty) lines.delete(keyId);
    }
  };
}

const ofPools = new WeakMap<Pool, RunLimited>();

/** The shares of a pool: of any key all of its connections but two, or one if it has no more. */
export function sharesOf(pool: Pool): RunLimited {
  const known = ofPools.get(pool) ?? limitPerKey(Math.max(1, pool.options.max - forOthers));
  ofPools.set(pool, known);
  return known;
}
