// The instant of an entity's date.
import type { Range } from "../../semantics/conditions.ts";

/**
 * Milliseconds since 1970, NaN if the value is no date: a text `YYYY-MM-DD`, or one with a time and its zone, on a day that
 * exists, in the years 0001 to 9999; or a `Date`. A text without its zone would be another instant on another machine.
 */
export function instantOf(value: unknown): number {
  const instant =
    typeof value === "string" ? parse(value) : value instanceof Date ? value.getTime() : Number.NaN;
  return instant >= earliest && instant <= latest ? instant : Number.NaN;
}

function parse(text: string): number {
  return iso8601.test(text) && exists(text) ? Date.parse(text) : Number.NaN;
}

const iso8601 =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/;

/** Whether its month has its day. The platform reads the 30th of February as a day in March. */
function exists(text: string): boolean {
  const day = Number(text.slice(8, 10));
  return day < 29 || new Date(Date.parse(text.slice(0, 10))).getUTCDate() === day;
}

const earliest = Date.parse("0001-01-01T00:00:00.000Z");
const latest = Date.parse("9999-12-31T23:59:59.999Z");

/** The instants of a range, from the first to the one after the last. */
export function boundsOf({ start, end }: Range): readonly [from: number, to: number] {
  return [
    start === undefined ? earliest : Date.parse(start),
    end === undefined ? latest + 1 : Date.parse(end),
  ];
}
