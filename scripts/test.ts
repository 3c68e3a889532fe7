// `npm test`: all checks, and the tests that are quick; with `--slow` (`npm run test:slow`) the slow tests, and coverage. Each check
// starts as soon as it can; none starts after a failure, whose output is shown.

import { run } from "./check/process.ts";
import { runAll, type Step } from "./check/steps.ts";

/** Two rows side by side, as most of these keep one processor busy; then the tests, which need all. A workspace's tests are a step too. */
const quick: readonly Step[] = [
  { script: "build", what: "build", after: [] },
  { script: "types", what: "types", after: ["build"] },
  { script: "api", what: "API reports", after: ["types"] },
  { script: "size", what: "size budgets", after: ["api"] },
  { script: "test -w service", what: "tests of the service", after: ["size"] },
  { script: "format", what: "format", after: [] },
  { script: "generated", what: "generated files are current", after: ["format"] },
  { script: "lint", what: "lint", after: ["generated", "build"] },
  { script: "docs", what: "API documentation", after: ["lint"] },
  { script: "package", what: "package, as its users install it", after: ["docs", "build"] },
  { script: "unit", what: "tests, layers and tidiness", after: ["test -w service", "package"] },
];

const slow: readonly Step[] = [
  { script: "build", what: "build", after: [] },
  {
    script: "test:external -w service",
    what: "tests of the service on the system's PostgreSQL",
    after: ["build"],
  },
  { script: "test:slow -w service", what: "slow tests of the service", after: ["test:external -w service"] },
  { script: "coverage", what: "slow tests, and coverage", after: ["test:slow -w service"] },
];

const counts = new Map<string, number>();
const failures: string[] = [];
const steps = process.argv.includes("--slow") ? slow : quick;
const { isGood: isAllGood, notRun } = await runAll(steps, perform);
for (const output of failures) console.log(`\n${failuresOf(output).trimEnd()}\n`);
if (notRun.length > 0) console.log(`not run: ${notRun.join(", ")}`);
if (counts.size > 0) console.log(closingLine());
process.exitCode = isAllGood ? 0 : 1;

/** Whether the step went well. A script of a workspace is written as `test -w name`. */
async function perform({ script, what }: Step): Promise<boolean> {
  const start = performance.now();
  const { status, output } = await run("npm", ["run", "--silent", ...script.split(" ")]);
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
  count(testsLine(output));
  const isGood = status === 0;
  console.log(
    `${isGood ? "  ok" : "FAIL"} ${seconds} s  ${what}: ${isGood ? lastLine(output) : `npm run ${script}`}`,
  );
  if (!isGood) failures.push(output);
  return isGood;
}

/** What a step said, without the tests that passed: a log that is cut must still say which one failed. */
function failuresOf(output: string): string {
  const at = output.search(/^.*Failed (?:Suites|Tests) \d/m);
  return at < 0 ? output : output.slice(at);
}

/** Adds Vitest's summary of a step to those of the others. */
function count(line: string | undefined): void {
  if (line === undefined) return;
  for (const word of ["passed", "failed", "skipped"]) {
    const found = Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? "0");
    counts.set(word, (counts.get(word) ?? 0) + found);
  }
}

/** `N passed, N failed`, and `, N skipped` where some were. */
function closingLine(): string {
  return [...counts]
    .flatMap(([word, total]) => (word === "skipped" && total === 0 ? [] : [`${String(total)} ${word}`]))
    .join(", ");
}

function lastLine(output: string): string {
  const line = testsLine(output) ?? output.trim().split("\n").at(-1)?.trim();
  return line === undefined || line === "" ? "none found" : line;
}

/** What Vitest says of all tests, if the output is its own. */
function testsLine(output: string): string | undefined {
  return /^\s*Tests {2}(.*)$/m.exec(output)?.[1];
}
