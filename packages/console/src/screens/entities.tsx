// The entities of a query or of a stored slice, newest first.

import type { JSX } from "preact";
import type { Entity } from "slice-cql-client";
import { useFollowed } from "../follow.ts";
import { useLoad, usePages } from "../load.ts";
import { CopyCurl } from "../parts/curl.tsx";
import { EntityRows } from "../parts/entity-rows.tsx";
import { QueryBox } from "../parts/query-box.tsx";
import { ScopeNote, useCount } from "../parts/scope.tsx";
import { hrefOf, type Route, replaceQuery } from "../route.ts";
import { useClient } from "../session.ts";
import { shortened } from "../words.ts";

/** How many slices there are to choose from; others have their own screens. */
const mostSlices = 100;

/** A page of either list. */
interface Page {
  readonly entities: readonly Entity[];
  readonly next_cursor: string | null;
}

/** The screen of entities. */
export function Entities({ query }: Route): JSX.Element {
  const client = useClient();
  const cql = query.get("cql") ?? "";
  const slice = query.get("slice") ?? "";
  const slices = useLoad(
    async (signal) => {
      const { value } = await client.slices.list({ limit: mostSlices, signal }).pages().next();
      return value?.slices ?? [];
    },
    [client],
  );
  const chosen = slices.value?.find(({ id }) => id === slice);
  const shown = chosen?.cql ?? cql;
  const [typed, setTyped] = useFollowed(shown);
  const counted = useCount(typed);
  const entities = usePages<Entity, Page>(
    (signal) =>
      slice === ""
        ? client.entities.list({ ...(cql !== "" && { cql }), limit: 100, signal })
        : client.slices.entities(slice, { limit: 100, signal }),
    (page) => page.entities,
    [client, cql, slice],
  );
  const show = (next: string) => replaceQuery({ cql: next, slice: "" });
  const path =
    slice === ""
      ? `/v1/entities${cql === "" ? "" : `?${new URLSearchParams({ cql }).toString()}`}`
      : `/v1/slices/${encodeURIComponent(slice)}/entities`;
  return (
    <>
      <header class="head">
        <h1>Entities</h1>
        <a class="quiet" href={hrefOf(["slices"], { cql: typed })}>
          Save as a slice
        </a>
        <CopyCurl path={path} />
      </header>
      <div class="asking">
        <QueryBox value={typed} onChange={setTyped} onSubmit={show} />
        <button type="button" class="quiet" disabled={typed === shown} onClick={() => show(typed)}>
          Show
        </button>
      </div>
      {slices.value !== undefined && slices.value.length > 0 && (
        <label class="choice">
          Slice{" "}
          <select
            value={slice}
            onChange={({ currentTarget }) => replaceQuery({ slice: currentTarget.value, cql: "" })}
          >
            <option value="">none: the query above</option>
            {slices.value.map(({ id, name }) => (
              <option key={id} value={id}>
                {shortened(name, 60)}
              </option>
            ))}
          </select>
        </label>
      )}
      <ScopeNote of={counted} />
      <EntityRows of={entities} />
    </>
  );
}
