// When what was found in a slice is out of date although no entity has changed.
import { isEmpty } from "../algebra/relations.ts";
import { breakpointsFrom } from "../dates/breakpoints.ts";
import { instantAt } from "../dates/instant.ts";
import { timeOf } from "../dates/resolve-date.ts";
import type { Query } from "../syntax/ast.ts";
import { type InstantRange, isEmptyRange, rangeAt } from "./range.ts";
import {
  type DatePoint,
  type RelativeOptions,
  type RelativeRange,
  relativeRangeOf,
  relativeSlice,
} from "./slice.ts";

/**
 * When what was found in a slice is out of date although no entity has changed.
 *
 * - `never`: its date range does not change.
 * - `at`: the range is the same until just before this instant, and then changes.
 * - `rolling`: the range moves on all the time.
 *
 * @example
 * ```ts
 * const stale: Staleness = whenStale("after:today", Date.parse("2026-11-20T12:00:00Z"));
 * // { kind: "at", instant: Date.parse("2026-11-21T00:00:00Z") }
 * ```
 */
export type Staleness =
  | { readonly kind: "never" }
  | {
      readonly kind: "at";
      /** Milliseconds since 1970. */
      readonly instant: number;
    }
  | {
      readonly kind: "rolling";
      /** The date that sets the start of the range now, if the start moves continuously. Later it may be another date, if the query has several. */
      readonly start?: string;
      /** The date that sets the end of the range now, if the end moves continuously. `today` does not: it jumps at midnight. */
      readonly end?: string;
      /**
       * Whether a date of the query counts in months, so that the range may step back: between 28 March 23:00 and 29 March 01:00, `1mo` goes
       * from 28 February 23:00 back to 28 February 01:00, and entities that had left the slice return to it. It never steps back by a day or more.
       */
      readonly mayStepBack: boolean;
    };

/**
 * When what was found in the slice of a query is out of date although no entity has changed: dates such as `7d` move with the
 * clock, `today` at midnight UTC, days such as `2026-01-01` never. Only what sets the range counts: `after:7d after:2020-01-01`
 * begins in 2020 for ever. A refused query never becomes stale, nor does a slice that stays empty.
 *
 * @param query - A text, or a tree that was read or built.
 * @param now - When it was found, as a Date or in milliseconds since 1970.
 * @param options - The catalog, without which every name stands for itself, and field names.
 * @throws TypeError if an argument does not match its type.
 * @example
 * ```ts
 * whenStale("type:Person after:7d", Date.now()); // { kind: "rolling", start: "7d", mayStepBack: false }
 * ```
 */
export function whenStale(
  query: string | Query,
  now: Date | number,
  options: RelativeOptions = {},
): Staleness {
  const present = timeOf(now, "now");
  const slice = relativeSlice(query, options);
  if ("diagnostics" in slice || slice.dates === undefined || isEmpty(slice.filter)) return { kind: "never" };
  const dates = relativeRangeOf(slice.dates);
  if (present < dates.since) return { kind: "never" };
  const range = rangeAt(dates, present);
  return (
    (isEmptyRange(range) ? undefined : rolling(dates, range, present)) ?? nextChange(dates, range, present)
  );
}

/** The dates that set an end of the range and move it in the next millisecond. */
function rolling(dates: RelativeRange, range: InstantRange, now: number): Staleness | undefined {
  const next = rangeAt(dates, now + 1);
  const moving = (bounds: readonly DatePoint[], end: keyof InstantRange): DatePoint | undefined =>
    range[end] === next[end]
      ? undefined
      : bounds.find((bound) => isMoving(bound) && instantAt(bound, now) === range[end]);
  const [start, end] = [moving(dates.starts, "start"), moving(dates.ends, "end")];
  if (start === undefined && end === undefined) return undefined;
  return {
    kind: "rolling",
    ...(start && { start: start.text }),
    ...(end && { end: end.text }),
    mayStepBack: [...dates.starts, ...dates.ends].some(({ scale }) => scale === "months"),
  };
}

function isMoving({ scale }: DatePoint): boolean {
  return scale === "elapsed" || scale === "months";
}

function nextChange(dates: RelativeRange, range: InstantRange, now: number): Staleness {
  const isSame = (other: InstantRange): boolean =>
    isEmptyRange(range) ? isEmptyRange(other) : range.start === other.start && range.end === other.end;
  // An end on its own changes only where a fixed date takes over; when start and end pass each other depends on the lengths of months.
  const isClosed = dates.starts.length > 0 && dates.ends.length > 0;
  const moments = breakpointsFrom([...dates.starts, ...dates.ends], now, isClosed);
  const instant = moments.find((moment) => !isSame(rangeAt(dates, moment)));
  return instant === undefined ? { kind: "never" } : { kind: "at", instant };
}
