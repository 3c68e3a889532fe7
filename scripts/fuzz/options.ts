// The flags of `npm run nightly -- fuzz`.

import { parseArgs } from "node:util";
import { helpFlag, seedFlag, seedFrom, wholeNumber } from "../flags.ts";

/** How much is tried, and where. */
export interface Options {
  readonly help: boolean;
  readonly seed: number;
  /** For how long all targets together run; each has the same time. */
  readonly minutes: number;
  /** How many inputs each target tries, in place of a time. */
  readonly inputs: number | undefined;
  /** The targets; all if none is named. */
  readonly targets: readonly string[];
  /** An input to check alone, as JSON. */
  readonly replay: string | undefined;
}

/** What `--help` prints. */
export const help: string = `npm run nightly -- fuzz [flags]

Makes inputs of the vocabulary and the grammar, mutates those that do something new, and holds what the toolkit makes
of them against what it promises. Each find is shrunk, and printed with the command that repeats it; exit status 1.
A target for which no time was left is named; exit status 1 too.

  --minutes N    how long all targets together run (default 1); new is what runs code that never ran
  --inputs N     inputs a target, in place of a time; new is what gets another answer, and a seed tries the same inputs always
  --seed N       default 20261120; "random" draws one
  --target NAME  may be repeated; all unless given
  --replay JSON  checks this input of the one target and ends
  --help         this text`;

/** Reads the flags. Throws a `TypeError` that names the one that is wrong. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: helpFlag,
      seed: seedFlag,
      minutes: { type: "string", default: "1" },
      inputs: { type: "string" },
      target: { type: "string", multiple: true, default: [] },
      replay: { type: "string" },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new TypeError(`--minutes must be a number above 0, not ${values.minutes}`);
  const inputs = values.inputs === undefined ? undefined : wholeNumber("--inputs", values.inputs);
  if (inputs === 0) throw new TypeError("--inputs must be a number above 0, not 0");
  return {
    help: values.help,
    seed: seedFrom(values.seed),
    minutes,
    inputs,
    targets: values.target,
    replay: values.replay,
  };
}
