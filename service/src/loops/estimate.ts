// What a loop costs: 1 credit is 1 000 characters that are read once.

import type { LoopTable } from "../database/loop-tables.ts";
import type { PlannedPiece } from "./pieces.ts";

/** How often each effort reads a piece. */
const readings: Readonly<Record<LoopTable["effort"], number>> = { agentic: 1, agentic_plus: 2 };

/** The credits of one iteration that has read these pieces. */
export function creditsFor(pieces: readonly PlannedPiece[], effort: LoopTable["effort"]): number {
  const characters = pieces.reduce((sum, piece) => sum + piece.characters, 0);
  return Math.ceil((characters * readings[effort]) / 1000);
}

/** How a plan is read. */
export interface Pace {
  readonly effort: LoopTable["effort"];
  readonly maxIterations: number;
  readonly piecesPerIteration: number;
}

/** What reading a plan takes if nothing has to be read again. */
export interface Estimate {
  readonly iterations: number;
  readonly credits: number;
}

/** What reading these pieces takes. It is the maximum that is spent: rereading never exceeds it. */
export function estimateOf(
  pieces: readonly PlannedPiece[],
  { effort, maxIterations, piecesPerIteration }: Pace,
): Estimate {
  const iterations = Math.min(maxIterations, Math.max(1, Math.ceil(pieces.length / piecesPerIteration)));
  const each = Array.from({ length: iterations }, (_, at) =>
    creditsFor(pieces.slice(at * piecesPerIteration, (at + 1) * piecesPerIteration), effort),
  );
  return { iterations, credits: each.reduce((sum, credits) => sum + credits, 0) };
}
