// The feed of a slice: who entered it, who left it, what was changed in it, and why.

import type { JSX } from "preact";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { Client, Entity, SliceChange } from "slice-cql-client";
import { isProblem } from "slice-cql-client";
import { mostChanges, type Since, useFeed } from "../feed.ts";
import { useLoad } from "../load.ts";
import { hrefOf } from "../route.ts";
import { useClient } from "../session.ts";
import { countOf, numberOf, shortened, titleOf } from "../words.ts";
import { ProblemNote } from "./problem.tsx";
import { Rows } from "./rows.tsx";
import { Time } from "./time.tsx";

/** Shows the changes of a slice as they happen. `members` are entities whose names are known already. */
export function ChangeFeed({
  slice,
  now,
  members,
  onRefresh,
}: {
  readonly slice: string;
  /** The cursor with which the slice was read. */
  readonly now: string;
  readonly members: readonly Entity[] | undefined;
  /** Reads the list of members again. */
  readonly onRefresh: () => void;
}): JSX.Element {
  const { changes, live, since, seenAt, isReading, error, retry } = useFeed(slice, now);
  const isNarrow = useNarrow();
  const known = useMemo(
    () => new Map((members ?? []).map((each) => [each.id, titleOf({ ...each })])),
    [members],
  );
  // What came while somebody looks is above; the others are new since the last visit.
  const row = useCallback(
    (change: SliceChange, at: number) => (
      <Row of={change} name={known.get(change.entity_id)} isNew={at >= live} />
    ),
    [known, live],
  );
  return (
    <section class="card" aria-labelledby="changes">
      <h2 id="changes">Changes</h2>
      <p class="note" role="status">
        {isReading ? "Loading …" : sinceWords(since, changes.length - live)}
        {!isReading && seenAt !== undefined && since !== "first" && (
          <>
            {" "}
            That was <Time at={new Date(seenAt).toISOString()} />.
          </>
        )}
      </p>
      {error !== undefined && <ProblemNote error={error} retry={retry} />}
      {changes.length > 0 && (
        <div class="log">
          <Rows items={changes} height={isNarrow ? 52 : 32} label="Changes">
            {row}
          </Rows>
        </div>
      )}
      {changes.length === mostChanges && <p class="note">These are the newest {numberOf(mostChanges)}.</p>}
      {live > 0 && (
        <div class="buttons">
          <button type="button" class="quiet" onClick={onRefresh}>
            Read the list below again
          </button>
        </div>
      )}
    </section>
  );
}

/** Whether the reason of a change has a line of its own, as the styles say. */
function useNarrow(): boolean {
  const query = useMemo(() => matchMedia("(width < 760px)"), []);
  const [isNarrow, setIsNarrow] = useState(query.matches);
  useEffect(() => {
    const follow = () => setIsNarrow(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, [query]);
  return isNarrow;
}

/** What is said of the time since the last visit. */
function sinceWords(since: Since, count: number): string {
  const rest = "What changes from now on is shown here as it happens.";
  const words: Readonly<Record<Since, string>> = {
    first: `Who enters the slice, leaves it or is changed in it. ${rest}`,
    known:
      count === 0
        ? "Nothing has changed since your last visit."
        : `${countOf(count, "change")} since your last visit.`,
    expired: `Your last visit is longer ago than changes are kept, so what has changed since is not known any more. ${rest}`,
    other: `Your last visit was with a key that sees more or less of the slice, so there is nothing to compare with. ${rest}`,
    many: `More than ${numberOf(mostChanges)} changes since your last visit, too many to list; below is who is in it now. ${rest}`,
  };
  return words[since];
}

const reasons: Readonly<Record<SliceChange["kind"], Readonly<Record<SliceChange["reason"], string>>>> = {
  entered: {
    write: "it was written",
    time: "it is within the dates now",
    names: "a name in the query stands for something else",
  },
  left: {
    write: "it was deleted, or is something else now",
    time: "it is outside of the dates now",
    names: "a name in the query stands for something else",
  },
  changed: {
    write: "it was written, and stays in the slice",
    time: "it was written, and stays in the slice",
    names: "it was written, and stays in the slice",
  },
};

function Row({
  of: { kind, entity_id, reason, at },
  name,
  isNew,
}: {
  readonly of: SliceChange;
  readonly name: string | undefined;
  readonly isNew: boolean;
}): JSX.Element {
  return (
    <span class="entry">
      <span class={`kind ${kind}`}>{kind}</span>
      <span class="middle">
        {name === undefined ? <Looked id={entity_id} /> : <EntityLink id={entity_id} name={name} />}
        <span class="hidden">: </span>
        <span class="note reason">{reasons[kind][reason]}</span>
      </span>
      <span class="note">
        {isNew && <span class="fresh">new</span>} <Time at={at} />
      </span>
    </span>
  );
}

function EntityLink({ id, name }: { readonly id: string; readonly name: string }): JSX.Element {
  return (
    <a href={hrefOf(["entities", id])}>
      <bdi>{shortened(name, 80)}</bdi>
    </a>
  );
}

/** The name of an entity that is looked up when its row is in view. */
function Looked({ id }: { readonly id: string }): JSX.Element {
  const client = useClient();
  const { value } = useLoad(async (signal) => await titleIn(client, id, signal), [client, id]);
  if (value === undefined) return <EntityLink id={id} name={`…${id.slice(-6)}`} />;
  if (value === gone) return <span class="note">…{id.slice(-6)}, which is not there any more</span>;
  return <EntityLink id={id} name={value} />;
}

/** No title: no entity is called nothing. */
const gone = "";
const titles = new WeakMap<Client, Map<string, string>>();

async function titleIn(client: Client, id: string, signal: AbortSignal): Promise<string> {
  const known = titles.get(client) ?? new Map<string, string>();
  titles.set(client, known);
  const last = known.get(id);
  if (last !== undefined) return last;
  try {
    const title = titleOf({ ...(await client.entities.get(id, { signal })) });
    known.set(id, title);
    return title;
  } catch (error) {
    if (isProblem(error, "not_found")) return gone;
    throw error;
  }
}
