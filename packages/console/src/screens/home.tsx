// Home: what there is, what waits for a decision, what runs, and what changed lately.

import type { JSX } from "preact";
import type { Stats } from "slice-cql-client";
import { useLoad } from "../load.ts";
import { Bars } from "../parts/bars.tsx";
import { CopyCurl } from "../parts/curl.tsx";
import { FirstSteps } from "../parts/first-steps.tsx";
import { Shown } from "../parts/loaded.tsx";
import { May } from "../parts/may.tsx";
import { isLimited, useKey } from "../rights.ts";
import { hrefOf } from "../route.ts";
import { useClient } from "../session.ts";
import { countOf, numberOf, shortened, termOf } from "../words.ts";
import { ActivityList } from "./activity.tsx";
import { LoopList } from "./loops.tsx";

/** The first screen. */
export function Home(): JSX.Element {
  const client = useClient();
  const stats = useLoad(async (signal) => await client.stats({ signal }), [client]);
  return (
    <>
      <header class="head">
        <h1>Home</h1>
        <CopyCurl path="/v1/stats" />
      </header>
      <Shown of={stats}>{(value) => <Numbers of={value} />}</Shown>
      <section class="card" aria-labelledby="lately">
        <h2 id="lately">What changed lately</h2>
        <ActivityList limit={8} />
        <p class="note">
          <a href={hrefOf(["activity"])}>All activity</a>
        </p>
      </section>
    </>
  );
}

function Numbers({ of }: { readonly of: Stats }): JSX.Element {
  const { entities, memories, documents, loops, deltas, credits } = of;
  const started = sumOf(loops.by_status);
  const isNew = entities.total === 0 && memories.total <= 1 && documents <= 1;
  const open = countIn(deltas.by_status, "open");
  const running = countIn(loops.by_status, "running") + countIn(loops.by_status, "queued");
  return (
    <>
      {isNew && (
        <FirstSteps done={{ documents: documents > 0, loops: started > 0, memories: memories.total > 0 }} />
      )}
      <Sentence of={of} />
      <section class="card" aria-labelledby="waits">
        <h2 id="waits">Waits for a decision</h2>
        {open === 0 ? (
          <p class="note">Nothing. What loops find, and what agents propose, waits here.</p>
        ) : (
          <p>
            <a class="primary" href={hrefOf(["deltas"])}>
              Review {countOf(deltas.pending_changes, "change")}
            </a>{" "}
            in {countOf(open, "delta")}
          </p>
        )}
      </section>
      <div class="columns">
        <Bars
          title="Entities by type"
          of={entities.by_type}
          hrefOf={(type) => hrefOf(["entities"], { cql: `type:${termOf(type)}` })}
        />
        <Bars
          title="Memories by kind"
          of={memories.by_kind}
          hrefOf={(kind) => hrefOf(["memories"], { kind })}
        />
        <Bars
          title="Deltas by status"
          of={deltas.by_status}
          hrefOf={(status) => hrefOf(["deltas"], { status })}
        />
        <Bars title="Loops by status" of={loops.by_status} hrefOf={() => hrefOf(["loops"])} />
      </div>
      <May needs="read" isOfProject>
        <section class="card" aria-labelledby="runs">
          <h2 id="runs">Loops</h2>
          <p class="note">
            {running === 0 ? "None runs." : `${countOf(running, "loop")} not finished.`}{" "}
            {numberOf(credits.balance)} credits left
            {credits.reserved > 0 && `, ${numberOf(credits.reserved)} reserved`}.
          </p>
          <LoopList limit={3} />
        </section>
      </May>
    </>
  );
}

/** What the project knows; with a limited key, what that sees of it. */
function Sentence({
  of: { entities, relationships, memories, documents, slices },
}: {
  readonly of: Stats;
}): JSX.Element {
  const key = useKey();
  const isNarrow = key !== undefined && isLimited(key);
  return (
    <>
      <p class="lead">
        {isNarrow ? "This key sees" : "The project knows"}{" "}
        <a href={hrefOf(["entities"])}>{countOf(entities.total, "entity", "entities")}</a>,{" "}
        {countOf(relationships, "relationship")} between them and{" "}
        <a href={hrefOf(["memories"])}>{countOf(memories.total, "memory", "memories")}</a>
        {!isNarrow && (
          <>
            , from <a href={hrefOf(["sources"])}>{countOf(documents, "document")}</a>
          </>
        )}
        ; <a href={hrefOf(["slices"])}>{countOf(slices, "slice")}</a> {slices === 1 ? "is" : "are"} saved.
      </p>
      {key !== undefined && key.slice !== null && (
        <p class="note">
          It is limited to <code>{shortened(key.slice, 200)}</code>.
        </p>
      )}
    </>
  );
}

function countIn(counts: Readonly<Record<string, unknown>>, name: string): number {
  return Number(counts[name] ?? 0);
}

function sumOf(counts: Readonly<Record<string, unknown>>): number {
  return Object.values(counts).reduce<number>((sum, each) => sum + Number(each), 0);
}
