// The keys that this key has made, and a narrower one.

import type { JSX } from "preact";
import type { Key } from "slice-cql-client";
import { usePages } from "../load.ts";
import { Confirm } from "../parts/confirm.tsx";
import { CopyCurl } from "../parts/curl.tsx";
import { Empty, Shown } from "../parts/loaded.tsx";
import { May } from "../parts/may.tsx";
import { NewKeyForm } from "../parts/new-key.tsx";
import { Rows } from "../parts/rows.tsx";
import { Time } from "../parts/time.tsx";
import { useKey } from "../rights.ts";
import { hrefOf } from "../route.ts";
import { useClient } from "../session.ts";
import { shortened } from "../words.ts";

/** The screen of keys. */
export function Keys(): JSX.Element {
  const client = useClient();
  const own = useKey();
  const keys = usePages(
    (signal) => client.keys.list({ limit: 100, signal }),
    (page) => page.keys,
    [client],
  );
  return (
    <>
      <header class="head">
        <h1>Keys</h1>
        <a class="quiet" href={hrefOf(["activity"])}>
          Who did what
        </a>
        <CopyCurl path="/v1/keys" />
      </header>
      {own !== undefined && <Own of={own} />}
      {own !== undefined && (
        <May needs="propose" what="make other keys">
          <NewKeyForm of={own} reload={keys.reload} />
        </May>
      )}
      <Shown of={keys}>
        {(items) =>
          items.length === 0 ? (
            <Empty title="This key has made no others.">
              <p class="note">Give each agent one of its own, which sees and may do only what it needs.</p>
            </Empty>
          ) : (
            <Rows items={items} height={56} label="Keys" pages={keys} keyOf={({ id }) => id}>
              {(key) => (
                <Entry
                  of={key}
                  onRevoke={async () => {
                    await client.keys.revoke(key.id);
                    keys.reload();
                  }}
                />
              )}
            </Rows>
          )
        }
      </Shown>
    </>
  );
}

function Own({ of: { name, permission, slice, subject_id, expires_at } }: { readonly of: Key }): JSX.Element {
  return (
    <p>
      Yours
      {name !== null && (
        <>
          {" "}
          (<bdi>{shortened(name, 60)}</bdi>)
        </>
      )}{" "}
      may {permission}
      {slice !== null && (
        <>
          {" "}
          within <code>{shortened(slice, 200)}</code>
        </>
      )}
      {subject_id !== null && (
        <>
          {" "}
          for the user <bdi>{shortened(subject_id, 60)}</bdi>
        </>
      )}
      {expires_at !== null && (
        <>
          , and ends <Time at={expires_at} />
        </>
      )}
      .
    </p>
  );
}

function Entry({ of, onRevoke }: { readonly of: Key; readonly onRevoke: () => Promise<void> }): JSX.Element {
  const name = of.name === null ? `…${of.id.slice(-6)}` : shortened(of.name, 60);
  return (
    <div class="entry">
      <span class="lead">
        {name}: {of.permission}
      </span>
      <span class="note middle">
        {of.slice !== null && <code>{shortened(of.slice, 80)}</code>}
        {of.subject_id !== null && ` for ${shortened(of.subject_id, 40)}`}
      </span>
      <span class="note">
        made <Time at={of.created_at} />
        {of.expires_at !== null && (
          <>
            , ends <Time at={of.expires_at} />
          </>
        )}
      </span>
      <May needs="propose">
        <Confirm
          label="Revoke"
          name={`Revoke ${name}`}
          title="Revoke this key?"
          action="Revoke it"
          onConfirm={onRevoke}
        >
          <p>
            The key <bdi>{name}</bdi> and all that it has made are refused within a second, for good; their
            loops are canceled. What they have written stays.
          </p>
        </Confirm>
      </May>
    </div>
  );
}
