// The transaction of an iteration: what was found, the checkpoint, the events, the credits and the count of iterations, or nothing.

import { build } from "../database/build.ts";
import { type Database, type Scope, type Transaction, transaction } from "../database/transaction.ts";
import type { Extractor } from "../extraction/extractor.ts";
import type { JsonObject } from "../http/json.ts";
import { newId } from "../http/uuid.ts";
import { creditsFor } from "./estimate.ts";
import { append, type NewEvent } from "./events.ts";
import { type End, endLoop } from "./finish.ts";
import { piecesOf } from "./pieces.ts";
import type { Outcome } from "./read.ts";
import { sum } from "./read.ts";
import { type LoopRow, loopsOf } from "./rows.ts";
import { type Staged, stageFinds } from "./stage.ts";
import {
  type LoopState,
  nextPieces,
  type Progress,
  piecesRead,
  qualityOf,
  waiting,
  withRead,
} from "./state.ts";
import type { WantedHere } from "./wanted.ts";

/** An iteration that was read. */
export interface Iteration {
  readonly progress: Progress;
  readonly outcomes: readonly Outcome[];
  readonly wanted: WantedHere;
  readonly extractor: Pick<Extractor, "name" | "version">;
  /** How long reading took. */
  readonly ms: number;
}

/** Another worker has the loop, or it was canceled: nothing was written. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** For whom a loop runs. Requests of the same key do not keep it waiting. */
export function scopeOfLoop({ organization_id, project_id, key_id }: LoopRow): Scope {
  return { organizationId: organization_id, projectId: project_id, keyId: key_id, share: "loops" };
}

/** Commits an iteration, and gives the loop as it is then. Throws {@link LeaseLost}. */
export async function commit(database: Database, row: LoopRow, iteration: Iteration): Promise<LoopRow> {
  return await transaction(database, scopeOfLoop(row), async (tx) => await write(tx, row, iteration));
}

async function write(
  tx: Transaction,
  { project_id: projectId, id, lease_token, iteration: done }: LoopRow,
  read: Iteration,
): Promise<LoopRow> {
  const held = loopsOf({ projectId })
    .where("id", "=", id)
    .where("status", "=", "running")
    .where("lease_token", "=", lease_token)
    .where("iteration", "=", done)
    .forUpdate();
  const row = await tx.first(held, "loops.fence");
  if (row === undefined) throw new LeaseLost();
  const staged = await stageFinds(tx, row, read.wanted, findsOf(read));
  const state = stateAfter(read, staged);
  const next = after(row, read, staged, state);
  await tx.all(build.updateTable("loop").set(next).where("project_id", "=", projectId).where("id", "=", id));
  const current = { ...row, ...next };
  const sequence = await append(
    tx,
    { projectId, id },
    next.iteration,
    eventsOf(current, row, read, staged, state),
  );
  // The checkpoint's event is the last but one.
  await saveCheckpoint(tx, current, read, state, sequence - 1);
  const end = endOf(current, state, read.outcomes);
  if (end !== undefined) await endLoop(tx, current, end);
  return (await tx.first(loopsOf({ projectId }).where("id", "=", id))) ?? current;
}

/** What was found, and the relationships of earlier iterations that still wait for an end. */
function findsOf({ outcomes, progress }: Iteration) {
  const checked = outcomes.flatMap((outcome) => outcome.checked ?? []);
  return {
    entities: checked.flatMap(({ entities }) => entities),
    relationships: [...progress.state.unconnected, ...checked.flatMap(({ relationships }) => relationships)],
  };
}

