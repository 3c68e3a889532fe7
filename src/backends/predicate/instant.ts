// The instant of an entity's date.
import type { Range } from "../../semantics/conditions.ts";
import { firstTimestamp } from "../../semantics/timestamp.ts";

/**
 * Milliseconds since 1970, NaN if the value is no date: a text `YYYY-MM-DD`, or one with a time and its zone, on a day that
 * exists; or a `Date`. A text without its zone would be another instant on another machine.
 */
export function instantOf(value: unknown): number {
  return typeof value === "string" && isDate(value) ? Date.parse(value) : timeOf(value);
}

/** The instants of a range, from the first to the one after the last. The years without bounds are 0001 to 9999. */
export function boundsOf({ start = firstTimestamp, end }: Range): readonly [from: number, to: number] {
  return [Date.parse(start), end === undefined ? Date.UTC(10_000, 0) : Date.parse(end)];
}

/** Whether a text has the form of a date, on a day that exists: the platform reads the 30th of February as a day in March. */
export function isDate(text: string): boolean {
  return iso8601.test(text);
}

/** A day of the first 28, a later one of a month that has it, or a 29th of February in a leap year; then a time with its zone. */
const iso8601 =
  /^(?:\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/;

/** A `Date` is what the platform takes for one, whatever it says itself. */
function timeOf(value: unknown): number {
  try {
    return typeof value === "object" ? Date.prototype.getTime.call(value) : Number.NaN;
  } catch {
    return Number.NaN;
  }
}
