// A worker: claims loops, runs them, renews its leases, and releases what it holds when it stops.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../database/transaction.ts";
import { claim, type Holder, renew, signOff, takeOver } from "./lease.ts";
import type { LoopRow } from "./rows.ts";
import { runLoop, type WorkerLog, type WorkerParts } from "./run.ts";

/** A worker that runs. */
export interface Worker {
  readonly id: string;
  /** Stops claiming, and allows the current iterations this long to end; then aborts them, and releases all loops. */
  readonly stop: (graceMs: number) => Promise<void>;
}

/** How many loops a worker runs at a time. */
const slots = 8;
/** How long a worker waits at most before it looks for loops again: at first, and when there have been none for a while. */
const [eager, idle] = [100, 800];

/** Starts a worker; it is registered when this resolves. */
export async function startWorker(parts: WorkerParts): Promise<Worker> {
  const { database, settings } = parts;
  const holder: Holder = { id: randomUUID(), ...settings };
  const running = new Set<Running>();
  const stopping = new AbortController();
  const ended = new AbortController();

  const take = (row: LoopRow): void => {
    // This process may have been suspended for so long that it takes over its own loop: what it has read until then is lost.
    abortAll([...running].filter(({ id }) => id === row.id));
    const abort = new AbortController();
    const done = runLoop(parts, row, { signal: abort.signal, isStopping: () => stopping.signal.aborted });
    const taken = { id: row.id, abort, done };
    running.add(taken);
    void done.finally(() => running.delete(taken));
  };
  await renew(database, holder, []);
  const looking = look(parts, holder, { take, hasRoom: () => running.size < slots, signal: stopping.signal });
  const beating = beat(parts, holder, running, ended.signal);
  return {
    id: holder.id,
    stop: async (graceMs) => {
      stopping.abort();
      await looking;
      const late = setTimeout(() => abortAll(running), graceMs);
      await Promise.all([...running].map(async ({ done }) => await done));
      clearTimeout(late);
      ended.abort();
      await beating;
      await signOff(database, holder.id);
    },
  };
}

interface Looking {
  readonly take: (row: LoopRow) => void;
  readonly hasRoom: () => boolean;
  readonly signal: AbortSignal;
}

/** Claims loops, one after the other, until the worker stops. */
async function look(
  { database, log }: WorkerParts,
  holder: Holder,
  { take, hasRoom, signal }: Looking,
): Promise<void> {
  let wait = eager;
  while (!signal.aborted) {
    const row = hasRoom() ? await next(database, holder, log) : undefined;
    if (row === undefined) {
      wait = Math.min(idle, wait * 1.5);
      // Workers that have started together do not ask together.
      await pause(wait * (0.5 + Math.random() / 2), signal);
    } else {
      wait = eager;
      take(row);
    }
  }
}

/** Renews leases until the worker has ended. */
async function beat(
  { database, log, settings }: WorkerParts,
  holder: Holder,
  running: ReadonlySet<Running>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await pause(settings.leaseMs / 3, signal);
    if (signal.aborted) return;
    try {
      await keep(database, holder, running);
    } catch (error) {
      log.error({ err: error }, "leases could not be renewed");
    }
  }
}

/** A loop that this worker has. */
interface Running {
  readonly id: string;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

function abortAll(running: Iterable<Running>): void {
  for (const { abort } of running) abort.abort();
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/** A loop that has lost its worker comes before one that waits. */
async function next(database: Database, holder: Holder, log: WorkerLog): Promise<LoopRow | undefined> {
  try {
    return (await takeOver(database, holder)) ?? (await claim(database, holder));
  } catch (error) {
    log.error({ err: error }, "no loop could be claimed");
    return undefined;
  }
}

/** Renews all leases; a loop whose lease is lost is aborted. */
async function keep(database: Database, holder: Holder, running: ReadonlySet<Running>): Promise<void> {
  const asked = [...running];
  const held = await renew(
    database,
    holder,
    asked.map(({ id }) => id),
  );
  abortAll(asked.filter(({ id }) => !held.has(id)));
}
