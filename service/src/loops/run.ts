// Runs a claimed loop, one iteration after the other, until it ends, is lost, or the worker stops.

import { type Database, transaction } from "../database/transaction.ts";
import { isUnavailable } from "../database/unavailable.ts";
import type { Extractor } from "../extraction/extractor.ts";
import { inSpan, type OpenSpan } from "../telemetry/spans.ts";
import { commit, LeaseLost } from "./commit.ts";
import { failHeld } from "./deaths.ts";
import { giveBack } from "./lease.ts";
import { collectTypes, readShapes } from "./loop-types.ts";
import { type Iterated, type Observe, toLoopEnd } from "./observe.ts";
import { createPay } from "./payment.ts";
import { piecesOf } from "./pieces.ts";
import { load, type Outcome, readAll, sum } from "./read.ts";
import { readWaiting } from "./readings.ts";
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
      row = await iterateInSpan(parts, row, signal);
    }
    observe?.({ kind: "ended", loop: toLoopEnd(row) });
  } catch (error) {
    await handleFailure(error, parts, row, signal.aborted);
  }
}

/** A trace of its own for each iteration: a loop may take hours, on several workers. */
async function iterateInSpan(parts: RunParts, row: LoopRow, signal: AbortSignal): Promise<LoopRow> {
  const attributes = {
    "slice.loop_id": row.id,
    "slice.organization_id": row.organization_id,
    "slice.project_id": row.project_id,
    "slice.iteration": row.iteration + 1,
    "slice.attempt": row.attempt,
    "slice.extractor": parts.extractor.name,
  };
  return await inSpan(
    { name: "iteration", attributes },
    async (span) => await iterate(parts, row, signal, span),
  );
}

async function iterate(
  { database, extractor, piecesPerIteration, observe }: RunParts,
  row: LoopRow,
  signal: AbortSignal,
  span: OpenSpan | undefined,
): Promise<LoopRow> {
  const begun = performance.now();
  const pieces = piecesOf(row.plan);
  const tenant = tenantOfLoop(row);
  const { progress, wanted, loaded } = await transaction(database, tenant, async (tx) => {
    const known = await readProgress(tx, { ...tenant, id: row.id });
    // At its start a loop goes on with what others have left.
    const unconnected = row.iteration === 0 ? await readWaiting(tx, row, extractor) : known.state.unconnected;
    const places = nextPieces(known.state, pieces.length, piecesPerIteration);
    return {
      progress: { ...known, state: { ...known.state, unconnected } },
      wanted: collectTypes(row.goal, await readShapes(tx, tenant, row.shape_ids)),
      loaded: places.length === 0 ? [] : await load(tx, tenant, pieces, places),
    };
  });
  const pay = createPay(database, row);
  const outcomes = await readAll(loaded, { row, extractor, wanted, signal, pay });
  signal.throwIfAborted();
  const ms = performance.now() - begun;
  const next = await commit(database, row, { progress, outcomes, wanted, extractor, ms });
  const failed = outcomes.filter(({ checked }) => checked === undefined).length;
  const figures = { credits: next.spent - row.spent, read: outcomes.length - failed, failed };
  observe?.({ kind: "iterated", loopId: next.id, ...figures, seconds: ms / 1000 });
  describe(span, figures, outcomes);
  return next;
}

function describe(
  span: OpenSpan | undefined,
  { read, failed, credits }: Pick<Iterated, "read" | "failed" | "credits">,
  outcomes: readonly Outcome[],
): void {
  const { inputTokens, outputTokens } = outcomes
    .map(({ usage }) => usage)
    .reduce(sum, { inputTokens: 0, outputTokens: 0 });
  span?.set({
    "slice.pieces_read": read,
    "slice.pieces_failed": failed,
    "slice.credits": credits,
    "gen_ai.usage.input_tokens": inputTokens,
    "gen_ai.usage.output_tokens": outputTokens,
  });
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
