// What will happen with a delta, in words: apply, discard, and revert once it was applied.

import type { JSX, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type DeltaAnswer, isProblem } from "slice-cql-client";
import { ProblemNote } from "../../parts/problem.tsx";
import { Time } from "../../parts/time.tsx";
import { countOf, numberOf } from "../../words.ts";
import type { Desk } from "./desk.ts";
import { unsavedOf } from "./drafts.ts";
import type { Plan } from "./plan.ts";
import { Sending } from "./sending.tsx";

/** Why changes could not be applied or reverted, by their IDs. */
export function conflictsIn(error: unknown): ReadonlyMap<string, string> {
  const errors = isProblem(error, "delta_conflict") ? error.errors : [];
  return new Map(errors.map(({ pointer, message }) => [pointer.slice(1), message]));
}

/** The bar below the desk. */
export function Bar({
  delta,
  desk,
  plan,
  onChoose,
}: {
  readonly delta: DeltaAnswer;
  readonly desk: Desk;
  readonly plan: Plan;
  readonly onChoose: (id: string) => void;
}): JSX.Element {
  const { failure, applied, ending } = desk;
  const outcome = useRef<HTMLParagraphElement>(null);
  useFocusAfter(outcome, ending !== undefined);
  return (
    <section class="bar" aria-label="Decision">
      <p ref={outcome} tabIndex={-1}>
        {delta.status === "open" ? <Progress desk={desk} /> : <Outcome delta={delta} />}
      </p>
      <Sending desk={desk} isOpen={delta.status === "open"} onChoose={onChoose} />
      {failure !== undefined && <Failure error={failure} />}
      {applied?.left_out !== undefined && applied.left_out.length > 0 && (
        <p class="note">
          {countOf(applied.left_out.length, "relationship")} left out: an end was not applied.
        </p>
      )}
      {delta.status === "open" && <OpenBar desk={desk} plan={plan} />}
      {delta.status === "applied" && (
        <div class="buttons">
          <Final
            name="Revert"
            question={`Take back ${countOf(delta.applied_changes, "change")}? That is final.`}
            answer="Take back"
            isBusy={ending !== undefined}
            act={desk.revert}
          />
        </div>
      )}
    </section>
  );
}

/** A button that was pressed may be gone, or disabled, when it has done something: the outcome takes the focus that it had. */
function useFocusAfter(outcome: RefObject<HTMLElement | null>, isBusy: boolean): void {
  const was = useRef(isBusy);
  useEffect(() => {
    if (was.current && !isBusy && document.activeElement === document.body) outcome.current?.focus();
    was.current = isBusy;
  }, [isBusy]);
}

function Progress({ desk: { tally, isWhole } }: { readonly desk: Desk }): JSX.Element {
  const { accepted, rejected, pending, applied } = tally;
  return (
    <>
      <strong>{numberOf(accepted)}</strong> accepted, <strong>{numberOf(rejected)}</strong> rejected,{" "}
      <strong>{numberOf(pending)}</strong> left
      {!isWhole && " of those read so far"}
      {applied > 0 && `, ${numberOf(applied)} applied`}
    </>
  );
}

function Outcome({
  delta: { status, finished_at, applied_changes },
}: {
  readonly delta: DeltaAnswer;
}): JSX.Element {
  return (
    <>
      {status === "applied" && `${countOf(applied_changes, "change")} applied`}
      {status === "discarded" && "Discarded: nothing else of it will be applied"}
      {status === "reverted" && "Reverted: all is as it was before"}
      {finished_at !== null && (
        <>
          , <Time at={finished_at} />
        </>
      )}
    </>
  );
}

/** Why something was not done. Conflicts are shown where they are. */
function Failure({ error }: { readonly error: unknown }): JSX.Element {
  if (!isProblem(error, "delta_conflict")) return <ProblemNote error={error} />;
  return (
    <p class="callout error" role="alert">
      {error.errors.length === 1
        ? "1 change is in conflict with what was changed since: it is marked in the list."
        : `${numberOf(error.errors.length)} changes are in conflict with what was changed since: they are marked in the list.`}{" "}
      Nothing was done.
    </p>
  );
}

function OpenBar({
  desk: { drafts, isSettled, canUndo, undo, discard, apply },
  plan: { taken, all, sentence },
}: {
  readonly desk: Desk;
  readonly plan: Plan;
}): JSX.Element {
  // What is typed would be lost.
  const canApply = isSettled && taken > 0 && unsavedOf(drafts).length === 0;
  return (
    <>
      <p class="note">{sentence}</p>
      <div class="buttons">
        <button type="button" class="quiet" disabled={!canUndo} aria-keyshortcuts="u" onClick={undo}>
          Undo <kbd>u</kbd>
        </button>
        <Final
          name="Discard"
          question={`Apply none of ${countOf(all, "change")}? That is final.`}
          answer="Discard them"
          isBusy={!isSettled}
          act={discard}
        />
        <button type="button" class="primary" disabled={!canApply} onClick={apply}>
          Apply {numberOf(taken)} of {numberOf(all)}
        </button>
      </div>
    </>
  );
}

/** A button for what cannot be undone: it asks first. */
function Final({
  name,
  question,
  answer,
  isBusy,
  act,
}: {
  readonly name: string;
  readonly question: string;
  readonly answer: string;
  readonly isBusy: boolean;
  readonly act: () => void;
}): JSX.Element {
  const [isAsked, ask] = useState(false);
  const wasAsked = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // The question takes the focus once, and gives it back: before it is seen, as a later move would take it from the button that was reached by then.
    if (isAsked || wasAsked.current) button.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked]);
  if (!isAsked)
    return (
      <button ref={button} type="button" class="quiet" disabled={isBusy} onClick={() => ask(true)}>
        {name}
      </button>
    );
  return (
    <span class="buttons" role="group" aria-label={question}>
      <span role="status">{question}</span>
      <button ref={button} type="button" class="quiet" onClick={() => ask(false)}>
        No
      </button>
      <button
        type="button"
        class="quiet"
        disabled={isBusy}
        onClick={() => {
          ask(false);
          act();
        }}
      >
        {answer}
      </button>
    </span>
  );
}
