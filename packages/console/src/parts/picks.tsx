// Any number of names out of many: a filter, and the names that it leaves.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { numberOf, shortened } from "../words.ts";

/** How many names are in the page at a time. */
const most = 100;
/** With fewer, a filter is in the way. */
const few = 12;

/** What has a name. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/** Boxes to check; nothing if there are none. */
export function Picks({
  legend,
  of,
  chosen,
  onChoose,
}: {
  readonly legend: string;
  readonly of: readonly Named[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}): JSX.Element | null {
  const [typed, setTyped] = useState("");
  if (of.length === 0) return null;
  const wanted = typed.trim().toLowerCase();
  // What is chosen stays in view, whatever the filter leaves.
  const left = of
    .filter(({ id, name }) => chosen.has(id) || name.toLowerCase().includes(wanted))
    .toSorted((one, other) => Number(chosen.has(other.id)) - Number(chosen.has(one.id)));
  const toggle = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  const boxes = (
    <>
      {of.length > few && (
        <input
          type="search"
          aria-label={`Filter: ${legend}`}
          placeholder={`Filter ${numberOf(of.length)} names`}
          autocomplete="off"
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      <div class="names">
        {left.slice(0, most).map(({ id, name }) => (
          <label key={id} class="choice">
            <input
              type="checkbox"
              checked={chosen.has(id)}
              onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
            />{" "}
            <bdi>{shortened(name, 60)}</bdi>
          </label>
        ))}
        {left.length > most && <span class="note">and {numberOf(left.length - most)} more: filter them</span>}
        {left.length === 0 && <span class="note">No name has that in it.</span>}
      </div>
    </>
  );
  return (
    <fieldset class="picks">
      <legend class={of.length > few ? "hidden" : undefined}>{legend}</legend>
      {of.length > few ? (
        <details>
          <summary>
            {legend}: {chosen.size === 0 ? "all" : numberOf(chosen.size)} of {numberOf(of.length)}
          </summary>
          {boxes}
        </details>
      ) : (
        boxes
      )}
    </fieldset>
  );
}
