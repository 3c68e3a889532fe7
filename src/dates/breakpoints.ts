// The breakpoints of dates that move: evaluation times at which their order changes, enough to know it at every other.
import { millisecondsInDay } from "date-fns/constants";
import { firstInstant, lastInstant } from "../vocabulary/dates.ts";
import { instantAt, type Point, startOfDay } from "./instant.ts";

/**
 * Evaluation times from a first one on, ascending: at every other time the points are in the same order, among themselves and with
 * the beginning of the calendar, as at one of these, and between two of them in a row they do not change places twice. What counts is
 *
 * - the days around those on which a point that moves passes one that is fixed;
 * - where the lengths of months count, the first day of each and the days that not all have, until the next such passing, or for
 *   the 400 years after which the calendar repeats;
 * - midnight, and the times at which so many hours back it is midnight. The millisecond after each stands for all up to the next.
 */
export function breakpointsFrom(
  points: readonly Point[],
  first: number,
  doLengthsCount = true,
): readonly number[] {
  const turns = turnsFrom(points, startOfDay(first));
  const times = timesOf(points);
  // Months and hours back from now are in the same order all day.
  const monthTimes = points.some(({ scale }) => scale === "days") ? times : [0];
  const days = doLengthsCount && points.some(({ scale }) => scale === "months") ? monthDays(turns) : [];
  const moments = new Set([first, ...onDays(turns, times), ...onDays(days, monthTimes)]);
  return [...moments].filter((moment) => moment >= first && moment <= lastInstant).toSorted((a, b) => a - b);
}

function onDays(days: readonly number[], times: readonly number[]): readonly number[] {
  return days.flatMap((day) => times.map((time) => day + time));
}

function timesOf(points: readonly Point[]): readonly number[] {
  const elapsed = points.flatMap(({ scale, at }) => (scale === "elapsed" ? [-at - startOfDay(-at)] : []));
  return [0, ...elapsed].flatMap((time) => [time, time + 1]);
}

/** The first two days, and those around which a point that moves passes a fixed one: after a short month it takes up to four more. */
function turnsFrom(points: readonly Point[], first: number): readonly number[] {
  const fixed = points.flatMap(({ scale, at }) => (scale === "fixed" ? [at] : []));
  const passings = points
    .filter(({ scale }) => scale !== "fixed")
    .flatMap(({ scale, at }) =>
      [firstInstant, ...fixed].map((instant) => instantAt({ scale, at: -at }, instant)),
    )
    .flatMap((passing) => [-1, 0, 1, 2, 3, 4].map((days) => startOfDay(passing) + days * millisecondsInDay));
  return [first, first + millisecondsInDay, ...passings]
    .filter((day) => day >= first && day <= lastInstant)
    .toSorted((a, b) => a - b);
}

/** From each turn to the next the first day of each month, and the 29th to the 31st or the days after a shorter month. */
function monthDays(turns: readonly number[]): readonly number[] {
  return turns.flatMap((turn, index) => {
    const next = turns[index + 1] ?? lastInstant;
    const month = turn - (new Date(turn).getUTCDate() - 1) * millisecondsInDay;
    const days: number[] = [];
    for (let at = 0; at <= monthsInCycle; at++) {
      const start = instantAt({ scale: "months", at }, month);
      // Also where it is past the end of the calendar, and not a number.
      if (!(start <= next)) break;
      days.push(...[0, 28, 29, 30].map((day) => start + day * millisecondsInDay));
    }
    return days;
  });
}

const monthsInCycle = 4800;
