// `npm run mutation`: how many small mistakes in the folders at the heart of the language the tests find. `--help` has the flags.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { table } from "../../bench/table.ts";
import { root } from "../check/process.ts";
import { optionsOrExit } from "../nightly.ts";
import { compilingOf } from "./cache.ts";
import type { Mutated } from "./compiling.ts";
import { mutationsOf } from "./mutations.ts";
import { folders, goal, help, readOptions, testFiles } from "./options.ts";
import { explained, keyOf, listPath, type Survivor } from "./survivors.ts";
import { type Outcome, tryAll } from "./trials.ts";

const options = optionsOrExit(readOptions, help);
const began = performance.now();
const all = filesOf(options.only);
if (all.length === 0) {
  console.error(
    `No file of ${folders.join(", ")} is in ${options.only.join(", ")}. Give --only a file or a folder of these.`,
  );
  process.exit(2);
}
console.log(
  `${String(countOf(all))} mistakes in ${String(all.length)} files; looking for those that compile.`,
);
const files = compilingOf(all);
console.log(`${String(countOf(files))} compile. Running the tests as they are, then with each.`);
const outcomes = await tryAll(files, testFiles(), options.jobs, ({ survivor, fate, by }, done) => {
  const isFound = fate === "killed" || fate === "timed out";
  if (isFound && !options.verbose) return;
  console.log(
    `${(done * 100).toFixed(0).padStart(3)} %  ${fate}  ${written(survivor)}${options.verbose ? `\n       ${by}` : ""}`,
  );
});
report();

function filesOf(only: readonly string[]): readonly Mutated[] {
  return globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { cwd: root },
  )
    .filter((path) => only.some((each) => path === each || path.startsWith(`${each.replace(/\/$/, "")}/`)))
    .toSorted()
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return { path, text, mutations: mutationsOf(path, text) };
    });
}

function countOf(mutated: readonly Mutated[]): number {
  return mutated.reduce((sum, { mutations }) => sum + mutations.length, 0);
}

function written({ file, line, from, to, nth }: Survivor): string {
  const place = nth === undefined ? "" : `, the ${String(nth)}. time`;
  return `${file}: ${line}\n       ${shown(from)}  →  ${shown(to)}${place}`;
}

function shown(text: string): string {
  const short = text.replace(/\s+/gu, " ");
  return short.length > 100 ? `${short.slice(0, 99)}…` : short;
}

function report(): void {
  const rows = folders.flatMap((folder) => rowOf(folder));
  console.log(
    `\n${table(["folder", "mistakes", "killed", "timed out", "survived", "not run", "score"], rows)}`,
  );
  const { user, system } = process.cpuUsage();
  const seconds = [(performance.now() - began) / 1000, (user + system) / 1e6].map((each) => each.toFixed(0));
  console.log(`\n${seconds.join(" s, ")} s of the processor`);
  const problems = problemsOf(outcomes);
  for (const problem of problems) console.error(`\n${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

function rowOf(folder: string): readonly (readonly string[])[] {
  const those = outcomes.filter(({ survivor }) => survivor.file.startsWith(`${folder}/`));
  if (those.length === 0) return [];
  const counts = (["killed", "timed out", "survived", "not run"] as const).map(
    (fate) => those.filter((outcome) => outcome.fate === fate).length,
  );
  return [[folder, String(those.length), ...counts.map(String), scoreOf(those).toFixed(1)]];
}

/** How many of a hundred were found. */
function scoreOf(those: readonly Outcome[]): number {
  const found = those.filter(({ fate }) => fate === "killed" || fate === "timed out");
  return (100 * found.length) / those.length;
}

/** Folders in which too few were found, and what differs from the list of the others. */
function problemsOf(those: readonly Outcome[]): readonly string[] {
  // A file by itself may well be lower than its folder.
  const low = folders
    .filter((folder) => options.only.some((each) => each.replace(/\/$/, "") === folder))
    .map((folder) => ({
      folder,
      its: those.filter(({ survivor }) => survivor.file.startsWith(`${folder}/`)),
    }))
    .filter(({ its }) => its.length > 0 && scoreOf(its) < goal)
    .map(
      ({ folder, its }) =>
        `${folder}: ${scoreOf(its).toFixed(1)} of 100 are found, fewer than ${String(goal)}.`,
    );
  const left = those.filter(({ fate }) => fate === "survived" || fate === "not run");
  const listed = explained().filter(({ file }) => files.some(({ path }) => path === file));
  const known = new Set(listed.map(keyOf));
  // What is only slower may at times take too long.
  const slow = those.filter(({ fate }) => fate === "timed out");
  const found = new Set([...left, ...slow].map(({ survivor }) => keyOf(survivor)));
  const fresh = left.filter(({ survivor }) => !known.has(keyOf(survivor)));
  const gone = listed.filter((survivor) => !found.has(keyOf(survivor)));
  return [
    ...low,
    ...fresh.map(
      ({ survivor }) =>
        `Not in ${listPath}: find it by a test, or explain it there:\n${JSON.stringify(survivor)}`,
    ),
    ...gone.map(
      (survivor) => `In ${listPath}, but found or not there any more:\n${JSON.stringify(survivor)}`,
    ),
  ];
}
