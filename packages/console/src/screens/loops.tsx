// The loops of a project, newest first.

import type { JSX } from "preact";
import type { Loop } from "slice-cql-client";
import { usePages } from "../load.ts";
import { CopyCurl } from "../parts/curl.tsx";
import { Empty, Shown } from "../parts/loaded.tsx";
import { statusWords } from "../parts/loop-words.ts";
import { May } from "../parts/may.tsx";
import { Rows } from "../parts/rows.tsx";
import { Time } from "../parts/time.tsx";
import { hrefOf } from "../route.ts";
import { useClient } from "../session.ts";
import { countOf, percentOf, shortened } from "../words.ts";

/** The screen of loops. */
export function Loops(): JSX.Element {
  return (
    <>
      <header class="head">
        <h1>Loops</h1>
        <May needs="propose" what="start loops" isOfProject>
          <a class="primary" href={hrefOf(["loops", "new"])}>
            Start a loop
          </a>
        </May>
        <CopyCurl path="/v1/loops" />
      </header>
      <LoopList />
    </>
  );
}

/** The newest loops; with `limit` so many, else all of them. */
export function LoopList({ limit }: { readonly limit?: number }): JSX.Element {
  const client = useClient();
  const loops = usePages(
    (signal) => client.loops.list({ limit: limit ?? 100, signal }),
    (page) => page.loops,
    [client, limit],
  );
  return (
    <Shown of={loops}>
      {(items) => {
        if (items.length === 0)
          return (
            <Empty title="No loop has run.">
              <p class="note">A loop reads documents, and stages what it finds for your review.</p>
            </Empty>
          );
        if (limit === undefined)
          return (
            <Rows items={items} height={56} label="Loops" pages={loops}>
              {(loop) => <Entry loop={loop} />}
            </Rows>
          );
        return (
          <ul class="plain">
            {items.slice(0, limit).map((loop) => (
              <li key={loop.loop_id}>
                <Entry loop={loop} />
              </li>
            ))}
          </ul>
        );
      }}
    </Shown>
  );
}

function Entry({ loop }: { readonly loop: Loop }): JSX.Element {
  const { loop_id, goal, status, created_at, quality, result, error } = loop;
  return (
    <a class="entry" href={hrefOf(["loops", loop_id])}>
      <span class="lead">{shortened(goal, 100)}</span>
      <span class="note middle">{error === null ? "" : shortened(error.message, 120)}</span>
      <span class="note">
        <span class={`status ${status}`}>{statusWords[status]}</span>
        {quality !== null && `, quality ${percentOf(quality)}`},{" "}
        {countOf(result.entity_count, "entity", "entities")} staged, <Time at={created_at} />
      </span>
    </a>
  );
}
