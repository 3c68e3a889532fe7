// `npm test`: every check, one line each; begins nothing more after one that fails, and shows what it said.

import { run } from "./check/process.ts";
import { runAll, type Step } from "./check/steps.ts";

/** Two rows side by side, as most of these keep one processor busy; then the tests, which need all. */
const steps: readonly Step[] = [
  { script: "build", what: "build", after: [] },
  { script: "types", what: "types", after: ["build"] },
  { script: "api", what: "API reports", after: ["types"] },
  { script: "size", what: "size budgets", after: ["api"] },
  { script: "service", what: "tests of the service", after: ["size"] },
  { script: "format", what: "format", after: [] },
  { script: "generated", what: "generated files are current", after: ["format"] },
  { script: "lint", what: "lint", after: ["generated", "build"] },
  { script: "docs", what: "API documentation", after: ["lint"] },
  { script: "package", what: "package, as its users install it", after: ["docs", "build"] },
  { script: "coverage", what: "tests, layers and tidiness, with coverage", after: ["service", "package"] },
];

let counts: string | undefined;
const failures: string[] = [];
const { isGood: isAllGood, notRun } = await runAll(steps, perform);
for (const output of failures) console.log(`\n${failuresOf(output).trimEnd()}\n`);
if (notRun.length > 0) console.log(`not run: ${notRun.join(", ")}`);
if (counts !== undefined) console.log(counts);
process.exitCode = isAllGood ? 0 : 1;

/** Whether the step went well. */
async function perform({ script, what }: Step): Promise<boolean> {
  const start = performance.now();
  const { status, output } = await run("npm", ["run", "--silent", script]);
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
  if (script === "coverage") counts = closingCounts(output);
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

/** Vitest's summary as `N passed, N failed`, and `, N skipped` where some were. */
function closingCounts(output: string): string | undefined {
  const line = testsLine(output);
  if (line === undefined) return undefined;
  const count = (word: string): string => new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? "0";
  const skipped = count("skipped") === "0" ? "" : `, ${count("skipped")} skipped`;
  return `${count("passed")} passed, ${count("failed")} failed${skipped}`;
}

function lastLine(output: string): string {
  const line = testsLine(output) ?? output.trim().split("\n").at(-1)?.trim();
  return line === undefined || line === "" ? "none found" : line;
}

/** What Vitest says of all tests, if the output is its own. */
function testsLine(output: string): string | undefined {
  return /^\s*Tests {2}(.*)$/m.exec(output)?.[1];
}
