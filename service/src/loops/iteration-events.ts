// The events that an iteration adds to its loop.

import type { JsonObject } from "../values/json.ts";
import type { NewEvent } from "./events.ts";
import type { Iteration } from "./iteration.ts";
import { type Outcome, sum } from "./read.ts";
import type { LoopRow } from "./rows.ts";
import type { Staged } from "./stage.ts";
import { type LoopState, piecesRead } from "./state.ts";

/** The events of an iteration, in their order. */
export function describeIteration(
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
    ...documentEvents(outcomes),
    {
      kind: "changes.staged",
      data: {
        entities: staged.entities,
        relationships: staged.relationships,
        dropped: state.dropped - progress.state.dropped,
        dropped_properties: outcomes.reduce((all, { checked }) => all + (checked?.droppedProperties ?? 0), 0),
        unconnected: staged.unconnected.length,
        rejected_before: staged.rejectedBefore,
      },
    },
    {
      kind: "quality.reviewed",
      data: {
        quality: now.quality,
        coverage: now.coverage,
        evidence: now.evidence,
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

/** One event for each document, with the numbers of its pieces that were read or could not be. */
function documentEvents(outcomes: readonly Outcome[]): readonly NewEvent[] {
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
      ...(own[0]?.loaded.updatedAt === "" && { deleted: true }),
      ...(missed.length > 0 && { missed: missed.length, reason: missed[0]?.reason ?? "" }),
    };
    return { kind: "document.read", data };
  });
}
