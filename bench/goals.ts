// The goals, and whether a figure meets them.

/** The most that each figure may be. */
export const goals = {
  /** `parse` over the limit scanner, queries of 6 to 10 terms. */
  typicalRatio: 2.3,
  /** `parse` over the limit scanner, queries of 200 terms. */
  longRatio: 1.8,
  /** How the CPU time of `parse` grows from 1 000 to 1 000 000 terms. */
  exponent: 1.05,
  /** Megabytes of the whole process that parses 1 000 000 terms. */
  peakMegabytes: 300,
  /** Seconds of CPU time for 1 000 000 terms. */
  millionSeconds: 0.6,
  /** Kilobytes that `parse` allocates a term. */
  kilobytesATerm: 0.25,
  /** `compile` of one term over `parse` of it. */
  oneTermRatio: 6,
  /** Kilobytes of the bundle with `validate` alone, gzip. */
  validateKilobytes: 32,
  /** Milliseconds of CPU time that the command line needs more than an empty Node process. */
  coldStartMilliseconds: 20,
} as const;

/** `≤ 2.3 met` or `≤ 2.3 NOT MET`. */
export function verdict(figure: number, goal: number, unit = ""): string {
  return `≤ ${String(goal)}${unit} ${figure <= goal ? "met" : "NOT MET"}`;
}
