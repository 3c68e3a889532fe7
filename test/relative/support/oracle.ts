// Decides whether one query contains another, time by time.

import { endsOf, hasKindsOf, isDated, isNameless, type Spec, textOf } from "./spec.ts";
import { clocksOf, criticalTimes, daysOf } from "./times.ts";

/** At every time, at some, at none. */
export type Verdict = "always" | "now" | "never";

/** At some of the times there is, or is not, an entity in `b` and not in `a`. Without a time: there was none. */
export interface Found {
  /** A time at which `a` contains `b`. */
  readonly example: number | undefined;
  /** A time at which it does not. */
  readonly counterexample: number | undefined;
}

/** The first of each among the times; those at which one of the two is refused do not count. */
export function search(a: Spec, b: Spec, ...lists: readonly Float64Array[]): Found {
  let [example, counterexample]: (number | undefined)[] = [];
  for (const nows of lists) {
    const isInside = insideOf(a, b, nows);
    for (let at = 0; at < nows.length; at++) {
      const answer = isInside(at);
      if (answer === true) example ??= nows[at];
      if (answer === false) counterexample ??= nows[at];
      if (example !== undefined && counterexample !== undefined) return { example, counterexample };
    }
  }
  return { example, counterexample };
}

/** Whether `b` is inside of `a` at one of the times, by its number; undefined where one is refused. */
function insideOf(a: Spec, b: Spec, nows: Float64Array): (at: number) => boolean | undefined {
  const [outer, inner] = [endsOf(a, nows), endsOf(b, nows)];
  const inKinds = hasKindsOf(a, b) && (isDated(b) || !isDated(a));
  const nothing = isNameless(b);
  return (at) => {
    const start = inner.starts[at] ?? 0;
    const end = inner.ends[at] ?? 0;
    const from = outer.starts[at] ?? 0;
    const to = outer.ends[at] ?? 0;
    if (Number.isNaN(start + end + from + to)) return undefined;
    return nothing || start >= end || (inKinds && from <= start && to >= end);
  };
}

/** The answer that a search gives. Where both queries compile at no time, it is that of a query that is refused. */
export function verdictOf({ example, counterexample }: Found): Verdict {
  if (example === undefined) return "never";
  return counterexample === undefined ? "always" : "now";
}

/** What is wrong with an answer, if anything is: what speaks against it, or what it lacks. */
export function problemOfAlways(a: Spec, b: Spec, said: Verdict): string | undefined {
  const found = searched(a, b, said);
  if (verdictOf(found) === said) return undefined;
  const [example, counterexample] = [found.example, found.counterexample].map((time) =>
    time === undefined ? "never" : new Date(time).toISOString(),
  );
  return `${textOf(a)} contains ${textOf(b)}: ${said}, but it does ${example}, and does not ${counterexample}`;
}

/** Searched where it is likely; where that does not confirm the answer, at all times. */
function searched(a: Spec, b: Spec, said: Verdict): Found {
  const likely = [criticalTimes(a, b), monthEnds, hours];
  const quick = search(a, b, ...likely);
  return verdictOf(quick) === said ? quick : search(a, b, ...likely, daysOf(1, 10_000, clocksOf(a, b)));
}

/** What offsets alone decide at any time, they decide in the last 400 years, near the end of a month or in its middle. */
const monthEnds = daysOf(9600, 10_000, [0, 45_296_789]).filter((time) => {
  const day = new Date(time).getUTCDate();
  return day === 1 || day === 15 || day > 27;
});

/** The last years, at the times of day from which the hours of the pairs lead to another day. */
const hours = daysOf(9992, 10_000, clocksOf({ after: ["1h", "12h", "23h"] }));
