// What a loop costs: 1 credit is 1 000 characters that are read once, or that a model is asked.

import type { LoopTable } from "../database/loop-tables.ts";
import type { InstructionLengths } from "../extraction/extractor.ts";
import type { PlannedPiece } from "./pieces.ts";
import type { LoopRow } from "./rows.ts";

/** Characters that a credit pays for. */
const charactersOfCredit = 1000;
/** A request to a model counts as at least so many characters of a document, however short the piece is: it has a price of its own. */
const minAsked = 1000;
/** Instructions of a usual length are free: those of a few shapes, with the prompt. In characters. */
const freeInstructions = 8000;

/** The characters of a request to a model that are paid for: those of the piece, and what its instructions have too many. */
export function charactersAsked({ characters }: PlannedPiece, instructions: number): number {
  return Math.max(minAsked, characters) + Math.max(0, instructions - freeInstructions);
}

/** What each reading of a piece asks for: nothing but the piece, or instructions for a model, too. */
export interface Reads {
  readonly effort: LoopTable["effort"];
  /** Of a model; undefined for patterns. */
  readonly instructions: InstructionLengths | undefined;
}

/** The most characters that reading a piece takes, reading by reading. */
function readingsOf(piece: PlannedPiece, { effort, instructions }: Reads): readonly number[] {
  const { first, second } = instructions ?? {};
  const asked = (length: number | undefined): number =>
    length === undefined ? piece.characters : charactersAsked(piece, length);
  return effort === "agentic" ? [asked(first)] : [asked(first), asked(second)];
}

/** The most characters that reading these pieces takes. */
export function charactersOf(pieces: readonly PlannedPiece[], reads: Reads): number {
  return pieces.flatMap((piece) => readingsOf(piece, reads)).reduce((sum, each) => sum + each, 0);
}

/** The characters of all readings that a model has answered since the last iteration that was committed. */
export function charactersAnswered({ asked }: Pick<LoopRow, "asked">): number {
  return Object.values(asked).reduce((sum, each) => sum + each, 0);
}

/** The credits of one iteration. */
export function creditsFor(characters: number): number {
  return Math.ceil(characters / charactersOfCredit);
}

/** How a plan is read. */
export interface Pace extends Reads {
  readonly maxIterations: number;
  readonly piecesPerIteration: number;
}

/** What reading a plan takes if nothing has to be read again. */
export interface Estimate {
  readonly iterations: number;
  readonly credits: number;
}

/** What reading these pieces takes. It is the maximum that is spent: what is asked again costs no more. */
export function estimateLoop(
  pieces: readonly PlannedPiece[],
  { maxIterations, piecesPerIteration, ...reads }: Pace,
): Estimate {
  const iterations = Math.min(maxIterations, Math.max(1, Math.ceil(pieces.length / piecesPerIteration)));
  const each = Array.from({ length: iterations }, (_, at) =>
    creditsFor(charactersOf(pieces.slice(at * piecesPerIteration, (at + 1) * piecesPerIteration), reads)),
  );
  return {
    iterations,
    credits: each.reduce((sum, credits) => sum + credits, 0),
  };
}
