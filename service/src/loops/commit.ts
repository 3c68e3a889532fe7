// Commits an iteration: finds, checkpoint, events, credits and the number of iterations, all or nothing.

import { build } from "../database/build.ts";
import { ofTenant, tenantColumns, tenantOfRow } from "../database/of-tenant.ts";
import { type Database, type Transaction, transaction } from "../database/transaction.ts";
import { newId } from "../values/uuid.ts";
import { append } from "./events.ts";
import { type End, endLoop } from "./finish.ts";
import { findsToStage, type Iteration, loopAfter, stateAfter } from "./iteration.ts";
import { describeIteration } from "./iteration-events.ts";
import { piecesOf } from "./pieces.ts";
import { type Outcome, sum } from "./read.ts";
import { recordReadings, recordWaiting } from "./readings.ts";
import { type LoopRow, selectLoops, tenantOfLoop } from "./rows.ts";
import { stageFinds } from "./stage.ts";
import { type LoopState, nextPieces } from "./state.ts";

/** Another worker has the loop, or it was canceled: nothing was written. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** Commits an iteration, and returns the resulting state of the loop. Throws {@link LeaseLost}. */
export async function commit(database: Database, row: LoopRow, iteration: Iteration): Promise<LoopRow> {
  return await transaction(database, tenantOfLoop(row), async (tx) => await write(tx, row, iteration));
}

async function write(tx: Transaction, claimed: LoopRow, read: Iteration): Promise<LoopRow> {
  const { id, lease_token, iteration: done } = claimed;
  const tenant = tenantOfRow(claimed);
  const held = selectLoops(tenant)
    .where("id", "=", id)
    .where("status", "=", "running")
    .where("lease_token", "=", lease_token)
    .where("iteration", "=", done)
    .forUpdate();
  const row = await tx.first(held);
  if (row === undefined) throw new LeaseLost();
  const staged = await stageFinds(tx, row, read.wanted, findsToStage(read));
  const state = stateAfter(read, staged);
  await recordReadings(tx, row, read);
  await recordWaiting(tx, row, read, state.unconnected);
  const next = loopAfter(row, read, staged, state);
  await tx.all(
    build
      .updateTable("loop")
      .set({ ...next, asked: "{}" })
      .where(ofTenant(tenant))
      .where("id", "=", id),
  );
  const current = { ...row, ...next };
  const events = describeIteration(current, row, read, staged, state);
  const sequences = await append(tx, { ...tenant, id }, next.iteration, events);
  const sequence = sequences[events.findIndex(({ kind }) => kind === "checkpoint.saved")] ?? 0;
  await saveCheckpoint(tx, current, read, state, sequence);
  const end = decideEnd(current, state, read.outcomes);
  if (end !== undefined) await endLoop(tx, current, end);
  return (await tx.first(selectLoops(tenant).where("id", "=", id))) ?? current;
}

async function saveCheckpoint(
  tx: Transaction,
  row: LoopRow,
  { progress, outcomes }: Iteration,
  state: LoopState,
  sequence: number,
): Promise<void> {
  const usage = outcomes.map((outcome) => outcome.usage).reduce(sum, progress);
  await tx.all(
    build.insertInto("checkpoint").values({
      ...tenantColumns(tenantOfRow(row)),
      loop_id: row.id,
      iteration: row.iteration,
      id: newId(),
      sequence,
      quality: row.quality ?? 0,
      entities: row.entities,
      relationships: row.relationships,
      documents: state.read.length,
      credits: row.spent,
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      state: JSON.stringify(state),
    }),
  );
}

/** How the loop ends, if it does: nothing could be read, the quality is reached, or nothing is left. */
function decideEnd(row: LoopRow, state: LoopState, outcomes: readonly Outcome[]): End | undefined {
  const planned = piecesOf(row.plan).length;
  const failed = outcomes.find(({ checked }) => checked === undefined);
  if (failed !== undefined && state.read.length === 0)
    return { status: "failed", code: "model_failed", message: `Nothing could be read: ${failed.reason}` };
  const isRead = nextPieces(state, planned, 1).length === 0;
  // A plan has no more pieces than the iterations may read.
  if (isRead && planned >= row.pieces) return { status: "completed", stopped: "text_end" };
  if ((row.quality ?? 0) >= row.quality_threshold) return { status: "completed", stopped: "threshold" };
  const isOver = isRead || row.iteration >= row.max_iterations;
  return isOver ? { status: "completed", stopped: "max_iterations" } : undefined;
}
