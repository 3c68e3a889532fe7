// `npm run nightly -- mutation`: how many small mistakes in the sources the tests find. `--help` has the flags.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { table } from "../../bench/table.ts";
import { root } from "../check/process.ts";
import { optionsOrExit } from "../flags.ts";
import { compiling, type Mutated } from "./compiling.ts";
import { mutationsOf } from "./mutations.ts";
import { explained, goals, help, readOptions, testFiles } from "./options.ts";
import { listed, problemsOf, updated, write } from "./survivors.ts";
import { type Outcome, tryAll } from "./trials.ts";

const options = optionsOrExit(readOptions, help);
const all = filesOf(options.only);
if (all.length === 0) {
  console.error(`No file of ${Object.keys(goals).join(", ")} is in ${options.only.join(", ")}.`);
  process.exit(2);
}
console.log(`${String(countOf(all))} mutations in ${String(all.length)} files; which of them compile?`);
const files = compiling(all);
console.log(`${String(countOf(files))} compile. Running the tests as they are, then with each.`);
const outcomes = await tryAll(files, testFiles(), (outcome, done) => {
  if (!isFound(outcome)) console.log(`${(done * 100).toFixed(0).padStart(3)} %  ${shown(outcome)}`);
});
report();

function filesOf(only: readonly string[]): readonly Mutated[] {
  return globSync(
    Object.keys(goals).map((folder) => `${folder}/**/*.ts`),
    { cwd: root },
  )
    .filter((path) => isIn(path, only))
    .toSorted()
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return { path, text, mutations: mutationsOf(path, text) };
    });
}

function isIn(path: string, parents: readonly string[]): boolean {
  return parents.some((parent) => path === parent || path.startsWith(`${parent}/`));
}

function countOf(mutated: readonly Mutated[]): number {
  return mutated.reduce((sum, { mutations }) => sum + mutations.length, 0);
}

function isFound({ fate }: Outcome): boolean {
  return fate === "killed" || fate === "timed out";
}

function shown({ file, key, fate, mutation: { start, end, text: to } }: Outcome): string {
  const text = all.find(({ path }) => path === file)?.text ?? "";
  const line = text.slice(0, start).split("\n").length;
  const change = `${text.slice(start, end)}  →  ${to}`.replace(/\s+/gu, " ").slice(0, 200);
  return `${fate}  ${file}:${String(line)}  ${key}\n       ${change}`;
}

function report(): void {
  const rows = Object.keys(goals).flatMap(rowOf);
  console.log(`\n${table(["folder", "mutations", "killed", "timed out", "score", "goal"], rows)}`);
  const before = listed();
  const paths = [...files.map(({ path }) => path), ...Object.keys(before)];
  const own = paths.filter((path) => isIn(path, options.only) && isIn(path, explained));
  const after = updated(before, [...new Set(own)], outcomes);
  if (options.write) write(after);
  const problems = [...rows.flatMap(lowScore), ...problemsOf(options.write ? after : before, after)];
  for (const problem of problems) console.error(`\n${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

type Row = readonly [folder: string, ...counts: readonly string[], score: string, goal: string];

function rowOf(folder: string): readonly Row[] {
  const those = outcomes.filter(({ file }) => folderOf(file) === folder);
  if (those.length === 0) return [];
  const counts = [
    those,
    ...(["killed", "timed out"] as const).map((fate) => those.filter((one) => one.fate === fate)),
  ];
  const score = (100 * those.filter(isFound).length) / those.length;
  const goal = goals[folder] ?? 100;
  return [[folder, ...counts.map(({ length }) => String(length)), score.toFixed(1), String(goal)]];
}

function folderOf(file: string): string {
  return file.split("/").slice(0, 2).join("/");
}

/** Only whole folders have a goal: a file by itself may well be lower. */
function lowScore(row: Row): readonly string[] {
  const [folder, score, goal] = [row[0], ...row.slice(-2)];
  if (!options.only.includes(folder) || Number(score) >= Number(goal)) return [];
  return [`${folder}: the tests kill ${score ?? ""} of 100 mutations, fewer than ${goal ?? ""}.`];
}
