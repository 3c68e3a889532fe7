// One slice: what it names, in CQL and in words, what changes in it, and its entities.

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Slice } from "slice-cql-client";
import { fieldsOf } from "../fields.ts";
import { useLoad, usePages } from "../load.ts";
import { useAct } from "../parts/act.ts";
import { Confirm } from "../parts/confirm.tsx";
import { CopyCurl } from "../parts/curl.tsx";
import { EntityRows } from "../parts/entity-rows.tsx";
import { ChangeFeed } from "../parts/feed.tsx";
import { Shown } from "../parts/loaded.tsx";
import { May } from "../parts/may.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { Prose } from "../parts/prose.tsx";
import { ScopeNote } from "../parts/scope.tsx";
import { goTo, hrefOf, type Route } from "../route.ts";
import { useClient } from "../session.ts";
import { shortened } from "../words.ts";

/** The screen of a slice. */
export function SliceScreen({ path }: Route): JSX.Element {
  const client = useClient();
  const id = path[1] ?? "";
  const slice = useLoad(async (signal) => await client.slices.get(id, { signal }), [client, id]);
  const cql = slice.value?.cql;
  const words = useLoad(
    async () => (cql === undefined ? "" : (await import("../parts/in-words.ts")).inWords(cql)),
    [cql],
  );
  const entities = usePages(
    (signal) => client.slices.entities(id, { limit: 100, signal }),
    (page) => page.entities,
    [client, id],
  );
  return (
    <Shown of={slice} title="Slice">
      {(value) => (
        <>
          <header class="head">
            <h1>{shortened(value.name, 200)}</h1>
            <a class="quiet" href={hrefOf(["slices"], { cql: value.cql })}>
              Change the query
            </a>
            <May needs="write">
              <Rename of={value} reload={slice.reload} />
              <Confirm
                label="Delete"
                title="Delete this slice?"
                onConfirm={async () => {
                  await client.slices.delete(id);
                  goTo(["slices"]);
                }}
              >
                <p>
                  The name <bdi>{shortened(value.name, 200)}</bdi> and its query will be gone, for good. The
                  entities stay; keys that were made with the query keep it.
                </p>
              </Confirm>
            </May>
            <CopyCurl path={`/v1/slices/${encodeURIComponent(id)}`} />
          </header>
          <section class="card">
            <pre class="query">{value.cql === "" ? "(the whole project)" : value.cql}</pre>
            {words.value !== undefined && (
              <p class="text">
                <Prose text={words.value} />
              </p>
            )}
          </section>
          <ScopeNote of={{ slice: value, error: undefined }} />
          <ChangeFeed
            slice={id}
            now={value.changes_cursor}
            members={entities.value}
            onRefresh={entities.reload}
          />
          <EntityRows of={entities} />
        </>
      )}
    </Shown>
  );
}

function Rename({ of, reload }: { readonly of: Slice; readonly reload: () => void }): JSX.Element {
  const client = useClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const { isBusy, failure, act } = useAct();
  const save = async (form: HTMLFormElement) => {
    await client.slices.update(of.id ?? "", { name: fieldsOf(form)("name") });
    dialog.current?.close();
    reload();
  };
  return (
    <>
      <button type="button" class="quiet" onClick={() => dialog.current?.showModal()}>
        Rename
      </button>
      <dialog ref={dialog} class="confirm" aria-label="Rename this slice">
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            act(async () => await save(form));
          }}
        >
          <label>
            Name
            <input key={of.name} name="name" defaultValue={of.name} required maxLength={200} />
          </label>
          {failure !== undefined && <ProblemNote error={failure} />}
          <div class="buttons">
            <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
              Leave it
            </button>
            <button type="submit" class="primary" aria-disabled={isBusy}>
              Rename
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
