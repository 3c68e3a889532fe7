// A worker: claims loops, has them run, renews its leases, and releases what it holds when it stops.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Outage, reportOutages } from "../database/outage.ts";
import type { Database } from "../database/transaction.ts";
import { claim, giveBack, type Held, type Holder, renew, signOff, takeOver } from "./lease.ts";
import type { Observe } from "./observe.ts";
import type { LoopRow } from "./rows.ts";
import type { RunLog, RunLoop } from "./run.ts";

/** What a worker needs. */
export interface WorkerParts {
  readonly database: Database;
  readonly settings: WorkerSettings;
  readonly log: WorkerLog;
  /** Runs a loop, here or in another process. */
  readonly run: RunLoop;
  readonly observe?: Observe;
}

/** How loops are claimed; the same on all workers. */
export type WorkerSettings = Omit<Holder, "id">;

/** Where a worker reports what it does. */
export interface WorkerLog extends RunLog {
  readonly info: (details: object, message: string) => void;
}

/** A worker that runs. */
export interface Worker {
  readonly id: string;
  /** Stops claiming, and allows the current iterations this long to end; then aborts them, and releases all loops. */
  readonly stop: (graceMs: number) => Promise<void>;
}

/** Maximum loops a worker runs at once, of all organizations: twice the default for one organization. */
const maxShared = 16;
/** Beyond that, an organization without a running loop still gets one, so that others' slow models do not block it; waiting takes little memory. */
const maxLoops = 64;
/** Maximum concurrent loops whose earlier process died: each gets a process of its own. */
const maxSuspects = 2;
/** Pause between polls for loops, in milliseconds: the minimum after a loop was found, growing to the maximum while there are none. */
const [minPauseMs, maxPauseMs] = [100, 800];

/** Starts a worker; it is registered when this resolves. */
export async function startWorker(parts: WorkerParts): Promise<Worker> {
  const { database, settings, log, run, observe } = parts;
  const holder: Holder = { id: randomUUID(), ...settings };
  const running = new Set<Running>();
  const stopping = new AbortController();
  const ended = new AbortController();
  const outage = reportOutages(log);

  const start = ({ row, isFirst }: Claim): void => {
    // If this process was suspended, it may claim its own loop again: abort the old run, whose results are lost.
    abortAll([...running].filter(({ id }) => id === row.id));
    const abort = new AbortController();
    const { id, attempt, iteration } = row;
    log.info({ loop: id, iteration, attempt }, isFirst ? "started a loop" : "resumed a loop");
    observe?.({ kind: "claimed", loop: { waited: isFirst ? secondsToClaim(row) : undefined } });
    const done = run(row, { signal: abort.signal, stopping: stopping.signal }).catch(
      async (error: unknown) => await putBack(parts, row, error),
    );
    const started = { id, organizationId: row.organization_id, abort, done, isSuspect: row.deaths > 0 };
    running.add(started);
    void done.finally(() => running.delete(started));
  };
  await renew(database, holder, []);
  const polling = pollForLoops(
    { start, claimNext: async () => await claimNextLoop(database, holder, running), outage },
    stopping.signal,
  );
  const renewing = renewLeasesPeriodically({ database, holder, running, outage }, ended.signal);
  return {
    id: holder.id,
    stop: async (graceMs) => {
      stopping.abort();
      await polling;
      const late = setTimeout(() => abortAll(running), graceMs);
      await Promise.all([...running].map(async ({ done }) => await done));
      clearTimeout(late);
      ended.abort();
      await renewing;
      await signOff(database, holder.id);
    },
  };
}

/** The process could not be started, for example for lack of memory: another worker, or this one later, may succeed. */
async function putBack({ database, log }: WorkerParts, row: LoopRow, error: unknown): Promise<void> {
  log.error({ err: error, loop: row.id }, "a loop could not be run");
  await giveBack(database, row, { isFailure: true, afterMs: 1000 }).catch((failed: unknown) =>
    log.error({ err: failed, loop: row.id }, "a loop could not be given back; its lease ends by itself"),
  );
}

/** A loop that this worker runs. */
interface Running extends Held {
  readonly abort: AbortController;
  readonly done: Promise<void>;
  /** Whether a process has died while running it. */
  readonly isSuspect: boolean;
}

/** A claimed loop. */
interface Claim {
  readonly row: LoopRow;
  /** Whether nobody has claimed it before. */
  readonly isFirst: boolean;
}

/** By the database's clock. */
function secondsToClaim({ created_at, started_at }: LoopRow): number {
  return started_at === null ? 0 : (started_at.getTime() - created_at.getTime()) / 1000;
}

interface Polling {
  readonly claimNext: () => Promise<Claim | undefined>;
  readonly start: (claim: Claim) => void;
  readonly outage: Outage;
}

/** Claims loops, one after the other, until the worker stops. */
async function pollForLoops({ claimNext, start, outage }: Polling, signal: AbortSignal): Promise<void> {
  let pause = minPauseMs;
  while (!signal.aborted) {
    const claim = await outage.during("no loop could be claimed", claimNext);
    if (claim === undefined) {
      pause = Math.min(maxPauseMs, pause * 1.5);
      // Random, so that workers that started together do not poll together.
      await wait(pause * (0.5 + Math.random() / 2), signal);
    } else {
      pause = minPauseMs;
      start(claim);
    }
  }
}

/** Takes over a loop that has lost its worker, if there is one; else claims a waiting one. */
async function claimNextLoop(
  database: Database,
  holder: Holder,
  running: ReadonlySet<Running>,
): Promise<Claim | undefined> {
  if (running.size >= maxLoops) return undefined;
  const withSuspects = [...running].filter(({ isSuspect }) => isSuspect).length < maxSuspects;
  const maxRunning = running.size >= maxShared ? 1 : holder.maxRunning;
  // A loop that is taken over already counts as running for its organization.
  const taken = await takeOver(database, holder, { withSuspects });
  if (taken !== undefined) return { row: taken, isFirst: false };
  const row = await claim(database, { ...holder, maxRunning });
  return row && { row, isFirst: true };
}

interface Renewing {
  readonly database: Database;
  readonly holder: Holder;
  readonly running: ReadonlySet<Running>;
  readonly outage: Outage;
}

/** Renews all leases until the worker has stopped; aborts a loop whose lease is lost. */
async function renewLeasesPeriodically(
  { database, holder, running, outage }: Renewing,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await wait(holder.leaseMs / 3, signal);
    if (signal.aborted) return;
    await outage.during("leases could not be renewed", async () => {
      const asked = [...running];
      const held = await renew(database, holder, asked);
      abortAll(asked.filter(({ id }) => !held.has(id)));
    });
  }
}

function abortAll(running: Iterable<Running>): void {
  for (const { abort } of running) abort.abort();
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
