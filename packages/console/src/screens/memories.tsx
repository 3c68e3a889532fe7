// The memories of a project: of a user, of a kind, in a scope; and a new one.

import type { JSX } from "preact";
import { usePages } from "../load.ts";
import { Confirm } from "../parts/confirm.tsx";
import { CopyCurl } from "../parts/curl.tsx";
import { Empty, Shown } from "../parts/loaded.tsx";
import { May } from "../parts/may.tsx";
import { memoryKinds, memoryScopes, NewMemory } from "../parts/new-memory.tsx";
import { Pick } from "../parts/pick.tsx";
import { Rows } from "../parts/rows.tsx";
import { Time } from "../parts/time.tsx";
import { hrefOf, type Route, replaceQuery } from "../route.ts";
import { useClient } from "../session.ts";
import { shortened, textOf } from "../words.ts";

/** The filter that a URL names. */
function filterOf(query: URLSearchParams) {
  const kind = memoryKinds.find((each) => each === query.get("kind"));
  const scope = memoryScopes.find((each) => each === query.get("scope"));
  const subject = query.get("subject") ?? "";
  const thread = query.get("thread") ?? "";
  return {
    ...(kind !== undefined && { kind }),
    ...(scope !== undefined && { scope }),
    ...(subject !== "" && { subject_id: subject }),
    ...(thread !== "" && { thread }),
    ...(query.get("superseded") === "true" && { superseded: true }),
  };
}

/** The screen of memories. */
export function Memories({ query }: Route): JSX.Element {
  const client = useClient();
  const filter = filterOf(query);
  const memories = usePages(
    (signal) => client.memories.list({ ...filter, limit: 100, signal }),
    (page) => page.memories,
    [client, JSON.stringify(filter)],
  );
  const asked = new URLSearchParams(
    Object.entries(filter).map(([name, value]) => [name, String(value)]),
  ).toString();
  return (
    <>
      <header class="head">
        <h1>Memories</h1>
        <CopyCurl path={`/v1/memories${asked === "" ? "" : `?${asked}`}`} />
      </header>
      <NewMemory reload={memories.reload} />
      <Filters of={filter} reload={memories.reload} />
      <Shown of={memories}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={asked === "" ? "Nothing is remembered yet." : "Nothing is remembered here."}>
              <p class="note">
                {asked === "" ? (
                  "Write something above; agents do so with a key that may propose or write."
                ) : (
                  <a href={hrefOf(["memories"])}>Show all memories</a>
                )}
              </p>
            </Empty>
          ) : (
            <Rows items={items} height={56} label="Memories" pages={memories}>
              {(memory) => (
                <a class="entry" href={hrefOf(["memories", memory.id])}>
                  <span class={memory.superseded_by === null ? "lead" : "lead gone"}>
                    {shortened(memory.content, 140)}
                  </span>
                  <span class="note">
                    {[memory.kind, memory.scope, memory.subject && textOf(memory.subject["id"] ?? "")]
                      .filter((each) => each !== null && each !== "")
                      .map((each) => (
                        <span key={each}>{shortened(String(each), 30)}, </span>
                      ))}
                    <Time at={memory.valid_at} />
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

function Filters({
  of,
  reload,
}: {
  readonly of: ReturnType<typeof filterOf>;
  readonly reload: () => void;
}): JSX.Element {
  const client = useClient();
  const { kind, scope, subject_id, thread, superseded = false } = of;
  return (
    <div class="filters" role="group" aria-label="Filters">
      <label class="choice">
        User{" "}
        <input
          value={subject_id ?? ""}
          onChange={({ currentTarget }) => replaceQuery({ subject: currentTarget.value.trim() })}
        />
      </label>
      <Pick label="Kind" of={memoryKinds} chosen={kind} onChoose={(value) => replaceQuery({ kind: value })} />
      <Pick
        label="Scope"
        of={memoryScopes}
        chosen={scope}
        onChoose={(value) => replaceQuery({ scope: value })}
      />
      {thread !== undefined && (
        <button type="button" class="quiet" onClick={() => replaceQuery({ thread: "" })}>
          Not only the thread {shortened(thread, 30)}
        </button>
      )}
      <label class="choice">
        <input
          type="checkbox"
          checked={superseded}
          onChange={({ currentTarget }) => replaceQuery({ superseded: currentTarget.checked ? true : "" })}
        />{" "}
        superseded ones, too
      </label>
      {subject_id !== undefined && (
        <May needs="write">
          <Confirm
            label="Forget this user"
            title="Forget all about this user?"
            onConfirm={async () => {
              await client.memories.erase({ subject_id });
              reload();
            }}
          >
            <p>
              All memories of the project about <bdi>{shortened(subject_id, 100)}</bdi> will be gone, for
              good: of every key and scope, with their histories and their copies in deltas.
            </p>
          </Confirm>
        </May>
      )}
    </div>
  );
}
