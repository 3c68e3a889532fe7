// The slices of a project, and a query to save as one.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useNewSince } from "../feed.ts";
import { useFollowed } from "../follow.ts";
import { usePages } from "../load.ts";
import { useAct } from "../parts/act.ts";
import { CopyCurl } from "../parts/curl.tsx";
import { Empty, Shown } from "../parts/loaded.tsx";
import { May } from "../parts/may.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { QueryBox } from "../parts/query-box.tsx";
import { Rows } from "../parts/rows.tsx";
import { ScopeNote, useCount } from "../parts/scope.tsx";
import { Time } from "../parts/time.tsx";
import { goTo, hrefOf, type Route } from "../route.ts";
import { useClient } from "../session.ts";
import { shortened } from "../words.ts";

/** The screen of slices. */
export function Slices({ query }: Route): JSX.Element {
  const client = useClient();
  const slices = usePages(
    (signal) => client.slices.list({ limit: 100, signal }),
    (page) => page.slices,
    [client],
  );
  return (
    <>
      <header class="head">
        <h1>Slices</h1>
        <CopyCurl path="/v1/slices" />
      </header>
      <NewSlice from={query.get("cql") ?? ""} />
      <Shown of={slices}>
        {(items) =>
          items.length === 0 ? (
            <Empty title="No slice is saved.">
              <p class="note">
                A slice names a part of the project with a query: for an agent, a search or a narrower key.
                Write one above, such as <code>type:Person after:3mo</code>.
              </p>
            </Empty>
          ) : (
            <Rows items={items} height={56} label="Slices" pages={slices}>
              {({ id, name, cql, promoted, created_at }) => (
                <a class="entry" href={hrefOf(["slices", id])}>
                  <span class="lead">{shortened(name, 80)}</span>
                  <span class="note middle">
                    <code>{cql === "" ? "the whole project" : shortened(cql, 120)}</code>
                  </span>
                  <span class="note">
                    {id !== null && <New slice={id} />}
                    {promoted && "promoted, "}
                    <Time at={created_at} />
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

/** What is new in a slice that was looked at before. */
function New({ slice }: { readonly slice: string }): JSX.Element | null {
  const said = useNewSince(slice);
  return said === undefined ? null : (
    <>
      <span class="fresh">{said}</span>{" "}
    </>
  );
}

/** A query with what it matches now, and a name to save it under. */
function NewSlice({ from }: { readonly from: string }): JSX.Element {
  const client = useClient();
  const [cql, setCql] = useFollowed(from);
  const counted = useCount(cql);
  const [name, setName] = useState("");
  const { isBusy, failure, act } = useAct();
  const save = async () => {
    const { id } = await client.slices.create({ name, cql });
    if (id !== null) goTo(["slices", id]);
  };
  return (
    <form
      class="card form"
      onSubmit={(event) => {
        event.preventDefault();
        act(save);
      }}
    >
      <h2>A query</h2>
      <QueryBox value={cql} onChange={setCql} onSubmit={() => undefined} />
      <ScopeNote of={counted} />
      <p class="note">
        <a href={hrefOf(["entities"], { cql })}>See its entities</a>
      </p>
      <May needs="write" what="save slices">
        <label>
          Name
          <input
            value={name}
            required
            maxLength={200}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        {failure !== undefined && <ProblemNote error={failure} />}
        <div class="buttons">
          <button type="submit" class="primary" disabled={counted.slice === undefined} aria-disabled={isBusy}>
            Save
          </button>
          <CopyCurl method="POST" path="/v1/slices" body={{ name, cql }} />
        </div>
      </May>
    </form>
  );
}
