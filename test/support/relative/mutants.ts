// Mistakes in the answers about queries, each as a text of a file of src and what stands there instead.

import type { Mutant } from "../match/mutants.ts";

/** All of them. */
export const mutants: readonly Mutant[] = [
  {
    name: "an empty slice is inside of none",
    file: "src/relative/containment.ts",
    from: "return isEmptyRange(range) || (mayHold && isInside(range, rangeAt(whole, now)));",
    to: "return mayHold && isInside(range, rangeAt(whole, now));",
  },
  {
    name: "a range is not inside of itself",
    file: "src/relative/containment.ts",
    from: "whole.start <= part.start && part.end <= whole.end",
    to: "whole.start < part.start && part.end <= whole.end",
  },
  {
    name: "what is not dated is in a range without ends",
    file: "src/relative/containment.ts",
    from: "hasRest && inner.dates !== undefined;",
    to: "hasRest;",
  },
  {
    name: "times at which a query is refused count",
    file: "src/relative/containment.ts",
    from: "Math.max(firstInstant, whole.since, part.since)",
    to: "firstInstant",
  },
  {
    name: "some times are all",
    file: "src/relative/contains-always.ts",
    from: 'if (answers.size > 1) return "now";',
    to: "",
  },
  {
    name: "of two dates in days the later one is the start",
    file: "src/relative/slice.ts",
    from: "oneEach(from, (a, b) => a.at < b.at)",
    to: "oneEach(from, (a, b) => a.at > b.at)",
  },
  {
    name: "the last days of a month lie as its first day does",
    file: "src/dates/moments.ts",
    from: "[0, 28, 29, 30].map((day) => start + day * millisecondsInDay)",
    to: "[0].map((day) => start + day * millisecondsInDay)",
  },
  {
    name: "the calendar repeats after four years",
    file: "src/dates/moments.ts",
    from: "const monthsInCycle = 4800;",
    to: "const monthsInCycle = 48;",
  },
  {
    name: "nothing changes in the millisecond after midnight",
    file: "src/dates/moments.ts",
    from: "flatMap((time) => [time, time + 1])",
    to: "flatMap((time) => [time])",
  },
  {
    name: "hours lead to another day at midnight alone",
    file: "src/dates/moments.ts",
    from: "[0, ...elapsed].flatMap",
    to: "[0].flatMap",
  },
  {
    name: "days that are written out are passed on the day alone",
    file: "src/dates/moments.ts",
    from: "[-1, 0, 1, 2, 3, 4].map((days)",
    to: "[0].map((days)",
  },
  {
    name: "all empty ranges differ",
    file: "src/relative/when-stale.ts",
    from: "isEmptyRange(range) ? isEmptyRange(other) : range.start === other.start && range.end === other.end",
    to: "range.start === other.start && range.end === other.end",
  },
  {
    name: "an empty range rolls",
    file: "src/relative/when-stale.ts",
    from: "(isEmptyRange(range) ? undefined : rolling(dates, range, present)) ?? nextChange",
    to: "rolling(dates, range, present) ?? nextChange",
  },
  {
    name: "an end of the range never steps back",
    file: "src/relative/when-stale.ts",
    from: "mayStepBack: [...dates.starts, ...dates.ends]",
    to: "mayStepBack: [...dates.starts]",
  },
  {
    name: "the first date of a query is the one that sets its end",
    file: "src/relative/when-stale.ts",
    from: "bounds.find((bound) => isMoving(bound) && instantAt(bound, now) === range[end])",
    to: "bounds.find((bound) => isMoving(bound))",
  },
  {
    name: "a query that is refused for now may change",
    file: "src/relative/when-stale.ts",
    from: 'if (present < dates.since) return { kind: "never" };',
    to: "",
  },
];
