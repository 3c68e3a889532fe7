// One change: what is before and after it, and the quotes it came from.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Change } from "slice-cql-client";
import { Quote } from "../../parts/quote.tsx";
import { Time } from "../../parts/time.tsx";
import { hrefOf } from "../../route.ts";
import { countOf, percentOf, shortened } from "../../words.ts";
import { type Around, idOf, nameIn, storedEnds } from "./around.ts";
import type { Decision } from "./decisions.ts";
import { Difference } from "./difference.tsx";
import type { Draft } from "./drafts.ts";
import { Editor } from "./editor.tsx";
import { useStoredNames } from "./ends.ts";
import { Neighbors } from "./neighbors.tsx";
import { type NameOf, sentenceOf } from "./sentence.ts";

/** What can be done with the chosen change. */
export interface Actions {
  readonly decide: (decision: Decision) => void;
  readonly edit: () => void;
  readonly type: (name: string, text: string) => void;
  readonly save: (value: Readonly<Record<string, unknown>>) => void;
  readonly cancel: () => void;
  /** Goes to another change. */
  readonly choose: (id: string) => void;
}

/** Characters of the title: what is longer is in the table below it. */
const mostOfTitle = 300;

/** Shows a change, and what a reviewer may do with it; without `actions.decide` nothing. */
export function ChangeView({
  change,
  around,
  conflict,
  draft,
  canDecide,
  actions,
}: {
  readonly change: Change;
  readonly around: Around;
  readonly conflict: string | undefined;
  /** What is typed, while it is edited. */
  readonly draft: Draft | undefined;
  readonly canDecide: boolean;
  readonly actions: Actions;
}): JSX.Element {
  const stored = useStoredNames(storedEnds(change, around));
  const nameOf: NameOf = (id) => nameIn(around, id) ?? stored(id);
  return (
    <article class="detail" aria-label="Chosen change">
      <button type="button" class="quiet back" onClick={showList}>
        Back to the list
      </button>
      <div class="claim">
        <h2>{shortened(sentenceOf(change, nameOf), mostOfTitle)}</h2>
        <About change={change} />
      </div>
      {canDecide && draft === undefined && <Buttons change={change} actions={actions} />}
      {conflict !== undefined && (
        <p class="callout error">
          In conflict: {conflict}. Reject it, or edit it so that it leaves that as it is.
        </p>
      )}
      {draft === undefined ? (
        <Difference of={change} isConflict={conflict !== undefined} />
      ) : (
        <Editor
          change={change}
          draft={draft}
          onType={actions.type}
          onSave={actions.save}
          onClose={actions.cancel}
        />
      )}
      <Evidence of={change} />
      <Neighbors of={change} around={around} nameOf={nameOf} onChoose={actions.choose} />
    </article>
  );
}

/** On a phone the change is below the list, and the way back is long. */
function showList(): void {
  document.querySelector(".desk .rows")?.scrollIntoView();
  document.querySelector<HTMLElement>(".change[aria-current]")?.focus({ preventScroll: true });
}

/** What kind of change it is, and what was decided about it. */
function About({ change }: { readonly change: Change }): JSX.Element {
  const { object, operation, confidence, decision, decided_at, proposed, note, applied } = change;
  const screen = { entity: "entities", memory: "memories", relationship: undefined }[object];
  return (
    <p class="note">
      {operation} {object}, confidence {percentOf(confidence)}
      {decided_at !== null && (
        <>
          , {decision} <Time at={decided_at} />
        </>
      )}
      {proposed !== null && ", edited"}
      {note !== null && `: ${note}`}
      {applied && screen !== undefined && (
        <>
          , applied: <a href={hrefOf([screen, idOf(change)])}>open it</a>
        </>
      )}
    </p>
  );
}

function Buttons({
  change: { decision },
  actions: { decide, edit },
}: {
  readonly change: Change;
  readonly actions: Actions;
}): JSX.Element {
  const toggle = (name: string, key: string, wanted: Decision) => (
    <button
      type="button"
      class="quiet"
      aria-pressed={decision === wanted}
      aria-keyshortcuts={key}
      onClick={() => decide(wanted)}
    >
      {name} <kbd>{key}</kbd>
    </button>
  );
  return (
    <div class="buttons" role="group" aria-label="Decide">
      {toggle("Accept", "a", "accepted")}
      {toggle("Reject", "x", "rejected")}
      <button type="button" class="quiet" aria-keyshortcuts="e" onClick={edit}>
        Edit <kbd>e</kbd>
      </button>
    </div>
  );
}

/** Quotes that are shown at once: each reads a page of its document. */
const mostQuotes = 3;

function Evidence({ of: { evidence } }: { readonly of: Change }): JSX.Element {
  const [count, setCount] = useState(mostQuotes);
  return (
    <>
      <h3>{evidence.length === 0 ? "No quote supports it" : "Where it comes from"}</h3>
      {evidence.slice(0, count).map((each) => (
        <Quote key={`${String(each.document_id)}${String(each.start)}`} of={each} />
      ))}
      {evidence.length > count && (
        <div class="buttons">
          <button type="button" class="quiet" onClick={() => setCount(evidence.length)}>
            Show {countOf(evidence.length - count, "other quote")}
          </button>
        </div>
      )}
    </>
  );
}
