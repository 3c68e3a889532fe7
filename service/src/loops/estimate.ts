// The cost of a loop: 1 credit pays for 1 000 characters that are read once, or sent to a model.

import type { LoopTable } from "../database/loop-tables.ts";
import type { InstructionLengths } from "../extraction/extractor.ts";
import type { PlannedPiece } from "./pieces.ts";
import type { LoopRow } from "./rows.ts";

/** Characters that a credit pays for. */
const charactersOfCredit = 1000;
/** Minimum characters charged for a request to a model, however short the piece: each request has a cost of its own. */
const minAsked = 1000;
/** Characters of instructions that are free: those of the prompt with a few shapes. */
const freeInstructions = 8000;

/** The charged characters of a request to a model: those of the piece, and those of its instructions beyond the free ones. */
export function charactersAsked({ characters }: PlannedPiece, instructions: number): number {
  return Math.max(minAsked, characters) + Math.max(0, instructions - freeInstructions);
}

/** What each reading of a piece sends: the piece alone, or instructions for a model, too. */
export interface Reads {
  readonly effort: LoopTable["effort"];
  /** The lengths of a model's instructions; undefined for patterns. */
  readonly instructions: InstructionLengths | undefined;
}

/** Maximum characters charged for each reading of a piece. */
function readingsOf(piece: PlannedPiece, { effort, instructions }: Reads): readonly number[] {
  const { first, second } = instructions ?? {};
  const asked = (length: number | undefined): number =>
    length === undefined ? piece.characters : charactersAsked(piece, length);
  return effort === "agentic" ? [asked(first)] : [asked(first), asked(second)];
}

/** Maximum characters charged for reading these pieces. */
export function charactersOf(pieces: readonly PlannedPiece[], reads: Reads): number {
  return pieces.flatMap((piece) => readingsOf(piece, reads)).reduce((sum, each) => sum + each, 0);
}

/** The characters of all readings that a model has answered since the last committed iteration. */
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

/** The iterations and credits of a plan if no piece has to be read again. */
export interface Estimate {
  readonly iterations: number;
  readonly credits: number;
}

/** Estimates reading these pieces. It is the maximum that is spent: asking again costs nothing more. */
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
