// The date range of a slice at an evaluation time.
import { instantAt } from "../dates/instant.ts";
import { firstInstant, lastInstant } from "../vocabulary/dates.ts";
import type { DatePoint, RelativeRange } from "./slice.ts";

/** Milliseconds since 1970, half-open. */
export interface InstantRange {
  readonly start: number;
  readonly end: number;
}

/** The range at an evaluation time at which the query compiles; without bounds from the first instant to the last. */
export function rangeAt({ starts, ends }: RelativeRange, now: number): InstantRange {
  const at = (bound: DatePoint): number => instantAt(bound, now);
  return {
    start: starts.length > 0 ? Math.min(...starts.map(at)) : firstInstant,
    end: ends.length > 0 ? Math.max(...ends.map(at)) : lastInstant + 1,
  };
}

/** Whether no instant is in a range. */
export function isEmptyRange({ start, end }: InstantRange): boolean {
  return start >= end;
}
