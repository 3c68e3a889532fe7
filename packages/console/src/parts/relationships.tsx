// What an entity is connected with: a small graph of the newest, and the list of all, a part at a time.

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Client, EntityAnswer, Relationship } from "slice-cql-client";
import { useLoad } from "../load.ts";
import { hrefOf } from "../route.ts";
import { useClient } from "../session.ts";
import { countOf, numberOf, shortened, textOf, titleOf } from "../words.ts";
import { Graph } from "./graph.tsx";

/** How many relationships are shown at a time: each of their ends is asked for its name. */
const page = 50;
/** With more nodes than this, the graph is a tangle. */
const mostNodes = 30;
/** The service sends so many at most: the newest. */
const most = 1000;

/** Shows the relationships of an entity. */
export function Relationships({ of }: { readonly of: EntityAnswer }): JSX.Element {
  const { id, relationships } = of;
  const client = useClient();
  const [type, setType] = useState("");
  const [count, setCount] = useState(page);
  const chosen = type === "" ? relationships : relationships.filter((each) => each.type === type);
  const shown = chosen.slice(0, count);
  const ends = [...new Set(shown.map((each) => otherEnd(each, id)))];
  const known = useRef<ReadonlyMap<string, string>>(new Map());
  useLoad(
    async (signal) => {
      const missing = ends.filter((end) => !known.current.has(end));
      known.current = new Map([...known.current, ...(await namesOf(client, missing, signal))]);
    },
    [client, ends.join()],
  );
  const named = (end: string) =>
    end === id ? titleOf({ ...of }) : (known.current.get(end) ?? `…${end.slice(-6)}`);
  const types = [...new Set(relationships.map((each) => each.type))].toSorted();
  const drawn = [...new Set([id, ...ends])].slice(0, mostNodes);
  return (
    <section class="card">
      <h2>Relationships</h2>
      {relationships.length === 0 && <p class="note">None.</p>}
      {relationships.length >= most && <p class="note">The newest {numberOf(most)} of them:</p>}
      {types.length > 1 && (
        <label class="choice">
          Type{" "}
          <select
            value={type}
            onChange={({ currentTarget }) => {
              setType(currentTarget.value);
              setCount(page);
            }}
          >
            <option value="">all</option>
            {types.map((each) => (
              <option key={each} value={each}>
                {shortened(each, 60)}
              </option>
            ))}
          </select>
        </label>
      )}
      {shown.length > 0 && (
        <Graph
          nodes={drawn.map((end) => ({ id: end, name: shortened(named(end), 24), isMarked: end === id }))}
          links={linksOf(shown, drawn)}
        />
      )}
      <ul class="plain">
        {shown.map((each) => (
          <li key={each.id}>
            <End id={each.from} of={id} name={named(each.from)} /> {shortened(spoken(each.type), 60)}{" "}
            <End id={each.to} of={id} name={named(each.to)} />
            <span class="note"> {shortened(saidOf(each), 200)}</span>
          </li>
        ))}
      </ul>
      {shown.length < chosen.length && (
        <div class="buttons">
          <button type="button" class="quiet" onClick={() => setCount(count + page)}>
            Show {numberOf(Math.min(page, chosen.length - shown.length))} more of{" "}
            {countOf(chosen.length, "relationship")}
          </button>
        </div>
      )}
    </section>
  );
}

function End({
  id,
  of,
  name,
}: {
  readonly id: string;
  readonly of: string;
  readonly name: string;
}): JSX.Element {
  if (id === of) return <bdi>{shortened(name, 60)}</bdi>;
  return <a href={hrefOf(["entities", id])}>{shortened(name, 60)}</a>;
}

function otherEnd({ from, to }: Relationship, id: string): string {
  return from === id ? to : from;
}

/** `works_at` as people say it. */
function spoken(type: string): string {
  return type.replaceAll("_", " ");
}

function saidOf({ properties }: Relationship): string {
  return Object.entries(properties)
    .map(([name, value]) => `${name} ${textOf(value)}`)
    .join(", ");
}

/** The lines of a graph: one between two nodes, however many relationships they have. */
function linksOf(
  relationships: readonly Relationship[],
  drawn: readonly string[],
): readonly (readonly [string, string])[] {
  const lines = relationships
    .filter(({ from, to }) => drawn.includes(from) && drawn.includes(to))
    .map(({ from, to }) => [`${from} ${to}`, [from, to] as const] as const);
  return [...new Map(lines).values()];
}

/** The names of entities by their IDs; those that are gone, or that the key does not see, have none. */
async function namesOf(
  client: Client,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.allSettled(ids.map(async (id) => await client.entities.get(id, { signal })));
  return new Map(
    found.flatMap((each) => (each.status === "fulfilled" ? [[each.value.id, titleOf(each.value)]] : [])),
  );
}
