// A worker: claims loops, runs their iterations, renews its leases, and gives back what it has when it stops.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, transaction } from "../database/transaction.ts";
import type { Extractor } from "../extraction/extractor.ts";
import { commit, LeaseLost, scopeOfLoop } from "./commit.ts";
import { endLoop } from "./finish.ts";
import { claim, giveBack, type Holder, renew, signOff, takeOver } from "./lease.ts";
import { piecesOf } from "./pieces.ts";
import { load, readAll } from "./read.ts";
import { type LoopRow, loopsOf } from "./rows.ts";
import { nextPieces, progressOf } from "./state.ts";
import { wantedBy } from "./wanted.ts";

/** What a worker needs. */
export interface WorkerParts {
  readonly database: Database;
  readonly extractor: Extractor;
  readonly log: WorkerLog;
  readonly settings: WorkerSettings;
}

/** How loops run, alike on all workers. */
export interface WorkerSettings {
  readonly leaseMs: number;
  /** As many loops of one organization run at a time, on all workers. */
  readonly maxRunning: number;
  readonly piecesPerIteration: number;
}

/** Where a worker says what goes wrong. */
export interface WorkerLog {
  readonly info: (details: object, message: string) => void;
  readonly error: (details: object, message: string) => void;
}

/** A worker that runs. */
export interface Worker {
  readonly id: string;
  /** Stops claiming, and gives iterations that are under way so long to end; then they are aborted, and all loops given back. */
  readonly stop: (graceMs: number) => Promise<void>;
}

/** As many loops a worker runs at a time. */
const slots = 8;
/** How long a worker waits at most before it looks for loops again: at first, and when there have been none for a while. */
const [eager, idle] = [100, 800];
/** After as many claims without an iteration that was committed, a loop is what is wrong. */
const mostAttempts = 5;

/** Starts a worker; it is registered when this resolves. */
export async function startWorker(parts: WorkerParts): Promise<Worker> {
  const { database, settings } = parts;
  const holder: Holder = { id: randomUUID(), ...settings };
  const running = new Set<Running>();
  const stopping = new AbortController();
  const ended = new AbortController();

  const take = (row: LoopRow): void => {
    // This process may have stood still for so long that it takes a loop over from itself: what it has read until then is lost.
    abortAll([...running].filter(({ id }) => id === row.id));
    const abort = new AbortController();
    const done = run(parts, row, { signal: abort.signal, isStopping: () => stopping.signal.aborted });
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

interface Run {
  readonly signal: AbortSignal;
  readonly isStopping: () => boolean;
}

/** Runs a loop until it ends, is lost, or the worker stops. */
async function run(parts: WorkerParts, claimed: LoopRow, { signal, isStopping }: Run): Promise<void> {
  const { database, log } = parts;
  let row = claimed;
  try {
    if (row.attempt > mostAttempts) return await fail(database, row);
    while (row.status === "running") {
      if (isStopping()) return await giveBack(database, row, { isFailure: false });
      row = await iterate(parts, row, signal);
    }
  } catch (error) {
    await dealWith(error, parts, row, signal.aborted);
  }
  log.info({ loop: row.id, status: row.status }, "loop left");
}

async function iterate(
  { database, extractor, settings }: WorkerParts,
  row: LoopRow,
  signal: AbortSignal,
): Promise<LoopRow> {
  const begun = performance.now();
  const pieces = piecesOf(row.plan);
  const { progress, wanted, loaded } = await transaction(database, scopeOfLoop(row), async (tx) => {
    const known = await progressOf(tx, { projectId: row.project_id, id: row.id });
    const places = nextPieces(known.state, pieces.length, settings.piecesPerIteration);
    return {
      progress: known,
      wanted: await wantedBy(tx, row),
      loaded: places.length === 0 ? [] : await load(tx, row.project_id, pieces, places),
    };
  });
  const outcomes = await readAll(loaded, { row, extractor, wanted, signal });
  signal.throwIfAborted();
  return await commit(database, row, {
    progress,
    outcomes,
    wanted,
    extractor,
    ms: performance.now() - begun,
  });
}

/** A loop that is lost is somebody else's; what fails is tried again, later each time. */
async function dealWith(
  error: unknown,
  { database, log }: WorkerParts,
  row: LoopRow,
  wasAborted: boolean,
): Promise<void> {
  if (error instanceof LeaseLost) return;
  if (!wasAborted) log.error({ err: error, loop: row.id }, "an iteration failed");
  const afterMs = wasAborted ? 0 : 100 * 2 ** row.attempt;
  try {
    await giveBack(database, row, { isFailure: !wasAborted, afterMs });
  } catch (failed) {
    log.error({ err: failed, loop: row.id }, "a loop could not be given back; its lease ends by itself");
  }
}

async function fail(database: Database, { project_id: projectId, id, ...row }: LoopRow): Promise<void> {
  const held = loopsOf({ projectId })
    .where("id", "=", id)
    .where("status", "=", "running")
    .where("lease_token", "=", row.lease_token);
  await transaction(database, scopeOfLoop({ project_id: projectId, id, ...row }), async (tx) => {
    const current = await tx.first(held.forUpdate());
    const message = `No iteration could be completed in ${mostAttempts} attempts; the log of the workers says why.`;
    if (current !== undefined)
      await endLoop(tx, current, { status: "failed", code: "worker_failed", message });
  });
}
