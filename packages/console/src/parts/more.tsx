// A list of which the first items are shown, and the others when they are asked for: what is written by anyone may have any length.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { countOf, numberOf } from "../words.ts";

/** How many are shown at first. */
const first = 100;
/** How many come with each press. */
const step = 1000;

/** What is left of a list. */
export interface Rest {
  readonly count: number;
  /** Whether more was asked for. */
  readonly isAsked: boolean;
  readonly more: () => void;
}

/** The first items of a list, and what is left of it; from the beginning again for another `key`. */
export function usePart<Item>(
  items: readonly Item[],
  key: string,
): { readonly part: readonly Item[]; readonly rest: Rest } {
  const [asked, setAsked] = useState({ key, count: first });
  const count = asked.key === key ? asked.count : first;
  return {
    part: items.slice(0, count),
    rest: {
      count: Math.max(0, items.length - count),
      isAsked: count > first,
      more: () => setAsked({ key, count: count + step }),
    },
  };
}

/** A button that shows more of a list; nothing if all of it was there from the start. */
export function More({ of: { count, isAsked, more } }: { readonly of: Rest }): JSX.Element | null {
  if (count === 0 && !isAsked) return null;
  const others = count > step ? `${numberOf(step)} of ${numberOf(count)} others` : countOf(count, "other");
  // It stays after the last press: without it, the focus would be lost.
  return (
    <div class="buttons">
      <button type="button" class="quiet" aria-disabled={count === 0} onClick={more}>
        {count === 0 ? "That is all" : `Show ${others}`}
      </button>
    </div>
  );
}
