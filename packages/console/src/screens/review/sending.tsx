// What becomes of what is not done at once: decisions wait for the service, or were refused, edits are not saved, and others decide as well.

import type { JSX } from "preact";
import { isProblem } from "slice-cql-client";
import { ProblemNote } from "../../parts/problem.tsx";
import { countOf } from "../../words.ts";
import type { Desk } from "./desk.ts";
import { unsavedOf } from "./drafts.ts";
import { wordsOf } from "./elsewhere.ts";

/** Says what is on its way, why it waits, what was refused, and what others did. */
export function Sending({
  desk,
  isOpen,
  onChoose,
}: {
  readonly desk: Desk;
  /** Whether decisions are still taken. */
  readonly isOpen: boolean;
  readonly onChoose: (id: string) => void;
}): JSX.Element {
  const { sending, waiting, refused, unread, elsewhere } = desk;
  return (
    <>
      {elsewhere !== undefined && (
        <div class="callout" role={elsewhere.isInTheWay ? "alert" : "status"}>
          <p>
            {wordsOf(elsewhere)}{" "}
            <button type="button" class="quiet" onClick={desk.seen}>
              Seen
            </button>
          </p>
        </div>
      )}
      {waiting !== undefined && <Wait desk={desk} />}
      {waiting === undefined && sending > 1 && (
        <p class="note">{countOf(sending, "decision")} on their way</p>
      )}
      {refused !== undefined && (
        <div>
          <ProblemNote error={refused.error} retry={isOpen ? desk.sendAgain : undefined} />
          <p>
            {countOf(refused.ids.size, "decision")} not taken: marked in the list.{" "}
            <button type="button" class="quiet" onClick={desk.letBe}>
              Do without
            </button>
          </p>
        </div>
      )}
      {isOpen && <Unsaved desk={desk} onChoose={onChoose} />}
      {unread !== undefined && <ProblemNote error={unread} retry={desk.read} />}
    </>
  );
}

function Wait({ desk: { waiting, sending, hurry } }: { readonly desk: Desk }): JSX.Element {
  return (
    <div class="callout" role="status">
      <p>
        {isProblem(waiting?.error, "rate_limited")
          ? "The key has used up its requests for now."
          : "The service cannot be reached."}{" "}
        {countOf(sending, "decision")} will be sent in {countOf(Math.ceil(waiting?.seconds ?? 0), "second")};
        nothing is lost while this page is open.
      </p>
      <div class="buttons">
        <button type="button" class="quiet" onClick={hurry}>
          Send now
        </button>
      </div>
    </div>
  );
}

/** Edits that nobody has saved, or that the server has refused. */
function Unsaved({
  desk: { drafts },
  onChoose,
}: {
  readonly desk: Desk;
  readonly onChoose: (id: string) => void;
}): JSX.Element | null {
  const ids = unsavedOf(drafts);
  const [first] = ids;
  if (first === undefined) return null;
  const isRefused = ids.some((id) => drafts.get(id)?.error !== undefined);
  return (
    <p class="callout" role="status">
      {countOf(ids.length, "edit is", "edits are")} not saved{isRefused && ": the service has refused it"}.
      Save or cancel before you apply.{" "}
      <button type="button" class="quiet" onClick={() => onChoose(first)}>
        Go to it
      </button>
    </p>
  );
}