function stateAfter({ progress: { state }, outcomes, extractor }: Iteration, staged: Staged): LoopState {
  let { read, missed, next, finds, dropped } = state;
  for (const { loaded, checked, reason } of outcomes) {
    const { place, piece, updatedAt } = loaded;
    next = Math.max(next, place + 1);
    const attempts = 1 + (missed.find((each) => each.piece === place)?.attempts ?? 0);
    missed = missed.filter((each) => each.piece !== place);
    if (checked === undefined)
      missed = [...missed, { piece: place, document_id: piece.documentId, reason, attempts }];
    else {
      read = withRead(read, piece, updatedAt);
      finds += checked.finds;
      dropped += checked.dropped;
    }
  }
  const unconnected = waiting(staged.unconnected);
  return {
    extractor: extractor.name,
    version: extractor.version,
    next,
    read,
    missed,
    finds,
    dropped,
    unconnected,
  };
}

function after(row: LoopRow, { outcomes }: Iteration, staged: Staged, state: LoopState) {
  const paid = outcomes.filter(({ checked }) => checked !== undefined).map(({ loaded }) => loaded.piece);
  return {
    iteration: row.iteration + 1,
    quality: qualityOf(state, row.pieces),
    spent: Math.min(row.reserved, row.spent + creditsFor(paid, row.effort)),
    entities: row.entities + staged.entities,
    relationships: row.relationships + staged.relationships,
    attempt: 0,
  };
}

function eventsOf(
  now: LoopRow,
  before: LoopRow,
  read: Iteration,
  staged: Staged,
  state: LoopState,
): readonly NewEvent[] {
  const { outcomes, progress } = read;
  const usage = outcomes.map((outcome) => outcome.usage).reduce(sum, { inputTokens: 0, outputTokens: 0 });
  return [
    {
      kind: "iteration.started",
      data: { pieces: outcomes.length, extractor: state.extractor, version: state.version },
    },
    ...documentsOf(outcomes),
    {
      kind: "changes.staged",
      data: {
        entities: staged.entities,
        relationships: staged.relationships,
        dropped: state.dropped - progress.state.dropped,
        unconnected: staged.unconnected.length,
      },
    },
    {
      kind: "quality.reviewed",
      data: {
        quality: now.quality,
        threshold: now.quality_threshold,
        pieces_read: piecesRead(state),
        pieces: now.pieces,
      },
    },
    { kind: "checkpoint.saved", data: { missed: state.missed.length } },
    {
      kind: "iteration.completed",
      data: {
        ms: Math.round(read.ms),
        credits: now.spent - before.spent,
        input_tokens: usage.inputTokens,
        output_tokens: usage.outputTokens,
      },
    },
  ];
}

/** One event for each document, with the pieces of it that were read or missed. */
function documentsOf(outcomes: readonly Outcome[]): readonly NewEvent[] {
  const documents = Map.groupBy(outcomes, ({ loaded }) => loaded.piece.documentId);
  return [...documents].map(([document_id, own]) => {
    const missed = own.filter(({ checked }) => checked === undefined);
    const data: JsonObject = {
      document_id,
      source_id: own[0]?.loaded.piece.sourceId ?? null,
      title: own[0]?.loaded.title ?? null,
      pieces: own.length - missed.length,
      characters: own.reduce(
        (all, { checked, loaded }) => all + (checked === undefined ? 0 : loaded.piece.characters),
        0,
      ),
      ...(missed.length > 0 && { missed: missed.length, reason: missed[0]?.reason ?? "" }),
    };
    return { kind: "document.read", data };
  });
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
      project_id: row.project_id,
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

/** Whether the loop is over: nothing could be read, enough was read, or nothing is left. */
function endOf(row: LoopRow, state: LoopState, outcomes: readonly Outcome[]): End | undefined {
  const planned = piecesOf(row.plan).length;
  const failed = outcomes.find(({ checked }) => checked === undefined);
  if (failed !== undefined && state.read.length === 0)
    return { status: "failed", code: "model_failed", message: `Nothing could be read: ${failed.reason}` };
  const isOver =
    (row.quality ?? 0) >= row.quality_threshold ||
    row.iteration >= row.max_iterations ||
    nextPieces(state, planned, 1).length === 0;
  return isOver ? { status: "completed" } : undefined;
}
