// The results of an iteration, and the resulting state of its loop.

import type { Extractor } from "../extraction/extractor.ts";
import { charactersAnswered, charactersOf, creditsFor } from "./estimate.ts";
import type { LoopTypes } from "./loop-types.ts";
import type { Outcome } from "./read.ts";
import type { LoopRow } from "./rows.ts";
import type { Staged } from "./stage.ts";
import { type IterationStart, type LoopState, qualityOf, waiting, withRead } from "./state.ts";

/** The results of reading an iteration. */
export interface Iteration {
  readonly progress: IterationStart;
  readonly outcomes: readonly Outcome[];
  readonly wanted: LoopTypes;
  readonly extractor: Pick<Extractor, "name" | "version">;
  /** Milliseconds that reading took. */
  readonly ms: number;
}

/** The finds, and the relationships of earlier iterations that still lack an end. */
export function findsToStage({ outcomes, progress }: Iteration) {
  const checked = outcomes.flatMap((outcome) => outcome.checked ?? []);
  return {
    entities: checked.flatMap(({ entities }) => entities),
    relationships: [...progress.state.unconnected, ...checked.flatMap(({ relationships }) => relationships)],
  };
}

/** The state of the loop after the iteration. */
export function stateAfter(
  { progress: { state }, outcomes, extractor }: Iteration,
  staged: Staged,
): LoopState {
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

/** The columns of the loop that the iteration changes. */
export function loopAfter(
  row: LoopRow,
  { outcomes, extractor }: Iteration,
  staged: Staged,
  state: LoopState,
) {
  const read = outcomes.filter(({ checked }) => checked !== undefined).map(({ loaded }) => loaded.piece);
  // A model's readings are in `asked` already, from when each was answered.
  const characters =
    extractor.name === "model" ? 0 : charactersOf(read, { effort: row.effort, instructions: undefined });
  return {
    iteration: row.iteration + 1,
    ...qualityOf(state, row.pieces),
    extractor: extractor.name,
    spent: Math.min(row.reserved, row.spent + creditsFor(characters + charactersAnswered(row))),
    asked: {},
    entities: row.entities + staged.entities,
    relationships: row.relationships + staged.relationships,
    attempt: 0,
    deaths: 0,
  };
}
