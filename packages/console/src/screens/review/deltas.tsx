// The deltas of a project: what waits for a review, and what was decided.

import type { JSX } from "preact";
import { usePages } from "../../load.ts";
import { Choices } from "../../parts/choices.tsx";
import { CopyCurl } from "../../parts/curl.tsx";
import { Empty, Shown } from "../../parts/loaded.tsx";
import { Rows } from "../../parts/rows.tsx";
import { Time } from "../../parts/time.tsx";
import { hrefOf, type Route, replaceQuery } from "../../route.ts";
import { useClient } from "../../session.ts";
import { countOf } from "../../words.ts";

const statuses = ["open", "applied", "reverted", "discarded"] as const;

/** Lists deltas, newest first. */
export function Deltas({ query }: Route): JSX.Element {
  const client = useClient();
  const status = statuses.find((each) => each === query.get("status")) ?? "open";
  const deltas = usePages(
    (signal) => client.deltas.list({ status, limit: 100, signal }),
    (page) => page.deltas,
    [client, status],
  );
  return (
    <>
      <header class="head">
        <h1>Review</h1>
        <CopyCurl path={`/v1/deltas?status=${status}`} />
      </header>
      <Choices
        label="Status"
        of={statuses}
        chosen={status}
        onChoose={(next) => replaceQuery({ status: next })}
      />
      <Shown of={deltas}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={status === "open" ? "Nothing waits for a review." : `No delta is ${status}.`}>
              <p class="note">
                <a href={hrefOf(["loops", "new"])}>Start a loop</a> to read documents; what it finds waits
                here. Agents with a key that may propose stage here, too.
              </p>
            </Empty>
          ) : (
            <Rows items={items} height={56} label="Deltas" pages={deltas}>
              {({ id, counts, created_at, applied_changes }) => (
                <a class="entry" href={hrefOf(["deltas", id])}>
                  <span class="lead">
                    {[
                      counts.entities > 0 && countOf(counts.entities, "entity", "entities"),
                      counts.relationships > 0 && countOf(counts.relationships, "relationship"),
                      counts.memories > 0 && countOf(counts.memories, "memory", "memories"),
                    ]
                      .filter(Boolean)
                      .join(", ") || "Nothing yet"}
                  </span>
                  <span class="note">
                    <Time at={created_at} />
                    {applied_changes > 0 &&
                      status === "open" &&
                      `, ${countOf(applied_changes, "change")} applied`}
                  </span>
                </a>
              )}
            </Rows>
          )
        }
      </Shown>
    </>
  );
}
