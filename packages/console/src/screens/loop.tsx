// One loop: its events as they happen, what it found, what it cost.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { LoopAnswer, LoopEvent } from "slice-cql-client";
import { allOf, useLoad } from "../load.ts";
import { Checkpoints } from "../parts/checkpoints.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { CopyCurl } from "../parts/curl.tsx";
import { Shown } from "../parts/loaded.tsx";
import { eventInWords, statusWords, stopWords } from "../parts/loop-words.ts";
import { May } from "../parts/may.tsx";
import { Plot } from "../parts/plot.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { Prose } from "../parts/prose.tsx";
import { Rows } from "../parts/rows.tsx";
import { Time } from "../parts/time.tsx";
import { hrefOf, type Route } from "../route.ts";
import { useClient } from "../session.ts";
import { countOf, numberOf, percentOf, shortened } from "../words.ts";

/** The screen of a loop. */
export function LoopScreen({ path }: Route): JSX.Element {
  const client = useClient();
  const id = path[1] ?? "";
  const loop = useLoad(async (signal) => await client.loops.get(id, { signal }), [client, id]);
  const isThere = loop.value !== undefined;
  const checkpoints = useLoad(
    async (signal) => (isThere ? await allOf(client.loops.checkpoints(id, { limit: 100, signal })) : []),
    [client, id, loop.value?.iteration],
  );
  // What has ended changes no more: all of its events come when it is opened.
  const isOver = loop.value?.finished_at !== undefined && loop.value.finished_at !== null;
  const { events, error } = useEvents(id, isOver ? undefined : loop.reload);
  const saved = checkpoints.value?.toSorted((one, other) => one.iteration - other.iteration) ?? [];
  return (
    <Shown of={loop} title="Loop">
      {(value) => (
        <>
          <header class="head">
            <h1>{shortened(value.goal, 200)}</h1>
            <Cancel of={value} reload={loop.reload} />
            <CopyCurl path={`/v1/loops/${encodeURIComponent(id)}`} />
          </header>
          <Facts of={value} />
          <div class="columns">
            <Plot
              title="Quality by iteration"
              points={saved.map(({ iteration, quality }) => [iteration, quality] as const)}
              most={1}
              goal={value.quality_threshold}
              format={percentOf}
            />
            <Plot
              title="Credits by iteration"
              points={saved.map(({ iteration, usage }) => [iteration, usage.credits] as const)}
              most={Math.max(1, value.credits.reserved, ...saved.map(({ usage }) => usage.credits))}
              format={numberOf}
            />
          </div>
          <section class="card" aria-labelledby="events">
            <h2 id="events">Events</h2>
            {error !== undefined && <ProblemNote error={error} />}
            <div class="log">
              <Rows items={events} height={32} label="Events" chosen={events.length - 1}>
                {(event) => <Entry of={event} />}
              </Rows>
            </div>
          </section>
          <Checkpoints of={checkpoints} />
        </>
      )}
    </Shown>
  );
}

function Facts({ of }: { readonly of: LoopAnswer }): JSX.Element {
  const { status, iteration, max_iterations, credits, result, error, stopped, note, effort } = of;
  const found = result.entity_count + result.relationship_count;
  return (
    <section class="card">
      {of.goal.length > 200 && <p class="text">{of.goal}</p>}
      <p>
        <strong class={`status ${status}`}>{statusWords[status]}</strong>
        {stopped !== null && `: ${stopWords[stopped]}`}. Iteration {numberOf(iteration)} of at most{" "}
        {numberOf(max_iterations)}, read {effort === "agentic_plus" ? "twice" : "once"} by{" "}
        {of.extractor === "model" ? "a model" : "rules"}; {countOf(credits.spent, "credit")} spent of{" "}
        {numberOf(credits.reserved)} reserved.
      </p>
      <p>
        {countOf(result.entity_count, "entity", "entities")} and{" "}
        {countOf(result.relationship_count, "relationship")} staged
        {of.quality !== null && `; quality ${percentOf(of.quality)}`}
        {of.coverage !== null && `: ${percentOf(of.coverage)} read`}
        {of.evidence !== null && `, ${percentOf(of.evidence)} with a quote`}.
      </p>
      {error !== null && (
        <p class="callout error">
          <Prose text={error.message} /> <code>{error.code}</code>
        </p>
      )}
      {note !== undefined && (
        <p class="note">
          <Prose text={note} />
        </p>
      )}
      <p class="note">
        Started <Time at={of.created_at} />
        {of.finished_at !== null && (
          <>
            , ended <Time at={of.finished_at} />
          </>
        )}
      </p>
      <div class="buttons">
        <a class={found > 0 ? "primary" : "quiet"} href={hrefOf(["deltas", result.delta_id])}>
          Review what it found
        </a>
      </div>
    </section>
  );
}

function Cancel({
  of,
  reload,
}: {
  readonly of: LoopAnswer;
  readonly reload: () => void;
}): JSX.Element | null {
  const client = useClient();
  if (of.status !== "queued" && of.status !== "running") return null;
  return (
    <May needs="propose">
      <Confirm
        label="Cancel"
        title="Cancel this loop?"
        action="Cancel the loop"
        onConfirm={async () => {
          await client.loops.cancel(of.loop_id);
          reload();
        }}
      >
        <p>
          It ends at once, for good. What it has staged stays for your review, and what it has read is
          charged: {countOf(of.credits.spent, "credit")} so far. A new loop does not read again what did not
          change.
        </p>
      </Confirm>
    </May>
  );
}

function Entry({ of }: { readonly of: LoopEvent }): JSX.Element {
  const document = of.data["document_id"];
  const words = shortened(eventInWords(of), 300);
  return (
    <span class="entry">
      {typeof document === "string" ? (
        <a href={hrefOf(["documents", document])}>{words}</a>
      ) : (
        <span>{words}</span>
      )}
      <span class="note">
        {of.iteration > 0 && `iteration ${String(of.iteration)}, `}
        <Time at={of.at} />
      </span>
    </span>
  );
}

/** Milliseconds in which several events are one change. */
const together = 250;

/** Follows the events of a loop; says when it has changed, shortly after the first event that says so. */
function useEvents(
  id: string,
  onChange: (() => void) | undefined,
): { readonly events: readonly LoopEvent[]; readonly error: unknown } {
  const client = useClient();
  const [events, setEvents] = useState<readonly LoopEvent[]>([]);
  const [error, setError] = useState<unknown>();
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    const ending = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      timer = undefined;
      change.current?.();
    };
    const all: LoopEvent[] = [];
    let frame = 0;
    // Once a frame, not with each event: a long loop has many, and the first answer brings all that were.
    const show = () => {
      frame = 0;
      setEvents([...all]);
    };
    show();
    const follow = async () => {
      for await (const event of client.loops.events(id, { signal: ending.signal })) {
        all.push(event);
        frame ||= requestAnimationFrame(show);
        if (event.kind.startsWith("loop.") || event.kind === "iteration.completed")
          timer ??= setTimeout(tell, together);
      }
    };
    follow().catch((failure: unknown) => {
      if (!ending.signal.aborted) setError(failure);
    });
    return () => {
      ending.abort();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [client, id]);
  return { events, error };
}
