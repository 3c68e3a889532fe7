// `npm run update`: writes all that is generated and committed, each after what it is made from. What changed is for `git diff` to show.

import { mustRun } from "./check/process.ts";

await step("node", "scripts/generate.ts");
// The snapshots need no build; the reports, the budgets and the list of packed files are about what is built.
await Promise.all([
  step("node", "scripts/build.ts"),
  step("vitest", "run", "--update=all", "test/cli/help.test.ts"),
]);
// The clients are made from the document of the service, which imports the toolkit that is built.
await step("node", "packages/client/scripts/generate.ts");
await step("node", "packages/client/scripts/build.ts");
await Promise.all([
  step("node", "scripts/check/api.ts", "--write"),
  step("node", "scripts/check/size.ts", "--write"),
  step("node", "scripts/check/package.ts", "--write"),
  step("node", "service/bench/run.ts", "--page"),
  step(
    "vitest",
    "run",
    "--update=all",
    "test/package/engine.scaled.test.ts",
    "--testNamePattern=of the list",
  ),
]);
await step("biome", "check", "--write", "--max-diagnostics=none");

/** Runs a program, and prints the last line of what it wrote. */
async function step(command: string, ...args: readonly string[]): Promise<void> {
  const output = await mustRun(command, args);
  if (output !== "" && command !== "vitest" && command !== "biome")
    console.log(output.trim().split("\n").at(-1));
}
