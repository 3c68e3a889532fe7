// The flags of the nightly run.

import { parseArgs } from "node:util";
import { helpFlag, seedFlag, seedFrom, wholeNumber } from "../flags.ts";
import { contenders } from "./contenders.ts";

/** What is run, and how much of it. */
export interface Options {
  readonly help: boolean;
  /** Of the first corpus; the next ones have the next seeds. */
  readonly seed: number;
  /** How many entity checks each engine makes at least. */
  readonly checks: number;
  readonly only: readonly string[];
  readonly allowMissing: boolean;
}

const names: readonly string[] = contenders.map(({ name }) => name);

/** What `--help` prints. */
export const help: string = `npm run nightly -- engines [flags]

Runs random filters on random entities on every engine, and compares each answer with that of a plain
reference interpreter. Exit status 1 if one differs, or an engine is not installed.

  --checks N       entity checks that each engine makes at least (default 5000000)
  --seed N         seed of the first corpus (default 20261120); "random" draws one
  --only NAMES     only these engines, between commas: ${names.join(", ")}
  --allow-missing  exit status 0 although an engine is not installed
  --help           this text

PostgreSQL and MariaDB are started on their own in temporary folders, which are removed at the end. They need
the programs of the servers (Debian: apt-get install postgresql mariadb-server); a script that is root runs
them as the users postgres and mysql.`;

/** Reads the flags. Throws a `TypeError` that names the one that is wrong. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: helpFlag,
      seed: seedFlag,
      checks: { type: "string", default: "5000000" },
      only: { type: "string", default: names.join(",") },
      "allow-missing": { type: "boolean", default: false },
    },
  });
  const only = values.only.split(",");
  const stranger = only.find((name) => !names.includes(name));
  if (stranger !== undefined) throw new TypeError(`--only knows ${names.join(", ")}, not ${stranger}`);
  return {
    help: values.help,
    seed: seedFrom(values.seed),
    checks: wholeNumber("--checks", values.checks),
    only,
    allowMissing: values["allow-missing"],
  };
}
