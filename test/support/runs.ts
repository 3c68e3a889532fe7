// The number of runs of each property: FC_RUNS multiplies every count. It is 2 in `npm run test:slow`, and 20 for a long night.

import type fc from "fast-check";

const factor = Number(process.env["FC_RUNS"] ?? "1");

/** Options for `fc.assert`: `count` runs, times the environment variable FC_RUNS. */
export function runs(count: number): fc.Parameters<unknown> {
  return { numRuns: Math.max(1, Math.round(count * (factor > 0 ? factor : 1))) };
}

/** Whether there is time for every size and every order: FC_RUNS is 2 or more. */
export const isThorough: boolean = factor >= 2;

/** The time limit of one test in milliseconds, which grows with FC_RUNS. */
export const patience: number = 60_000 * Math.max(1, factor > 0 ? factor : 1);
