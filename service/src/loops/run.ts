// Runs a claimed loop, one iteration after the other, until it ends, is lost, or the worker stops.

import { type Database, transaction } from "../database/transaction.ts";
import { isUnavailable } from "../database/unavailable.ts";
import type { Extractor } from "../extraction/extractor.ts";
import { commit, LeaseLost } from "./commit.ts";
import { failHeld } from "./deaths.ts";
import { giveBack } from "./lease.ts";
import { collectTypes, readShapes } from "./loop-types.ts";
import { type Observe, toLoopEnd } from "./observe.ts";
import { createPay, type Pay } from "./payment.ts";
import { piecesOf } from "./pieces.ts";
import { load, type Outcome, readAll, sum } from "./read.ts";
import { type LoopRow, tenantOfLoop } from "./rows.ts";
import { nextPieces, readProgress } from "./state.ts";

/** What running a loop needs. */
export interface RunParts {
  readonly database: Database;
  readonly extractor: Extractor;
  readonly piecesPerIteration: number;
  readonly log: RunLog;
  readonly observe?: Observe;
}

/** Where errors are reported. */
export interface RunLog {
  readonly error: (details: object, message: string) => void;
}

/** A loop fails after this many claims without a committed iteration: then the loop itself must be at fault, not its workers. */
const maxAttempts = 5;

/** How a run is ended from outside. */
export interface Run {
  /** Aborts the iteration in progress. */
  readonly signal: AbortSignal;
  /** Gives the loop back after the iteration in progress. */
  readonly stopping: AbortSignal;
}

/** Runs a loop until it ends, is lost, or the worker stops. */
export type RunLoop = (claimed: LoopRow, run: Run) => Promise<void>;

/** Runs loops in this process. */
export function runInProcess(parts: RunParts): RunLoop {
  return async (claimed, run) => await runLoop(parts, claimed, run);
}

async function runLoop(parts: RunParts, claimed: LoopRow, { signal, stopping }: Run): Promise<void> {
  const { database, observe } = parts;
  let row = claimed;
  try {
    if (row.attempt > maxAttempts) {
      const message = `No iteration could be completed in ${maxAttempts} attempts; the log of the workers says why.`;
      const failed = await failHeld(database, row, message);
      if (failed === undefined) return;
      row = failed;
    }
    while (row.status === "running") {
      // A loop that ran alone in a process, and has completed an iteration without ending it, rejoins the others.
      const isCleared = claimed.deaths > 0 && row.deaths === 0;
      if (stopping.aborted || isCleared) return await giveBack(database, row, { isFailure: false });
      row = await iterate(parts, row, signal);
    }
    observe?.({ kind: "ended", loop: toLoopEnd(row) });
  } catch (error) {
    await handleFailure(error, parts, row, signal.aborted);
  }
}

async function iterate(
  { database, extractor, piecesPerIteration, observe }: RunParts,
  row: LoopRow,
  signal: AbortSignal,
): Promise<LoopRow> {
  const begun = performance.now();
  const pieces = piecesOf(row.plan);
  const tenant = tenantOfLoop(row);
  const { progress, wanted, loaded } = await transaction(database, tenant, async (tx) => {
    const known = await readProgress(tx, { ...tenant, id: row.id });
    const places = nextPieces(known.state, pieces.length, piecesPerIteration);
    return {
      progress: known,
      wanted: collectTypes(row.goal, await readShapes(tx, tenant, row.shape_ids)),
      loaded: places.length === 0 ? [] : await load(tx, tenant, pieces, places),
    };
  });
  let answered = 0;
  const record = createPay(database, row);
  const pay: Pay = async (reading) => {
    answered += 1;
    await record(reading);
  };
  const outcomes = await readAll(loaded, { row, extractor, wanted, signal, pay });
  signal.throwIfAborted();
  const ms = performance.now() - begun;
  const next = await commit(database, row, { progress, outcomes, wanted, extractor, ms });
  observe?.({ kind: "iterated", ...iterationFigures(row, next, outcomes), answered, seconds: ms / 1000 });
  return next;
}

function iterationFigures(before: LoopRow, after: LoopRow, outcomes: readonly Outcome[]) {
  const failed = outcomes.filter(({ checked }) => checked === undefined).length;
  return {
    loopId: after.id,
    credits: after.spent - before.spent,
    read: outcomes.length - failed,
    failed,
    ...outcomes.map(({ usage }) => usage).reduce(sum, { inputTokens: 0, outputTokens: 0 }),
  };
}

/** A lost loop belongs to another worker; other failures are retried, after a growing delay. */
async function handleFailure(
  error: unknown,
  { database, log }: RunParts,
  row: LoopRow,
  wasAborted: boolean,
): Promise<void> {
  if (error instanceof LeaseLost) return;
  // The worker reports outages of the database, once.
  if (!wasAborted && !isUnavailable(error)) log.error({ err: error, loop: row.id }, "an iteration failed");
  const afterMs = wasAborted ? 0 : 100 * 2 ** row.attempt;
  try {
    await giveBack(database, row, { isFailure: !wasAborted, afterMs });
  } catch (failed) {
    // Its lease ends by itself.
    if (!isUnavailable(failed)) log.error({ err: failed, loop: row.id }, "a loop could not be given back");
  }
}
