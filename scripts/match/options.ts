// The flags of the nightly run of the index.

import { parseArgs } from "node:util";
import { helpFlag, seedFlag, seedFrom, wholeNumber } from "../flags.ts";

/** How much is run. */
export interface Options {
  readonly help: boolean;
  /** Of the first run; the next ones have the next seeds. */
  readonly seed: number;
  /** How many checks are made at least. */
  readonly checks: number;
}

/** What `--help` prints. */
export const help: string = `npm run nightly -- match [flags]

Adds, replaces and removes random slices of an index, lets the time go on and back, and compares what the index
says of random entities with what the predicate of each slice says, compiled at that time. Exit status 1 if an
answer differs; the smallest case is shown.

  --checks N  pairs of an entity and a slice that are decided at least (default 20000000)
  --seed N    seed of the first run (default 20261120); "random" draws one
  --help      this text`;

/** Reads the flags. Throws a `TypeError` that names the one that is wrong. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: helpFlag,
      seed: seedFlag,
      checks: { type: "string", default: "20000000" },
    },
  });
  return {
    help: values.help,
    seed: seedFrom(values.seed),
    checks: wholeNumber("--checks", values.checks),
  };
}
