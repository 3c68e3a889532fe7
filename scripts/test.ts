// `npm test`: every check in order, one line each; stops at the first that fails and shows what it said.

import { run } from "./check/process.ts";

/** The npm scripts that make up the test, the quick ones first; later ones need the build. */
const steps: readonly (readonly [script: string, what: string])[] = [
  ["generated", "generated files are current"],
  ["types", "types"],
  ["lint", "lint"],
  ["format", "format"],
  ["build", "build"],
  ["api", "API reports"],
  ["docs", "API documentation"],
  ["coverage", "tests, layers and tidiness, with coverage"],
  ["package", "package, as its users install it"],
  ["size", "size budgets"],
];

let counts: string | undefined;
let failed = false;
for (const [script, what] of steps) {
  const start = performance.now();
  const { status, output } = await run("npm", ["run", "--silent", script]);
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
  if (script === "coverage") counts = closingCounts(output);
  failed = status !== 0;
  console.log(
    `${failed ? "FAIL" : "  ok"} ${seconds} s  ${what}: ${failed ? `npm run ${script}` : lastLine(output)}`,
  );
  if (failed) {
    console.log(`\n${failuresOf(output).trimEnd()}\n`);
    break;
  }
}
if (counts !== undefined) console.log(counts);
process.exitCode = failed ? 1 : 0;

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
