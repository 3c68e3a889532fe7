// Runs a claimed loop, one iteration after the other, until it ends, is lost, or the worker stops.

import { type Database, transaction } from "../database/transaction.ts";
import type { Extractor } from "../extraction/extractor.ts";
import { commit, LeaseLost, scopeOfLoop } from "./commit.ts";
import { endLoop } from "./finish.ts";
import { giveBack } from "./lease.ts";
import { typesOfLoop } from "./loop-types.ts";
import { piecesOf } from "./pieces.ts";
import { load, readAll } from "./read.ts";
import { type LoopRow, loopsOf } from "./rows.ts";
import { nextPieces, progressOf } from "./state.ts";

/** What a worker needs. */
export interface WorkerParts {
  readonly database: Database;
  readonly extractor: Extractor;
  readonly log: WorkerLog;
  readonly settings: WorkerSettings;
}

/** How loops run; the same on all workers. */
export interface WorkerSettings {
  readonly leaseMs: number;
  /** How many loops of one organization run at a time, across all workers. */
  readonly maxRunning: number;
  readonly piecesPerIteration: number;
}

/** Where a worker reports errors. */
export interface WorkerLog {
  readonly info: (details: object, message: string) => void;
  readonly error: (details: object, message: string) => void;
}

/** A loop fails after this many claims without a committed iteration: then the loop itself must be at fault, not its workers. */
const mostAttempts = 5;

interface Run {
  readonly signal: AbortSignal;
  readonly isStopping: () => boolean;
}

/** Runs a loop until it ends, is lost, or the worker stops. */
export async function runLoop(
  parts: WorkerParts,
  claimed: LoopRow,
  { signal, isStopping }: Run,
): Promise<void> {
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
      wanted: await typesOfLoop(tx, row),
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

/** A lost loop belongs to another worker; failures are retried, later each time. */
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
