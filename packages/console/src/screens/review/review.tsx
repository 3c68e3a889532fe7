// The review of a delta: its changes on the left, the chosen one with its quotes on the right, what will happen below.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Change, DeltaAnswer } from "slice-cql-client";
import { CopyCurl } from "../../parts/curl.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Rows } from "../../parts/rows.tsx";
import { hrefOf, type Route } from "../../route.ts";
import { useOpenSession } from "../../session.ts";
import { aroundOf } from "./around.ts";
import { Bar, conflictsIn } from "./bar.tsx";
import { ChangeView } from "./change.tsx";
import { useChosen } from "./chosen.ts";
import { type Desk, useDesk } from "./desk.ts";
import { Confidence, Filters, filterOf, Together } from "./filters.tsx";
import { KeysDialog, useKeys } from "./keys.tsx";
import { planOf } from "./plan.ts";
import { ChangeRow, type Standing } from "./row.tsx";
import { Spoken } from "./spoken.tsx";

/** Reviews a delta. */
export function Review(route: Route): JSX.Element {
  const desk = useDesk(useOpenSession(), route.path[1] ?? "");
  const { delta, unread, read } = desk;
  if (delta !== undefined) return <DeskView route={route} delta={delta} desk={desk} />;
  return (
    <>
      <h1>Review</h1>
      {unread === undefined ? (
        <p class="note" role="status">
          Loading …
        </p>
      ) : (
        <ProblemNote error={unread} retry={read} />
      )}
    </>
  );
}

function DeskView({
  route,
  delta,
  desk,
}: {
  readonly route: Route;
  readonly delta: DeltaAnswer;
  readonly desk: Desk;
}): JSX.Element {
  const around = useMemo(() => aroundOf(desk.changes), [desk.edition]);
  const plan = useMemo(() => planOf(desk.changes), [desk.changes]);
  const { shown, at, choose, step, toPending, takesFocus, isAtEnd } = useChosen(
    desk,
    filterOf(route.query),
    route,
  );
  const change = shown[at];
  const id = change?.change_id ?? "";
  useEffect(() => () => desk.typing.leave(id), [desk.typing, id]);
  const conflicts = useMemo(() => conflictsIn(desk.failure), [desk.failure]);
  useLayoutEffect(() => {
    const [first] = conflicts.keys();
    if (first !== undefined) choose(first);
  }, [conflicts]);
  const dialog = useRef<HTMLDialogElement>(null);
  const help = () => dialog.current?.showModal();
  const isOpen = delta.status === "open";
  const canDecide = isOpen && change !== undefined && !change.applied;
  const decide = (decision: Change["decision"]) => desk.decide([id], decision);
  const edit = () => desk.typing.open(id);
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    Enter: toPending,
    a: canDecide ? () => decide("accepted") : undefined,
    x: canDecide ? () => decide("rejected") : undefined,
    e: canDecide ? edit : undefined,
    u: isOpen ? desk.undo : undefined,
    "?": help,
  });
  return (
    <div class="review">
      <Head delta={delta} desk={desk} shown={shown} query={route.query} onHelp={help} />
      <div class="desk">
        <Rows items={shown} height={40} label="Changes" chosen={change && at}>
          {(each, index) => (
            <ChangeRow
              of={each}
              around={around}
              standing={standingOf(each, desk)}
              isConflict={conflicts.has(each.change_id)}
              isChosen={index === at}
              takesFocus={takesFocus}
              onChoose={() => choose(each.change_id)}
            />
          )}
        </Rows>
        {change === undefined ? (
          <p class="note">{desk.isReading ? "Loading …" : "No change passes these filters."}</p>
        ) : (
          <ChangeView
            key={id}
            change={change}
            around={around}
            conflict={conflicts.get(id)}
            draft={canDecide ? desk.drafts.get(id) : undefined}
            canDecide={canDecide}
            actions={{
              decide,
              edit,
              choose,
              type: (name, text) => desk.typing.type(id, name, text),
              save: (value) => desk.edit(id, value),
              cancel: () => desk.typing.drop(id),
            }}
          />
        )}
      </div>
      <Bar delta={delta} desk={desk} plan={plan} onChoose={choose} />
      <Spoken desk={desk} around={around} isAtEnd={isAtEnd} />
      <KeysDialog dialog={dialog} />
    </div>
  );
}

function Head({
  delta,
  desk,
  shown,
  query,
  onHelp,
}: {
  readonly delta: DeltaAnswer;
  readonly desk: Desk;
  readonly shown: readonly Change[];
  readonly query: URLSearchParams;
  readonly onHelp: () => void;
}): JSX.Element {
  const filter = filterOf(query);
  return (
    <header class="head">
      <h1>Review</h1>
      <a class="note" href={hrefOf(["deltas"])}>
        All deltas
      </a>
      <Confidence of={filter.confidence} />
      {delta.status === "open" && <Together shown={shown} filter={filter} desk={desk} />}
      <span class="buttons last">
        <button type="button" class="quiet" onClick={onHelp}>
          Keys <kbd>?</kbd>
        </button>
        <CopyCurl path={pathOf(delta.id, filter)} />
      </span>
      <Filters filter={filter} desk={desk} />
    </header>
  );
}

function standingOf({ change_id, applied, decision }: Change, { underWay, refused }: Desk): Standing {
  if (underWay.has(change_id)) return "on its way";
  if (refused?.ids.has(change_id) === true) return "refused";
  return applied ? "applied" : decision;
}

/** The request for what is shown; the service has no filter for types. */
function pathOf(id: string, { decision, object, confidence }: ReturnType<typeof filterOf>): string {
  const query = new URLSearchParams({
    ...(decision !== "" && { decision }),
    ...(object !== "" && { object }),
    ...(confidence > 0 && { min_confidence: String(confidence) }),
  });
  return `/v1/deltas/${id}/changes${query.size === 0 ? "" : `?${String(query)}`}`;
}
