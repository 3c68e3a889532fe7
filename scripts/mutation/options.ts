// The flags of the mutation run, and which tests it takes.
import { globSync } from "node:fs";
import { parseArgs } from "node:util";
import { root } from "../check/process.ts";
import { helpFlag } from "../flags.ts";

/** So many of a hundred mutations the tests have to kill in each folder. */
export const goals: Readonly<Record<string, number>> = {
  "src/syntax": 90,
  "src/dates": 90,
  "src/semantics": 90,
  "src/algebra": 90,
  "src/backends": 75,
  "src/relative": 88,
  "src/match": 80,
  "src/language-service": 60,
};

/** The folders whose other mutations are listed, each with its reason. */
export const explained: readonly string[] = ["src/syntax", "src/dates", "src/semantics", "src/algebra"];

/** Tests that are quick, run in one process, and do not ask what texts the files of src have. */
const testPatterns: readonly string[] = [
  "test/{syntax,dates,semantics,algebra,backends,conformance,pipeline,lint,relative,match,language-service}/*.test.ts",
  "test/properties/found.test.ts",
  "test/hostile/algebra.test.ts",
];

const tooSlow: ReadonlySet<string> = new Set([
  "test/conformance/files.test.ts",
  "test/lint/docs.test.ts",
  "test/algebra/brute-force.test.ts",
  "test/algebra/universe.test.ts",
  "test/backends/indexes.test.ts",
  "test/backends/traps.test.ts",
  "test/dates/traps.test.ts",
  "test/dates/zones.test.ts",
]);

/** Tests that take too long to be run again and again: by a part of their name. */
export const slowTests: readonly string[] = [
  "every day of 400 years",
  "long queries stay cheap",
  "all midnights of three years",
  "exactly what is named can go",
  "in a process in",
  "a hundred thousand deep",
  "may have very many conditions",
  "whatever character it is",
  "takes no date that no range has",
  "has a name of any length",
  "words that are syntax are values",
];

/** The tests that are to find the mistakes. */
export function testFiles(): readonly string[] {
  return globSync(testPatterns, { cwd: root })
    .filter((path) => !tooSlow.has(path))
    .toSorted();
}

/** What is run. */
export interface Options {
  readonly help: boolean;
  /** The paths that begin so are mutated. */
  readonly only: readonly string[];
  /** Whether the list of survivors is brought up to date. */
  readonly write: boolean;
}

/** What `--help` prints. */
export const help: string = `npm run nightly -- mutation [flags]

Puts one small mistake after another into the folders of the default of --only, and asks the tests to find it. Prints
how many of a hundred they find in each folder. Exit status 1 if these are fewer than required, or if those that they
do not find are not those of scripts/mutation/survivors.json, or have no reason there.

  --only PATH  a folder or a file, as often as you like (default: ${Object.keys(goals).join(", ")})
  --write      bring the list of survivors up to date: reasons stay, what is new is "to be explained"
  --help       this text`;

/** Reads the flags. Throws a `TypeError` that names the one that is wrong. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: helpFlag,
      only: { type: "string", multiple: true, default: Object.keys(goals) },
      write: { type: "boolean", default: false },
    },
  });
  const only = values.only.map((path) => path.replace(/\/$/, ""));
  return { ...values, only };
}
