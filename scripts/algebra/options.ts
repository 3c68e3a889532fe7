// The flags of the nightly run of the algebra.

import { parseArgs } from "node:util";
import { helpFlag, seedFlag, seedFrom, wholeNumber } from "../flags.ts";

/** How much is run, and from where. */
export interface Options {
  readonly help: boolean;
  /** Of the first filters; the next ones have the next seeds. */
  readonly seed: number;
  /** How many cases there are at least, in all worlds together. */
  readonly cases: number;
}

/** What `--help` prints. */
export const help: string = `npm run nightly -- algebra [flags]

Asks the algebra everything about random pairs of filters, mostly one made from the other by one edit, and holds each
answer against all entities of a small world. Exit status 1 if one differs.

  --cases N  pairs of filters at least (default 1000000)
  --seed N   seed of the first filters (default 20261120); "random" draws one
  --help     this text`;

/** Reads the flags. Throws a `TypeError` that names the one that is wrong. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: helpFlag,
      seed: seedFlag,
      cases: { type: "string", default: "1000000" },
    },
  });
  return {
    help: values.help,
    seed: seedFrom(values.seed),
    cases: wholeNumber("--cases", values.cases),
  };
}
