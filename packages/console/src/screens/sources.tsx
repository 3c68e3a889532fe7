// The sources of a project, and a new one.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Source } from "slice-cql-client";
import { type LoadedPages, usePages } from "../load.ts";
import { forgetNames, useCatalog } from "../names.ts";
import { useAct } from "../parts/act.ts";
import { CopyCurl } from "../parts/curl.tsx";
import { Empty, Shown } from "../parts/loaded.tsx";
import { May } from "../parts/may.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { Rows } from "../parts/rows.tsx";
import { Time } from "../parts/time.tsx";
import { goTo, hrefOf, type Route, replaceQuery } from "../route.ts";
import { useClient } from "../session.ts";
import { shortened } from "../words.ts";

/** The screen of sources. */
export function Sources({ query }: Route): JSX.Element {
  const client = useClient();
  const wanted = query.get("name") ?? "";
  const sources = usePages(
    (signal) => client.sources.list({ limit: 100, signal }),
    (page) => page.sources,
    [client],
  );
  return (
    <>
      <header class="head">
        <h1>Sources</h1>
        <CopyCurl path="/v1/sources" />
      </header>
      <May needs="write" what="make sources" isOfProject>
        <NewSource />
      </May>
      <label class="choice">
        Name{" "}
        <input
          type="search"
          autocomplete="off"
          value={wanted}
          onChange={({ currentTarget }) => replaceQuery({ name: currentTarget.value.trim() })}
        />
      </label>
      {wanted === "" ? <All of={sources} /> : <Named wanted={wanted} />}
    </>
  );
}

/** The sources whose names have something in them. */
function Named({ wanted }: { readonly wanted: string }): JSX.Element {
  const all = useCatalog()?.sources ?? [];
  const found = all.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
  if (found.length === 0) return <Empty title="No source has that in its name." />;
  return (
    <Rows items={found} height={40} label="Sources">
      {({ id, name }) => (
        <a class="entry" href={hrefOf(["sources", id])}>
          <span class="lead">{shortened(name, 100)}</span>
        </a>
      )}
    </Rows>
  );
}

function All({ of: sources }: { readonly of: LoadedPages<Source> }): JSX.Element {
  return (
    <Shown of={sources}>
      {(items) =>
        items.length === 0 ? (
          <Empty title="There is no source yet.">
            <p class="note">
              Documents belong to a source: a folder, a mailbox, a site. Name one above, then add texts to it
              for loops to read and searches to find.
            </p>
          </Empty>
        ) : (
          <Rows items={items} height={40} label="Sources" pages={sources}>
            {({ id, name, created_at }) => (
              <a class="entry" href={hrefOf(["sources", id])}>
                <span class="lead">{shortened(name, 100)}</span>
                <span class="note">
                  <Time at={created_at} />
                </span>
              </a>
            )}
          </Rows>
        )
      }
    </Shown>
  );
}

function NewSource(): JSX.Element {
  const client = useClient();
  const [name, setName] = useState("");
  const { isBusy, failure, act } = useAct();
  const create = async () => {
    const { id } = await client.sources.create({ name });
    forgetNames(client);
    goTo(["sources", id]);
  };
  return (
    <form
      class="card form"
      onSubmit={(event) => {
        event.preventDefault();
        act(create);
      }}
    >
      <label>
        <span>
          Name of a new source, such as <code>notes</code>
        </span>
        <input
          value={name}
          required
          maxLength={200}
          autocomplete="off"
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      {failure !== undefined && <ProblemNote error={failure} />}
      <div class="buttons">
        <button type="submit" class="primary" aria-disabled={isBusy}>
          Create
        </button>
        <CopyCurl method="POST" path="/v1/sources" body={{ name }} />
      </div>
    </form>
  );
}
