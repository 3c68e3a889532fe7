// The flags of the mutation run, and which tests it takes.
import { globSync } from "node:fs";
import { parseArgs } from "node:util";
import { root } from "../check/process.ts";
import { helpFlag, wholeNumber } from "../nightly.ts";

/** The folders whose every mistake should be found. */
export const folders: readonly string[] = ["src/syntax", "src/dates", "src/semantics", "src/algebra"];

/** So many of a hundred mistakes have to be found in each. */
export const goal = 90;

/** Tests that are quick, run in one process, and do not ask what texts the files of src have. */
const testPatterns: readonly string[] = [
  "test/{syntax,dates,semantics,algebra,conformance,pipeline,lint,relative}/**/*.test.ts",
  "test/backends/{operators,predicate}.test.ts",
  "test/properties/found.test.ts",
  "test/hostile/algebra.test.ts",
];

const tooSlow: ReadonlySet<string> = new Set([
  "test/conformance/files.test.ts",
  "test/lint/docs.test.ts",
  "test/algebra/brute-force.test.ts",
  "test/algebra/mutants.test.ts",
  "test/algebra/universe.test.ts",
  "test/dates/traps.test.ts",
  "test/dates/zones.test.ts",
  "test/relative/mutants.test.ts",
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
  "whatever the first character is",
  "random pairs, seed",
  "random queries at random times",
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
  /** Threads at a time. */
  readonly jobs: number;
  readonly verbose: boolean;
}

/** What `--help` prints. */
export const help: string = `npm run mutation -- [flags]

Puts one small mistake after another into src/syntax, src/dates, src/semantics and src/algebra, and asks the tests to
find it. Prints how many of a hundred they find. Exit status 1 if these are fewer than ${String(goal)} in a folder, or if those
that they do not find are not those of scripts/mutation/survivors.json.

  --only PATH  a folder or a file, as often as you like (default: the four folders)
  --jobs N     threads at a time (default 1)
  --verbose    also print which test finds each mistake
  --help       this text`;

/** Reads the flags. Throws a `TypeError` that names the one that is wrong. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: helpFlag,
      only: { type: "string", multiple: true, default: [...folders] },
      jobs: { type: "string", default: "1" },
      verbose: { type: "boolean", default: false },
    },
  });
  return { ...values, jobs: wholeNumber("--jobs", values.jobs) };
}
