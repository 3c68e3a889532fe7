// Checks an answer about when a slice changes against its range at very many later times.

import type { whenStale } from "../../../src/exports/algebra.ts";
import type { Random } from "../../support/backends/random.ts";
import { DAY, LAST, midnightOf, readDate } from "./calendar.ts";
import { endsOf, rangeAt, type Spec } from "./spec.ts";
import { criticalTimes } from "./times.ts";

/** The answer. */
export type Stale = ReturnType<typeof whenStale>;

/** What is wrong with an answer, if anything is. */
export function problemOfStale(spec: Spec, now: number, stale: Stale, random: Random): string | undefined {
  if (rangeAt(spec, now) === "refused") return stale.kind === "never" ? undefined : "the query is refused";
  switch (stale.kind) {
    case "never":
      return changeAmong(spec, now, laterTimes(spec, now, LAST, random));
    case "at": {
      const { instant } = stale;
      if (instant <= now) return "it is not later than now";
      if (rangeAt(spec, instant) === rangeAt(spec, now)) return "the range is the same at that time";
      return changeAmong(spec, now, [...laterTimes(spec, now, instant - 1, random), instant - 1]);
    }
    case "rolling":
      return rangeAt(spec, now + 1) === rangeAt(spec, now)
        ? "the next range is the same"
        : endsProblem(spec, now, stale);
  }
}

/** Whether the expressions of an answer are those of the query that set the ends of its range, and may step back. */
function endsProblem(
  spec: Spec,
  now: number,
  stale: Extract<Stale, { kind: "rolling" }>,
): string | undefined {
  const { starts, ends } = endsOf(spec, Float64Array.of(now));
  const sides = [
    { said: stale.start, written: spec.after, instant: starts[0] },
    { said: stale.end, written: spec.before, instant: ends[0] },
  ];
  for (const { said, written = [], instant } of sides) {
    if (said === undefined) continue;
    if (!written.includes(said)) return `${said} is not in the query`;
    if (readDate(said)(now) !== instant) return `${said} is not the end of the range`;
  }
  const expressions = sides.flatMap(({ said }) => said ?? []);
  if (!expressions.some((each) => readDate(each)(now) !== readDate(each)(now + 1)))
    return "nothing of it rolls";
  const written = [...(spec.after ?? []), ...(spec.before ?? [])];
  const isInMonths = written.some((each) => /\d(?:mo|y)$|last-month|last-year/.test(each));
  return isInMonths === stale.mayStepBack ? undefined : "mayStepBack is wrong";
}

/** The first of the times at which the range is another one. */
function changeAmong(spec: Spec, now: number, times: readonly number[]): string | undefined {
  const range = rangeAt(spec, now);
  const other = times.find((time) => rangeAt(spec, time) !== range);
  return other === undefined
    ? undefined
    : `at ${new Date(other).toISOString()} it is ${rangeAt(spec, other)}`;
}

/** Times from now to the last: where something may change, midnights, and some of every order of magnitude. */
function laterTimes(spec: Spec, now: number, last: number, random: Random): readonly number[] {
  const days = [1, 2, 3, 5, 27, 28, 29, 30, 31, 32, 59, 60, 61, 62, 90, 364, 365, 366, 367, 730, 1095, 1461];
  const scales = [10, 1000, 3_600_000, DAY, 40 * DAY, 400 * DAY, 40_000 * DAY, LAST - now];
  const times = [
    now + 1,
    ...criticalTimes(spec),
    ...days.map((count) => midnightOf(now) + count * DAY + random.pick([0, -1, 1])),
    ...days.map((count) => now + count * DAY + random.pick([0, -1, 1])),
    ...scales.map((scale) => now + 1 + random.below(scale)),
    last - random.below(Math.min(DAY, last - now) + 1),
    last,
  ];
  return times.filter((time) => time > now && time <= last);
}
