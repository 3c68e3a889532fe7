// One memory: what it says, what it said before, and what may be done with it.

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { MemoryAnswer, MemoryVersion } from "slice-cql-client";
import { allOf, useLoad } from "../load.ts";
import { useAct } from "../parts/act.ts";
import { Confirm } from "../parts/confirm.tsx";
import { CopyCurl } from "../parts/curl.tsx";
import { Differing } from "../parts/differing.tsx";
import { Shown } from "../parts/loaded.tsx";
import { May } from "../parts/may.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { Time } from "../parts/time.tsx";
import { goTo, hrefOf, type Route } from "../route.ts";
import { useClient } from "../session.ts";
import { countOf, shortened, textOf } from "../words.ts";

/** What a person does with a memory. */
type Do = <Answer>(work: () => Promise<Answer>, then: (answer: Answer) => unknown) => void;

/** The screen of a memory. */
export function MemoryScreen({ path }: Route): JSX.Element {
  const client = useClient();
  const id = path[1] ?? "";
  const memory = useLoad(
    async (signal) => {
      const [value, versions] = await Promise.all([
        client.memories.get(id, { signal }),
        allOf(client.memories.history(id, { signal })),
      ]);
      return { value, versions };
    },
    [client, id],
  );
  const { isBusy, failure, act } = useAct();
  const perform: Do = (work, then) => act(async () => then(await work()));
  return (
    <Shown of={memory} title="Memory">
      {({ value, versions }) => (
        <>
          <header class="head">
            <h1>Memory</h1>
            <May needs="write">
              {value.superseded_by !== null && (
                <button
                  type="button"
                  class="quiet"
                  aria-disabled={isBusy}
                  onClick={() => perform(async () => await client.memories.restore(id, {}), memory.reload)}
                >
                  Restore
                </button>
              )}
              <Confirm
                label="Forget for good"
                title="Forget this memory?"
                action="Forget it"
                onConfirm={async () => {
                  await client.memories.delete(id);
                  goTo(["memories"]);
                }}
              >
                <blockquote class="quoted text">{shortened(value.content, 300)}</blockquote>
                <p>
                  It will be gone, for good, with {countOf(versions.length, "version")} of its history. Nobody
                  recalls it any more.
                </p>
              </Confirm>
            </May>
            <CopyCurl path={`/v1/memories/${encodeURIComponent(id)}`} />
          </header>
          <Said of={value} />
          {failure !== undefined && <ProblemNote error={failure} />}
          {value.superseded_by === null && (
            <May needs="propose" what="change memories">
              <Correct
                key={value.version}
                of={value}
                isBusy={isBusy}
                perform={perform}
                reload={memory.reload}
              />
            </May>
          )}
          <History
            of={versions}
            isBusy={isBusy}
            onRestore={(version) =>
              perform(async () => await client.memories.restore(id, { version }), memory.reload)
            }
          />
        </>
      )}
    </Shown>
  );
}

function Said({ of }: { readonly of: MemoryAnswer }): JSX.Element {
  const subject = of.subject === null ? undefined : textOf(of.subject["id"] ?? of.subject);
  return (
    <section class="card">
      <p class="text">{of.content}</p>
      <p class="note">
        {of.kind !== null && `${of.kind}, `}
        recalled by {recallers[of.scope]}
        {subject !== undefined && (
          <>
            , about <a href={hrefOf(["memories"], { subject })}>{shortened(subject, 100)}</a>
          </>
        )}
        {of.thread !== null && (
          <>
            , in the thread{" "}
            <a href={hrefOf(["memories"], { thread: of.thread })}>{shortened(of.thread, 100)}</a>
          </>
        )}
        {of.source_context !== null && (
          <>
            , from <bdi>{shortened(of.source_context, 200)}</bdi>
          </>
        )}
        , <Time at={of.valid_at} />
        {of.forget_after !== null && (
          <>
            , forgotten <Time at={of.forget_after} />
          </>
        )}
        {of.forget_reason !== null && ` (${shortened(of.forget_reason, 100)})`}
      </p>
      {of.superseded_by !== null && (
        <p class="callout">
          <a href={hrefOf(["memories", of.superseded_by])}>Another memory</a> was written in its place.
        </p>
      )}
    </section>
  );
}

const recallers = {
  agent: "the key that wrote it alone",
  project: "keys of the project",
  commons: "keys of the organization",
};

/** Says it otherwise: in this memory, in another one in its place, or as a change that waits for a review. */
function Correct({
  of,
  isBusy,
  perform,
  reload,
}: {
  readonly of: MemoryAnswer;
  readonly isBusy: boolean;
  readonly perform: Do;
  readonly reload: () => void;
}): JSX.Element {
  const client = useClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [delta, setDelta] = useState<string | null>();
  const given = (then: (content: string) => void) => () => {
    const content = field.current?.value.trim() ?? "";
    if (content !== "" && content !== of.content) then(content);
    else field.current?.focus();
  };
  const options = { ifMatch: String(of.version) };
  const stage = (content: string) =>
    perform(
      async () => await client.memories.update(of.id, { content, apply: false }, options),
      (answer) => setDelta("delta_id" in answer ? answer.delta_id : null),
    );
  const correct = (content: string) =>
    perform(async () => await client.memories.update(of.id, { content }, options), reload);
  const replace = (content: string) =>
    perform(
      async () =>
        await client.memories.write({
          content,
          supersedes: [of.id],
          scope: of.scope,
          ...(of.kind !== null && { kind: of.kind }),
          ...(of.subject !== null && { subject: of.subject }),
          ...(of.thread !== null && { thread: of.thread }),
        }),
      ({ id }) => id !== null && goTo(["memories", id]),
    );
  return (
    <div class="form">
      <label>
        What it should say
        <textarea ref={field} rows={3} defaultValue={of.content} />
      </label>
      <div class="buttons">
        <May needs="write">
          <button type="button" class="quiet" aria-disabled={isBusy} onClick={given(correct)}>
            Correct it
          </button>
          <button type="button" class="quiet" aria-disabled={isBusy} onClick={given(replace)}>
            Write in its place
          </button>
        </May>
        <button type="button" class="quiet" aria-disabled={isBusy} onClick={given(stage)}>
          Stage for a review
        </button>
        <span class="note" role="status">
          {typeof delta === "string" && (
            <>
              It waits for a review. <a href={hrefOf(["deltas", delta])}>See it</a>
            </>
          )}
        </span>
      </div>
    </div>
  );
}

function History({
  of,
  isBusy,
  onRestore,
}: {
  readonly of: readonly MemoryVersion[];
  readonly isBusy: boolean;
  readonly onRestore: (version: number) => void;
}): JSX.Element {
  const newest = Math.max(...of.map(({ version }) => version));
  return (
    <section class="card">
      <h2>History</h2>
      <ol class="plain">
        {of.map(({ version, content, change, at, key_id }, index) => (
          <li key={version} class="version">
            <p class="note">
              {String(version)}: {change} <Time at={at} /> by the key …{key_id.slice(-6)}{" "}
              {version !== newest && (
                <May needs="write">
                  <button
                    type="button"
                    class="quiet"
                    aria-disabled={isBusy}
                    aria-label={`Restore version ${String(version)}`}
                    onClick={() => onRestore(version)}
                  >
                    Restore
                  </button>
                </May>
              )}
            </p>
            <Differing of={content} from={of[index - 1]?.content} />
          </li>
        ))}
      </ol>
    </section>
  );
}
