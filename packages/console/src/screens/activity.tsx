// Who did what: the activity of the project.

import type { JSX } from "preact";
import type { ActivityEntry } from "slice-cql-client";
import { usePages } from "../load.ts";
import { CopyCurl } from "../parts/curl.tsx";
import { Empty, Shown } from "../parts/loaded.tsx";
import { Rows } from "../parts/rows.tsx";
import { Time } from "../parts/time.tsx";
import { hrefOf } from "../route.ts";
import { useClient } from "../session.ts";
import { numberOf, shortened } from "../words.ts";

/** The screen of the activity. */
export function Activity(): JSX.Element {
  return (
    <>
      <header class="head">
        <h1>Activity</h1>
        <CopyCurl path="/v1/activity" />
      </header>
      <p class="note">
        What was decided, made, started and forgotten in the last year, and with which key; what was refused
        is not here.
      </p>
      <ActivityList />
    </>
  );
}

/** The newest entries; with `limit` so many, else all of them. */
export function ActivityList({ limit }: { readonly limit?: number }): JSX.Element {
  const client = useClient();
  const entries = usePages(
    (signal) => client.activity.list({ limit: limit ?? 100, signal }),
    (page) => page.activity,
    [client, limit],
  );
  return (
    <Shown of={entries}>
      {(items) => {
        if (items.length === 0) return <Empty title="Nothing was decided, made or forgotten yet." />;
        if (limit === undefined)
          return (
            <Rows items={items} height={40} label="Activity" pages={entries}>
              {(entry) => <Entry of={entry} />}
            </Rows>
          );
        return (
          <ul class="plain">
            {items.slice(0, limit).map((entry, at) => (
              <li key={at}>
                <Entry of={entry} />
              </li>
            ))}
          </ul>
        );
      }}
    </Shown>
  );
}

/** The screens of what has one; a memory that was forgotten has none any more. */
const screens: Readonly<Partial<Record<ActivityEntry["object"], string>>> = {
  delta: "deltas",
  loop: "loops",
};

function Entry({
  of: { at, key_name, key_id, action, object, object_id, counts },
}: {
  readonly of: ActivityEntry;
}): JSX.Element {
  const screen = screens[object];
  const parts = Object.entries(counts)
    .filter(([, count]) => Number(count) > 0)
    .map(([name, count]) => `${numberOf(Number(count))} ${name.replaceAll("_", " ")}`);
  return (
    <span class="entry">
      <span>
        <bdi>{key_name === null ? `Key …${key_id.slice(-6)}` : shortened(key_name, 60)}</bdi> {action}{" "}
        {screen === undefined || object_id === null ? (
          `a ${object}`
        ) : (
          <a href={hrefOf([screen, object_id])}>a {object}</a>
        )}
        {parts.length > 0 && <span class="note"> ({parts.join(", ")})</span>}
      </span>
      <span class="note">
        <Time at={at} />
      </span>
    </span>
  );
}
