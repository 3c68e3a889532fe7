// A change in the list: what was decided, what it says, how sure it is.

import type { JSX, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Change } from "slice-cql-client";
import { percentOf, shortened } from "../../words.ts";
import { type Around, nameIn, storedEnds } from "./around.ts";
import { isFocusInList } from "./chosen.ts";
import { useStoredNames } from "./ends.ts";
import { sentenceOf } from "./sentence.ts";

const marks = {
  accepted: "✓",
  rejected: "✕",
  pending: "·",
  applied: "●",
  refused: "!",
  "on its way": "…",
} as const;

/** Where a change stands: what was decided of it, or what became of the last decision. */
export type Standing = keyof typeof marks;

/** A row of the list. */
export function ChangeRow({
  of: change,
  around,
  standing,
  isConflict,
  isChosen,
  takesFocus,
  onChoose,
}: {
  readonly of: Change;
  readonly around: Around;
  readonly standing: Standing;
  readonly isConflict: boolean;
  readonly isChosen: boolean;
  /** Whether the row that is chosen takes the focus: after a key, if that was in the list. */
  readonly takesFocus: RefObject<boolean>;
  readonly onChoose: () => void;
}): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  const stored = useStoredNames(storedEnds(change, around));
  useEffect(() => {
    if (!isChosen || !(takesFocus.current ?? false)) return;
    takesFocus.current = false;
    // One that was far away comes into the page later: what a key has opened meanwhile keeps the focus.
    if (isFocusInList()) button.current?.focus({ preventScroll: true });
  }, [isChosen]);
  const sentence = sentenceOf(change, (id) => nameIn(around, id) ?? stored(id));
  return (
    <button
      ref={button}
      type="button"
      class={`change ${change.decision}${isConflict ? " conflict" : ""}${standing === "refused" ? " refused" : ""}`}
      aria-current={isChosen ? "true" : undefined}
      tabIndex={isChosen ? 0 : -1}
      onClick={() => {
        onChoose();
        showBelow();
      }}
    >
      <span class="mark" aria-hidden="true">
        {marks[standing]}
      </span>
      <span class="what">{shortened(sentence, 90)}</span>
      <span class="hidden">
        {standing === "refused" ? "decision not taken" : standing}
        {isConflict && ", in conflict"}
      </span>
      <span class="note">{percentOf(change.confidence)}</span>
    </button>
  );
}

/** Where the list is above the change, as on a phone, what was chosen is scrolled to: it would be seen only in part, or not at all. */
function showBelow(): void {
  requestAnimationFrame(() => {
    const detail = document.querySelector(".detail");
    const list = document.querySelector(".desk .rows");
    if (detail === null || list === null) return;
    if (detail.getBoundingClientRect().top >= list.getBoundingClientRect().bottom) detail.scrollIntoView();
  });
}
