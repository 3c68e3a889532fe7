// Whether one slice contains another, at successive evaluation times.
import { contains, isEmpty } from "../algebra/relations.ts";
import { breakpointsFrom } from "../dates/breakpoints.ts";
import { firstInstant } from "../vocabulary/dates.ts";
import { type InstantRange, isEmptyRange, rangeAt } from "./range.ts";
import { noDates, type RelativeSlice, relativeRangeOf } from "./slice.ts";

/** The containment of two slices as time passes. */
export interface Containment {
  /** Whether the outer slice contains the inner one at an evaluation time from `since` on. */
  readonly holdsAt: (now: number) => boolean;
  /** The first evaluation time at which both queries compile. */
  readonly since: number;
  /** The evaluation times, from a given one on, at which anything can change. */
  readonly momentsFrom: (first: number) => readonly number[];
}

/** The containment of `inner` in `outer`. */
export function containmentOf(outer: RelativeSlice, inner: RelativeSlice): Containment {
  const whole = relativeRangeOf(outer.dates ?? noDates);
  const part = relativeRangeOf(inner.dates ?? noDates);
  const since = Math.max(firstInstant, whole.since, part.since);
  const hasRest = contains(outer.filter, inner.filter);
  if (isEmpty(inner.filter) || (hasRest && outer.dates === undefined))
    return { holdsAt: () => true, since, momentsFrom: (first) => [first] };
  // Without dates the inner slice also has undated entities.
  const mayHold = hasRest && inner.dates !== undefined;
  const bounds = [...whole.starts, ...whole.ends, ...part.starts, ...part.ends];
  return {
    holdsAt: (now) => {
      const range = rangeAt(part, now);
      return isEmptyRange(range) || (mayHold && isInside(range, rangeAt(whole, now)));
    },
    since,
    momentsFrom: (first) => breakpointsFrom(bounds, first),
  };
}

function isInside(part: InstantRange, whole: InstantRange): boolean {
  return whole.start <= part.start && part.end <= whole.end;
}
