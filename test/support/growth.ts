// Checks that work grows with its input, and not with its square.

import { cpuTime } from "./hostile.ts";

/** Quadratic growth is a factor of 16; noise and garbage collection do not make 9 of 4 six times in a row. */
const bound = 9;
const tries = 6;

/** CPU milliseconds of the small piece of work below which compilation and garbage collection weigh more than the work itself. */
const least = 8;

/** CPU milliseconds of the large one below which nothing can be said about growth, and above which it is said at once. */
const cheap = bound * least;
const hopeless = 4000;

/** Whether the large piece of work, four times the small one, costs less than nine times as much. */
export function staysWithin(small: () => unknown, large: () => unknown): boolean {
  const once = cpuTime(large, 1);
  if (once < cheap) return true;
  if (once > hopeless && once < bound * cpuTime(small, 1)) return true;
  for (let attempt = 0; attempt < (once > hopeless ? 1 : tries); attempt++) {
    if (cpuTime(large, 1) < bound * Math.max(least, cpuTime(small, 3))) return true;
  }
  return false;
}
