// The times at which something changes between the dates of queries, and all days of the calendar.

import { DAY, FIRST, HOUR, LAST, midnightOf, monthsAgo } from "./calendar.ts";
import { datesOf, type Spec } from "./spec.ts";

/** Every day from one year up to another, at each of some times of day. */
export function daysOf(from: number, to: number, clocks: readonly number[]): Float64Array {
  const [first, last] = [dateOf(from), dateOf(to)];
  const days = (last - first) / DAY;
  return Float64Array.from({ length: days * clocks.length }, (_, at) => {
    const day = Math.floor(at / clocks.length);
    return first + day * DAY + (clocks[at % clocks.length] ?? 0);
  });
}

function dateOf(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}

/** Midnight, the milliseconds next to it, a time of day, and the ones at which some hours before are of another day. */
export function clocksOf(...specs: readonly Spec[]): readonly number[] {
  const hours = datesOf(...specs).flatMap((expression) => {
    const [, amount] = /^[-+]?(\d+)h$/.exec(expression) ?? [];
    return amount === undefined ? [] : [(Number(amount) % 24) * HOUR];
  });
  const clocks = [0, ...hours].flatMap((clock) => [clock, clock + 1, (clock + DAY - 1) % DAY]);
  return [...new Set([...clocks, 45_296_789])];
}

/** Where each offset falls on each day that is written out, on the bounds of the calendar, and near these. */
export function criticalTimes(...specs: readonly Spec[]): Float64Array {
  const dates = datesOf(...specs);
  const days = dates.filter((each) => /^\d{4}-/.test(each)).map((each) => Date.parse(each));
  const bounds = [FIRST, ...days, LAST + 1];
  const passed = bounds.flatMap((instant) => dates.flatMap((expression) => timesBefore(expression, instant)));
  const near = [...bounds, ...passed].flatMap((time) => [-1, 0, 1].map((step) => time + step));
  return Float64Array.from([...new Set(near)].filter(isInCalendar).toSorted((a, b) => a - b));
}

/** The times at which an expression may be that instant; for months also the days around them. */
function timesBefore(expression: string, instant: number): readonly number[] {
  const [, digits = "", unit = ""] = /^[-+]?(\d+)(h|d|w|mo|y)$/.exec(asOffset(expression)) ?? [];
  const amount = Number(digits);
  const hours = new Map([
    ["h", 1],
    ["d", 24],
    ["w", 168],
  ]).get(unit);
  if (hours !== undefined) return [instant + amount * hours * HOUR];
  if (unit === "") return [instant, midnightOf(instant) + DAY, midnightOf(instant) + 2 * DAY];
  const time = monthsAgo(instant, amount * (unit === "y" ? -12 : -1));
  return [-3, -2, -1, 0, 1, 2, 3, 4].map((days) => time + days * DAY);
}

function asOffset(expression: string): string {
  return (
    new Map([
      ["last-week", "1w"],
      ["last-month", "1mo"],
      ["last-year", "1y"],
    ]).get(expression) ?? expression
  );
}

function isInCalendar(time: number): boolean {
  return time >= FIRST && time <= LAST;
}
