// What else the delta says about the entities of a change: as a graph, and as a list that says the same.

import type { JSX } from "preact";
import type { Change } from "slice-cql-client";
import { Graph } from "../../parts/graph.tsx";
import { countOf, shortened } from "../../words.ts";
import { type Around, endsOf, idOf } from "./around.ts";
import { useStoredNames } from "./ends.ts";
import { type NameOf, sentenceOf } from "./sentence.ts";

/** More would be a tangle. */
const most = 12;

/** The relationships of the delta that lead to the entities of a change; nothing if there are none but itself. */
export function Neighbors({
  of: change,
  around,
  nameOf,
  onChoose,
}: {
  readonly of: Change;
  readonly around: Around;
  readonly nameOf: NameOf;
  readonly onChoose: (id: string) => void;
}): JSX.Element | null {
  const center = new Set(change.object === "relationship" ? endsOf(change) : [idOf(change)]);
  const near = [...new Set([...center].flatMap((id) => around.links.get(id) ?? []))].filter(
    ({ change_id }) => change_id !== change.change_id,
  );
  const links = near.slice(0, most);
  const drawn = change.object === "relationship" ? [change, ...links] : links;
  const ids = [...new Set(drawn.flatMap(endsOf))];
  const stored = useStoredNames(ids.filter((id) => !around.entities.has(id)));
  if (links.length === 0) return null;
  const named: NameOf = (id) => nameOf(id) ?? stored(id);
  const nodes = ids.map((id) => ({
    id,
    name: shortened(named(id) ?? `…${id.slice(-6)}`, 24),
    isMarked: center.has(id),
    isNew: around.entities.get(id)?.operation === "create",
  }));
  return (
    <section class="neighbors">
      <h3>What else the delta says about {center.size > 1 ? "them" : "it"}</h3>
      <Graph
        nodes={nodes}
        links={drawn.flatMap((each) => {
          const [from, to] = endsOf(each);
          return from === undefined || to === undefined ? [] : [[from, to] as const];
        })}
      />
      <p class="note">Filled: new with this delta. Hollow: in the project already.</p>
      <ul class="plain">
        {links.map((each) => (
          <li key={each.change_id}>
            <button type="button" class="place" onClick={() => onChoose(each.change_id)}>
              {shortened(sentenceOf(each, named), 90)}
            </button>
          </li>
        ))}
      </ul>
      {near.length > most && <p class="note">and {countOf(near.length - most, "other relationship")}</p>}
    </section>
  );
}
