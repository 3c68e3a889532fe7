// `npm run nightly -- mutation`: how many small mistakes in the sources the tests find. `--help` has the flags.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { table } from "../../bench/table.ts";
import { root } from "../check/process.ts";
import { optionsOrExit } from "../flags.ts";
import { compiling, type Mutated } from "./compiling.ts";
import { mutationsOf } from "./mutations.ts";
import { folders, help, readOptions, testFiles } from "./options.ts";
import { listed, listPath, problemsOf, updated, write } from "./survivors.ts";
import { type Outcome, tryAll } from "./trials.ts";

const options = optionsOrExit(readOptions, help);
const began = performance.now();
const all = filesOf(options.only);
if (all.length === 0) {
  const names = Object.keys(folders).join(", ");
  console.error(
    `No file of ${names} is in ${options.only.join(", ")}. Give --only a file or a folder of these.`,
  );
  process.exit(2);
}
console.log(
  `${String(countOf(all))} mutations of ${String(all.length)} files; looking for those that compile.`,
);
const files = compiling(all);
console.log(`${String(countOf(files))} compile. Running the tests as they are, then with each.`);
const outcomes = await tryAll(files, testFiles(), options.jobs, (outcome, done) => {
  if (isFound(outcome) && !options.verbose) return;
  console.log(`${(done * 100).toFixed(0).padStart(3)} %  ${shown(outcome)}`);
});
report();

function filesOf(only: readonly string[]): readonly Mutated[] {
  return globSync(
    Object.keys(folders).map((folder) => `${folder}/**/*.ts`),
    { cwd: root },
  )
    .filter((path) => only.some((each) => path === each || path.startsWith(`${each}/`)))
    .toSorted()
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return { path, text, mutations: mutationsOf(path, text) };
    });
}

function countOf(mutated: readonly Mutated[]): number {
  return mutated.reduce((sum, { mutations }) => sum + mutations.length, 0);
}

function isFound({ fate }: Outcome): boolean {
  return fate === "killed" || fate === "timed out";
}

function shown({ file, key, fate, mutation, by }: Outcome): string {
  const text = all.find(({ path }) => path === file)?.text ?? "";
  const line = text.slice(0, mutation.start).split("\n").length;
  const [from, to] = [text.slice(mutation.start, mutation.end), mutation.text].map(shortened);
  const test = options.verbose ? `\n       ${by}` : "";
  return `${fate}  ${file}:${String(line)}  ${key}\n       ${from ?? ""}  →  ${to ?? ""}${test}`;
}

function shortened(text: string): string {
  const short = text.replace(/\s+/gu, " ");
  return short.length > 100 ? `${short.slice(0, 99)}…` : short;
}

function report(): void {
  const head = ["folder", "mutations", "killed", "timed out", "survived", "not run", "score", "goal"];
  console.log(`\n${table(head, Object.keys(folders).flatMap(rowOf))}`);
  const { user, system } = process.cpuUsage();
  const seconds = [(performance.now() - began) / 1000, (user + system) / 1e6].map((each) => each.toFixed(0));
  console.log(`\n${seconds.join(" s, ")} s of CPU`);
  const explained = files.map(({ path }) => path).filter((path) => folders[folderOf(path)]?.isExplained);
  const after = updated(listed(), explained, outcomes);
  const problems = [...lowScores(), ...problemsOf(options.write ? after : listed(), after)];
  if (options.write) write(after);
  for (const problem of problems) console.error(`\n${problem}`);
  if (problems.length > 0 && !options.write)
    console.error(`\nWith --write the run brings ${listPath} up to date; reasons are written by hand.`);
  if (problems.length > 0) process.exitCode = 1;
}

function rowOf(folder: string): readonly (readonly string[])[] {
  const those = outcomesIn(folder);
  if (those.length === 0) return [];
  const counts = (["killed", "timed out", "survived", "not run"] as const).map(
    (fate) => those.filter((outcome) => outcome.fate === fate).length,
  );
  const goal = folders[folder]?.goal ?? 100;
  return [[folder, ...[those.length, ...counts].map(String), scoreOf(those).toFixed(1), String(goal)]];
}

function outcomesIn(folder: string): readonly Outcome[] {
  return outcomes.filter(({ file }) => folderOf(file) === folder);
}

function folderOf(file: string): string {
  return file.split("/").slice(0, 2).join("/");
}

/** How many of a hundred were found. */
function scoreOf(those: readonly Outcome[]): number {
  return (100 * those.filter(isFound).length) / those.length;
}

/** Only whole folders have a goal: a file by itself may well be lower. */
function lowScores(): readonly string[] {
  return Object.entries(folders).flatMap(([folder, { goal }]) => {
    const those = outcomesIn(folder);
    if (!options.only.includes(folder) || those.length === 0 || scoreOf(those) >= goal) return [];
    return [
      `${folder}: the tests kill ${scoreOf(those).toFixed(1)} of 100 mutations, fewer than ${String(goal)}.`,
    ];
  });
}
