// The state of a loop: what the checkpoint of an iteration stores, for the worker that resumes and for people.

import { sql } from "kysely";
import { ofTenant } from "../database/of-tenant.ts";
import type { Transaction } from "../database/transaction.ts";
import type { FoundRelationship } from "../extraction/extractor.ts";
import type { LoopKey } from "./events.ts";
import type { Proven } from "./evidence.ts";
import type { PlannedPiece } from "./pieces.ts";

/** The pieces of a document that were read. */
export interface ReadDocument {
  readonly document_id: string;
  readonly updated_at: string;
  readonly pieces: readonly number[];
}

/** A piece that could not be read. */
export interface MissedPiece {
  /** Its place in the plan. */
  readonly piece: number;
  readonly document_id: string;
  readonly reason: string;
  readonly attempts: number;
}

/** The state in a checkpoint; counts are totals of the loop so far. */
export interface LoopState {
  /** The extractor, and its version: that of its rules or its prompt. */
  readonly extractor: string;
  readonly version: string;
  /** The place in the plan of the first piece that was not tried yet. */
  readonly next: number;
  readonly read: readonly ReadDocument[];
  readonly missed: readonly MissedPiece[];
  /** Finds of wanted types; those without evidence are dropped. */
  readonly finds: number;
  readonly dropped: number;
  /** Relationships with a missing end. */
  readonly unconnected: readonly Proven<FoundRelationship>[];
}

/** The state at the start of an iteration. */
export interface IterationStart {
  readonly state: LoopState;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** The state before the first iteration. */
const atStart: LoopState = {
  extractor: "",
  version: "",
  next: 0,
  read: [],
  missed: [],
  finds: 0,
  dropped: 0,
  unconnected: [],
};

/** Reads the state of a loop from its last checkpoint. */
export async function readProgress(tx: Transaction, loop: LoopKey): Promise<IterationStart> {
  const row = await tx.first(
    sql<{ readonly state: LoopState; readonly input_tokens: number; readonly output_tokens: number }>`
      select state, input_tokens, output_tokens from checkpoint where ${ofTenant(loop)} and loop_id = ${loop.id}
      order by iteration desc limit 1`,
    "loops.progress",
  );
  return row === undefined
    ? { state: atStart, inputTokens: 0, outputTokens: 0 }
    : { state: row.state, inputTokens: row.input_tokens, outputTokens: row.output_tokens };
}

/** Maximum relationships that wait for a missing end; the newest are kept. Every checkpoint stores their quotes, so those with long quotes do not wait. */
export const maxWaiting = 200;
const maxWaitingQuoteLength = 1000;

/** The relationships that wait for an end. */
export function waiting(unconnected: readonly Proven<FoundRelationship>[]): LoopState["unconnected"] {
  const short = unconnected.filter(({ quote }) => quote.length <= maxWaitingQuoteLength);
  // What waits since an earlier loop is found once more if its document is read again.
  const distinct = new Map(short.map((find) => [keyOfWaiting(find), find]));
  return [...distinct.values()].slice(-maxWaiting);
}

function keyOfWaiting({ type, from, to, evidence, updated_at }: LoopState["unconnected"][number]): string {
  return JSON.stringify([type, from, to, evidence.document_id, updated_at, evidence.start, evidence.end]);
}

/** Maximum attempts at a piece; repeated ones come after all others. */
const maxAttempts = 2;

/** The places in the plan of the pieces to read next. */
export function nextPieces({ next, missed }: LoopState, planned: number, most: number): readonly number[] {
  if (next < planned) return Array.from({ length: Math.min(most, planned - next) }, (_, at) => next + at);
  return missed
    .filter(({ attempts }) => attempts < maxAttempts)
    .map(({ piece }) => piece)
    .slice(0, most);
}

/** How many pieces were read. */
export function piecesRead({ read }: LoopState): number {
  return read.reduce((sum, { pieces }) => sum + pieces.length, 0);
}

/** How much was read, and how much of what was found has evidence. */
export interface Quality {
  /** Their product. */
  readonly quality: number;
  /** Pieces read / pieces. */
  readonly coverage: number;
  /** Finds with evidence / finds. */
  readonly evidence: number;
}

/** The quality of a loop that has to read so many pieces. */
export function qualityOf(state: LoopState, pieces: number): Quality {
  const coverage = pieces === 0 ? 1 : Math.min(1, piecesRead(state) / pieces);
  const evidence = state.finds === 0 ? 1 : (state.finds - state.dropped) / state.finds;
  return { quality: coverage * evidence, coverage, evidence };
}

/** Adds a piece to those that were read. */
export function withRead(
  read: readonly ReadDocument[],
  { documentId, index }: PlannedPiece,
  updatedAt: string,
): readonly ReadDocument[] {
  const known = read.find(({ document_id }) => document_id === documentId);
  if (known === undefined)
    return [...read, { document_id: documentId, updated_at: updatedAt, pieces: [index] }];
  const pieces = [...known.pieces, index].toSorted((a, b) => a - b);
  return read.map((each) => (each === known ? { ...known, pieces } : each));
}
