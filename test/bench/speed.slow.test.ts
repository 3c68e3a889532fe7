// Checks what servers and keystrokes wait for against plain code in the same run, so that none of it doubles unnoticed.
import { expect, test } from "vitest";
import { launchOnce } from "../../bench/harness.ts";

/** Maximum launches of each: a busy moment of the machine passes. */
const maxLaunches = 4;

function launched(name: string): number {
  const answer = launchOnce("check", { args: [name] });
  if (typeof answer === "string") throw new Error(answer);
  return answer["ns"] ?? Number.NaN;
}

/**
 * What is measured, the plain code that it is compared with, and the most that it may cost of that: a fifth more than on the machine where it costs
 * most of it. Plain code needs no memory to speak of, so where memory is slow the factors are 28 and 22, and elsewhere a quarter less.
 */
const rows = [
  ["compile", "limit", 34],
  ["compile, types not listed", "limit", 34],
  ["validate", "limit", 27],
  ["predicate", "by hand", 2],
  ["after 60 others", "by hand", 2],
] as const;

test.each(rows)("%s costs no more than %s, times %d", { timeout: 120_000 }, (name, plain, most) => {
  let [ours, theirs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let launch = 0; launch < maxLaunches && !(ours / theirs <= most); launch++) {
    theirs = Math.min(theirs, launched(plain));
    ours = Math.min(ours, launched(name));
  }
  expect(ours / theirs).toBeLessThanOrEqual(most);
});
