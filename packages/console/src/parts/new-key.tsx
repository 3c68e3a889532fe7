// Makes a narrower key: what it will see is shown before it is made, and its secret once afterwards.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isProblem, type Key, type KeyBody, type NewKey } from "slice-cql-client";
import { fieldsOf } from "../fields.ts";
import { useLoad } from "../load.ts";
import { mayDo } from "../rights.ts";
import { useClient, useSession } from "../session.ts";
import { shortened, titleOf } from "../words.ts";
import { useAct } from "./act.ts";
import { Copy } from "./copy.tsx";
import { CopyCurl } from "./curl.tsx";
import { ProblemNote } from "./problem.tsx";
import { QueryBox } from "./query-box.tsx";
import { type Counted, ScopeNote, useCount } from "./scope.tsx";
import { Time } from "./time.tsx";

const permissions = ["read", "propose", "write"] as const;

/** Seconds that a key is valid by what the form calls them. */
const lives: readonly (readonly [name: string, seconds: number])[] = [
  ["an hour", 3600],
  ["a day", 86_400],
  ["a week", 604_800],
  ["30 days", 2_592_000],
  ["a year", 31_536_000],
];

/** A form for a key that may do less than `of`. */
export function NewKeyForm({ of, reload }: { readonly of: Key; readonly reload: () => void }): JSX.Element {
  const client = useClient();
  const project = useSession()?.project;
  const [{ life, ...body }, setWish] = useState<Wish>({ permission: "read", life: 0 });
  const [slice, setSlice] = useState("");
  const [made, setMade] = useState<NewKey>();
  const counted = useCount(slice.trim() === "" ? undefined : slice);
  // Nobody makes a key without having seen what it will see.
  const isSeen = slice.trim() === "" || counted.slice !== undefined;
  const { isBusy, failure, act } = useAct();
  /** What is sent now: how long the key is valid counts from then. */
  const bodyNow = (): KeyBody => ({
    ...body,
    ...(life > 0 && { expires_at: new Date(Date.now() + life * 1000).toISOString() }),
    ...(slice.trim() !== "" && { slice }),
    // A slice is of one project.
    ...(of.project_id === null && project !== undefined && { project_id: project }),
  });
  const create = async () => {
    setMade(undefined);
    setMade(await client.keys.create(bodyNow()));
    reload();
  };
  return (
    <form
      class="card form"
      onInput={({ currentTarget }) => {
        setWish(wishOf(currentTarget));
        setMade(undefined);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        act(create);
      }}
    >
      <h2>A narrower key</h2>
      <Fields of={of} />
      <p class="note">Within a slice; nothing written means all that yours sees</p>
      <QueryBox value={slice} onChange={setSlice} onSubmit={() => undefined} />
      {slice.trim() !== "" && <Sees counted={counted} />}
      {slice.trim() === "" && body.subject_id !== undefined && (
        <p class="note">It sees the memories of the user, and no entities.</p>
      )}
      {failure !== undefined && <ProblemNote error={failure} />}
      {isProblem(failure, "wider_than_key") && <Outside of={failure.problem} />}
      {made !== undefined && <Secret of={made} />}
      <div class="buttons">
        <button type="submit" class="primary" disabled={!isSeen} aria-disabled={isBusy}>
          Make it
        </button>
        <CopyCurl method="POST" path="/v1/keys" body={bodyNow} />
      </div>
    </form>
  );
}

function Fields({ of }: { readonly of: Key }): JSX.Element {
  return (
    <>
      <label>
        Name, for lists and the activity
        <input name="name" autocomplete="off" maxLength={200} />
      </label>
      <div class="filters">
        <label class="choice">
          It may{" "}
          <select name="permission">
            {permissions
              .filter((each) => mayDo(of, each))
              .map((each) => (
                <option key={each}>{each}</option>
              ))}
          </select>
        </label>
        <label class="choice">
          Valid for{" "}
          <select name="life">
            <option value="">as long as yours</option>
            {lives.map(([name, seconds]) => (
              <option key={name} value={seconds}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {of.subject_id === null && (
          <label class="choice">
            For one user, whose memories alone it sees <input name="subject" autocomplete="off" />
          </label>
        )}
      </div>
    </>
  );
}

/** What the form says; how long the key is valid in seconds, 0 for as long as the one that makes it. */
interface Wish extends Omit<KeyBody, "expires_at" | "project_id" | "slice"> {
  readonly life: number;
}

function wishOf(form: HTMLFormElement): Wish {
  const field = fieldsOf(form);
  const [name, subject] = [field("name").trim(), field("subject").trim()];
  return {
    permission: permissions.find((each) => each === field("permission")) ?? "read",
    ...(name !== "" && { name }),
    ...(subject !== "" && { subject_id: subject }),
    life: Number(field("life")),
  };
}

/** What a key with this slice will see: how many entities, and one of them. */
function Sees({ counted }: { readonly counted: Counted }): JSX.Element {
  const client = useClient();
  const { slice } = counted;
  const example = useLoad(
    async (signal) => {
      if (slice === undefined || slice.matched === 0) return undefined;
      const { value } = await client.entities.list({ cql: slice.cql, limit: 1, signal }).pages().next();
      return value?.entities[0];
    },
    [client, slice],
  );
  return (
    <>
      <ScopeNote of={counted} />
      {slice !== undefined && example.value !== undefined && (
        <p class="note">
          For example <bdi>{shortened(titleOf(example.value), 100)}</bdi>; of documents and loops it sees
          nothing.
        </p>
      )}
    </>
  );
}

/** An entity that the slice has, and the key that makes it does not see. */
function Outside({ of: { example } }: { readonly of: { readonly example?: unknown } }): JSX.Element | null {
  if (typeof example !== "object" || example === null) return null;
  return (
    <p class="note">
      Yours does not see <bdi>{shortened(titleOf({ ...example }), 100)}</bdi>.
    </p>
  );
}

function Secret({ of: { key, expires_at } }: { readonly of: NewKey }): JSX.Element {
  return (
    <div class="callout" role="status">
      <p>
        Shown this once: <code class="breaks">{key}</code> <Copy text={() => key}>Copy</Copy>
      </p>
      {expires_at !== null && (
        <p class="note">
          It ends <Time at={expires_at} />.
        </p>
      )}
    </div>
  );
}
