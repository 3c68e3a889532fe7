// `npm test`: all checks, and the tests that are quick, on CI with their coverage; with `--slow` (`npm run test:slow`) the slow tests. No check
// starts after a failure, whose output is shown.

import { root, run } from "./check/process.ts";

/** Npm scripts in rows next to each other, as most of them keep one processor busy. A script that is in two rows runs once, and both wait for it. */
type Rows = readonly (readonly string[])[];

/** What needs all processors comes after the rows. */
const quick: readonly Rows[] = [
  [
    ["build", "types", "api", "size", "test -w service", "test -w packages/client"],
    ["format:check", "generate:check", "build", "lint", "site", "package"],
  ],
  // To measure coverage takes half as long again, and nobody waits for CI.
  [[process.env["CI"] === undefined ? "unit" : "coverage"]],
];

const slow: readonly Rows[] = [
  [
    [
      "build",
      "test:external -w service",
      "test:slow -w service",
      "test:slow -w packages/client",
      "test:alone -w service",
      "slow",
    ],
  ],
];

/** How long a step may take, in milliseconds: the longest took 33 minutes on a busy machine. CI ends all after 90, without a word about which one hung. */
const mostMs = 40 * 60_000;

const steps = process.argv.includes("--slow") ? slow : quick;
const begun = new Map<string, Promise<void>>();
const counts = new Map<string, number>();
const failures: string[] = [];
for (const rows of steps) await Promise.all(rows.map(runRow));
for (const output of failures) console.log(`\n${failuresOf(output).trimEnd()}\n`);
const notRun = new Set(steps.flat(2).filter((script) => !begun.has(script)));
if (notRun.size > 0) console.log(`not run: ${[...notRun].join(", ")}`);
if (counts.size > 0) console.log(closingLine());
process.exitCode = failures.length === 0 ? 0 : 1;

async function runRow(row: Rows[number]): Promise<void> {
  for (const script of row) {
    if (failures.length > 0) return;
    const done = begun.get(script) ?? perform(script);
    begun.set(script, done);
    await done;
  }
}

async function perform(script: string): Promise<void> {
  const start = performance.now();
  const { status, output } = await run("npm", ["run", "--silent", ...script.split(" ")], root, mostMs);
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
  count(testsLine(output));
  if (status !== 0) failures.push(output);
  console.log(`${status === 0 ? "  ok" : "FAIL"} ${seconds} s  ${script}: ${lastLine(output)}`);
}

/** What a step wrote, without the tests that passed: a log that is cut must still say which one failed. */
function failuresOf(output: string): string {
  const at = output.search(/^.*Failed (?:Suites|Tests) \d/m);
  return at < 0 ? output : output.slice(at);
}

/** Adds Vitest's summary of a step to those of the others. */
function count(line: string | undefined): void {
  for (const [, number, word = ""] of line?.matchAll(/(\d+) (passed|failed|skipped)/g) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + Number(number));
}

/** `N passed, N failed`, and `, N skipped` where some were. */
function closingLine(): string {
  const [passed, failed, skipped] = ["passed", "failed", "skipped"].map((word) => counts.get(word) ?? 0);
  return `${passed} passed, ${failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`;
}

function lastLine(output: string): string {
  const [last = ""] = output.trim().split("\n").slice(-1);
  return testsLine(output) ?? (last === "" ? "none found" : last);
}

/** What Vitest says of all tests, if the output is its own. */
function testsLine(output: string): string | undefined {
  return /^\s*Tests {2}(.*)$/m.exec(output)?.[1];
}
