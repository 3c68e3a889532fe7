// Lines that are not entities: they stop a run, or are reported and skipped.
import { Failure } from "../failure.ts";

/** What is done with such lines. */
export interface BadLines {
  /** Receives the error of one. */
  readonly take: (problem: string) => Promise<void>;
  /** Reports how many there were. */
  readonly finish: () => Promise<void>;
}

/** The first one stops the run. */
export const stopAtBadLine: BadLines = {
  async take(problem) {
    throw new Failure(`${problem}; --skip-bad skips such lines`);
  },
  finish: async () => undefined,
};

/** The first ones are reported, the rest are counted. */
export function skipBadLines(say: (lines: string) => Promise<void>): BadLines {
  let count = 0;
  return {
    async take(problem) {
      count++;
      if (count <= maxReported) await say(`slice-cql: ${problem}; skipped\n`);
    },
    async finish() {
      if (count > maxReported) await say(`slice-cql: and ${String(count - maxReported)} more\n`);
      if (count > 0)
        await say(`slice-cql: ${String(count)} ${count === 1 ? "line was" : "lines were"} skipped\n`);
    },
  };
}

const maxReported = 20;
