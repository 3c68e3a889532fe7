// What a reviewer hears, and sees above the bar: what was decided, and that nothing is left.

import type { JSX } from "preact";
import { countOf, numberOf, shortened } from "../../words.ts";
import { type Around, nameIn } from "./around.ts";
import type { Desk } from "./desk.ts";
import { sentenceOf } from "./sentence.ts";

const verbs = {
  accepted: "Accepted",
  rejected: "Rejected",
  pending: "Not decided",
  edited: "Edited",
  undone: "Undone",
  applied: "Applied",
  discarded: "Discarded",
  reverted: "Reverted",
} as const;

/** Says what the server has done last. */
export function Spoken({
  desk,
  around,
  isAtEnd,
}: {
  readonly desk: Desk;
  readonly around: Around;
  readonly isAtEnd: boolean;
}): JSX.Element {
  const { pending } = desk.tally;
  return (
    <>
      {isAtEnd && (
        <p class="note" role="status">
          {pending === 0
            ? "Every change is decided."
            : `Of those shown, every change is decided; ${numberOf(pending)} left in all.`}
        </p>
      )}
      <p class="hidden" role="status">
        {saidOf(desk, around)}
      </p>
    </>
  );
}

function saidOf({ delta, last, changes, tally }: Desk, around: Around): string {
  if (last === undefined) return "";
  if (last.kind === "applied") return `Applied: ${countOf(delta?.applied_changes ?? 0, "change")}.`;
  if (last.kind === "discarded" || last.kind === "reverted") return `${verbs[last.kind]}.`;
  const left = `${numberOf(tally.pending)} left.`;
  const [id] = last.ids;
  const change = last.ids.length === 1 ? changes.find(({ change_id }) => change_id === id) : undefined;
  const what =
    change === undefined
      ? countOf(last.ids.length, "change")
      : shortened(
          sentenceOf(change, (end) => nameIn(around, end)),
          120,
        );
  return `${verbs[last.kind]}: ${what}. ${left}`;
}
