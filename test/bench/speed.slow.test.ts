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

/** A quarter more where others use the memory of the machine, as on CI: the limit needs next to none. */
const shared = process.env["CI"] === undefined ? 1 : 1.25;

/** What is measured, the plain code that it is compared with, and the most that it may cost of that: at least a quarter more than it did. */
const rows = [
  ["compile", "limit", 27 * shared],
  ["compile, types not listed", "limit", 27 * shared],
  ["validate", "limit", 22 * shared],
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
