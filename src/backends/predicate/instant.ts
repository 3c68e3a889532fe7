// The instant of an entity's date.
import type { DateCondition } from "../../semantics/conditions.ts";
import { firstTimestamp, isDate } from "../../semantics/timestamp.ts";

/**
 * Milliseconds since 1970, NaN if the value is not a date: a text `YYYY-MM-DD`, or one with a time and its zone, on a day that
 * exists; or a `Date`. A text without its zone would be another instant on another machine.
 */
export function instantOfValue(value: unknown): number {
  return typeof value === "string" && isDate(value) ? Date.parse(value) : timeOf(value);
}

/** The instants of a range, from the first to the one after the last. The years without bounds are 0001 to 9999. */
export function boundsOf({
  start = firstTimestamp,
  end,
}: DateCondition): readonly [from: number, to: number] {
  return [Date.parse(start), end === undefined ? Date.UTC(10_000, 0) : Date.parse(end)];
}

/** Whether the platform considers the value a `Date`, whatever the object itself claims. */
function timeOf(value: unknown): number {
  try {
    return typeof value === "object" ? Date.prototype.getTime.call(value) : Number.NaN;
  } catch {
    return Number.NaN;
  }
}
