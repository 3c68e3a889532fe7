// The state of a checkpoint as it is shown: evidence that waits in it names no document that was deleted.

import { type KnownDocuments, shownEvidence } from "../changes/evidence.ts";
import type { Evidence } from "../database/tables.ts";
import type { JsonObject } from "../values/json.ts";
import type { LoopState } from "./state.ts";

/** The evidence of the relationships that wait for an end in these states. */
export function evidenceIn(states: readonly JsonObject[]): readonly Evidence[] {
  return states.flatMap((state) => waitingIn(state).map(({ evidence }) => evidence));
}

/** A state without the IDs of documents that were deleted in its evidence. What it says of those that were read stays. */
export function shownState(state: JsonObject, known: KnownDocuments): JsonObject {
  return { ...state, unconnected: waitingIn(state).map((find) => shownFind(find, known)) };
}

function shownFind(
  { evidence, certainty, ...find }: LoopState["unconnected"][number],
  known: KnownDocuments,
) {
  const isCertain = certainty !== undefined && { certainty };
  return { ...find, ...isCertain, evidence: shownEvidence([evidence], known)[0] ?? null };
}

function waitingIn(state: JsonObject): LoopState["unconnected"] {
  // As the loop has written it.
  const { unconnected }: Partial<LoopState> = state;
  return unconnected ?? [];
}
