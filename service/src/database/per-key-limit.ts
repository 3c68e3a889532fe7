// Gives each key and each organization its share of the connections, so that one with many slow requests does not keep the others waiting.

import type { Pool } from "pg";
import { Problem } from "../values/problem.ts";
import { isStalled, stalled } from "./stalls.ts";

/** Runs the work of a client once fewer than its maximum run, in the order of the calls. */
export type RunLimited = <Result>(
  clientId: string,
  work: () => Promise<Result>,
  timeoutMs?: number,
) => Promise<Result>;

/** The organization and key of some work. */
export interface Sharing {
  readonly organizationId: string;
  readonly keyId: string;
  /** Undefined: the share of the key. Work that no request waits for has a share of its own, and may wait without limit. */
  readonly share?: string;
}

/** Runs work within the shares of its key and its organization. */
export type RunShared = <Result>(whose: Sharing, work: () => Promise<Result>) => Promise<Result>;

/** Milliseconds that work waits for its turn: without a limit if no request waits for it. */
export function patienceOf({ share }: Pick<Sharing, "share">): number {
  return share === undefined ? defaultTimeoutMs : Number.POSITIVE_INFINITY;
}

/** Milliseconds a request waits for its turn: twice the wait for a connection, because half of that time places may be resting. */
const defaultTimeoutMs = 10_000;

/** The kinds of clients that are limited. */
type ClientKind = "key" | "organization" | "address";

/** What a limit depends on. */
interface Circumstances {
  /** Why a client waited in vain. */
  readonly refuse: () => Problem;
  /** Whether slow work takes processor time from others, so that its place rests. */
  readonly isBusy: () => boolean;
}

/** Clients that share an address, or send no valid key, are unrelated, and rest for nobody. */
const usual = (of: ClientKind): Circumstances => ({
  refuse: tooMany(of),
  isBusy: () => of !== "address",
});

const tooMany =
  (of: ClientKind): (() => Problem) =>
  () =>
    new Problem("rate_limited", {
      detail: `Too many concurrent requests of this ${of}; wait for their responses before you send more.`,
      headers: { "retry-after": "1" },
      limit: `${of}_concurrency`,
    });

/** Work that takes longer than this is slow, in milliseconds: ten times a usual request. */
const slowFrom = 50;
/** Maximum rest, in milliseconds: a bulk write of half a minute is no reason to refuse what follows. */
const maxRestMs = 10_000;

/** The running and waiting work of one client. */
class Line {
  readonly #waiting = new Set<() => void>();
  #running = 0;

  get isEmpty(): boolean {
    return this.#running === 0;
  }

  /**
   * Milliseconds that a place stays free after work that took `took`: as long again after slow work, while other work of the client runs. So
   * a client with slow requests all the time keeps one processor busy rather than all of them.
   */
  restAfter(took: number): number {
    return took > slowFrom && this.#running > 1 ? Math.min(took, maxRestMs) : 0;
  }

  async enter(most: number, refuse: () => Problem, timeoutMs: number): Promise<void> {
    if (this.#running < most) {
      this.#running++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = (): void => {
        this.#waiting.delete(go);
        reject(refuse());
      };
      const timer = Number.isFinite(timeoutMs) ? setTimeout(giveUp, timeoutMs) : undefined;
      this.#waiting.add(go);
    });
  }

  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running--;
      return;
    }
    // It takes the place of the one that left.
    this.#waiting.delete(next);
    next();
  }
}

/** Waits for a turn of a client, and returns a function that ends it. Throws a {@link Problem} after `timeoutMs` milliseconds. */
export type TakeTurn = (clientId: string, timeoutMs?: number) => Promise<() => void>;

/** At most `max` turns of a client at a time. */
export function turnsPer(
  of: ClientKind,
  max: number,
  { refuse, isBusy }: Circumstances = usual(of),
): TakeTurn {
  const lines = new Map<string, Line>();
  return async (clientId, timeoutMs = defaultTimeoutMs) => {
    const line = lines.get(clientId) ?? new Line();
    lines.set(clientId, line);
    await line.enter(max, refuse, timeoutMs);
    const begun = performance.now();
    const leave = (): void => {
      line.leave();
      if (line.isEmpty) lines.delete(clientId);
    };
    return () => {
      const rest = isBusy() ? line.restAfter(performance.now() - begun) : 0;
      if (rest > 0) setTimeout(leave, rest).unref();
      else leave();
    };
  };
}

/** Runs at most `max` calls of a client at a time. One that waits for longer than `timeoutMs` milliseconds fails with a {@link Problem}. */
export function limitPer(of: ClientKind, max: number, circumstances?: Circumstances): RunLimited {
  const take = turnsPer(of, max, circumstances);
  return async (clientId, work, timeoutMs) => {
    const end = await take(clientId, timeoutMs);
    try {
      return await work();
    } finally {
      end();
    }
  };
}

/** The writes of all clients of a pool, by one name. */
const everyone = "";

const writers = new WeakMap<Pool, RunLimited>();

/**
 * Runs work that writes once fewer than four fifths of the connections of a pool write: the others are left to what only reads, in case commits
 * are not confirmed and keep theirs.
 */
export function writesOf(
  pool: Pool,
): <Result>(work: () => Promise<Result>, timeoutMs: number) => Promise<Result> {
  const refuse = (): Problem =>
    isStalled(pool) ? stalled() : new Problem("database_unavailable", { headers: { "retry-after": "1" } });
  const most = Math.max(1, Math.floor(pool.options.max * 0.8));
  const run = writers.get(pool) ?? limitPer("organization", most, { refuse, isBusy: () => false });
  writers.set(pool, run);
  return async (work, timeoutMs) => await run(everyone, work, timeoutMs);
}

const ofPools = new WeakMap<Pool, RunShared>();

/**
 * The shares of a pool: an organization gets half of its connections, including its loops and streams; a key gets half of those. That is enough
 * for ten requests a second; more slow ones at a time would only take processor time from others. Each share has at least one connection.
 */
export function sharesOf(pool: Pool): RunShared {
  const known = ofPools.get(pool);
  if (known !== undefined) return known;
  const half = Math.max(1, Math.floor(pool.options.max / 2));
  // Work that waits for commits which the database does not confirm keeps no processor busy, and those that wait for it have not sent too much.
  const limited = (of: ClientKind, max: number): RunLimited =>
    limitPer(of, max, {
      refuse: () => (isStalled(pool) ? stalled() : tooMany(of)()),
      isBusy: () => !isStalled(pool),
    });
  const ofKeys = limited("key", Math.max(1, Math.floor(half / 2)));
  const ofOrganizations = limited("organization", half);
  const run: RunShared = async (whose, work) => {
    const { organizationId, keyId, share } = whose;
    const timeoutMs = patienceOf(whose);
    const within = async () => await ofOrganizations(organizationId, work, timeoutMs);
    return await ofKeys(`${organizationId} ${share ?? keyId}`, within, timeoutMs);
  };
  ofPools.set(pool, run);
  return run;
}
