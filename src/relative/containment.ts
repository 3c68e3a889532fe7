// Whether one slice has all that another has, at one present after the other.
import { contains, isEmpty } from "../algebra/relations.ts";
import { momentsFrom } from "../dates/moments.ts";
import { firstInstant } from "../vocabulary/dates.ts";
import { type InstantRange, isEmptyRange, rangeAt } from "./range.ts";
import { noDates, type RelativeSlice, rangeOf } from "./slice.ts";

/** The containment of two slices as time goes on. */
export interface Containment {
  /** Whether the outer slice has all of the inner one at a present from `since` on. */
  readonly holdsAt: (now: number) => boolean;
  /** The first present at which both queries compile. */
  readonly since: number;
  /** Presents from one on that show all changes. */
  readonly momentsFrom: (first: number) => readonly number[];
}

/** The containment of `inner` in `outer`. */
export function containmentOf(outer: RelativeSlice, inner: RelativeSlice): Containment {
  const whole = rangeOf(outer.dates ?? noDates);
  const part = rangeOf(inner.dates ?? noDates);
  const since = Math.max(firstInstant, whole.since, part.since);
  const hasRest = contains(outer.filter, inner.filter);
  if (isEmpty(inner.filter) || (hasRest && outer.dates === undefined))
    return { holdsAt: () => true, since, momentsFrom: (first) => [first] };
  // Without dates the inner slice has also what is not dated.
  const mayHold = hasRest && inner.dates !== undefined;
  const bounds = [...whole.starts, ...whole.ends, ...part.starts, ...part.ends];
  return {
    holdsAt: (now) => {
      const range = rangeAt(part, now);
      return isEmptyRange(range) || (mayHold && isInside(range, rangeAt(whole, now)));
    },
    since,
    momentsFrom: (first) => momentsFrom(bounds, first),
  };
}

function isInside(part: InstantRange, whole: InstantRange): boolean {
  return whole.start <= part.start && part.end <= whole.end;
}
