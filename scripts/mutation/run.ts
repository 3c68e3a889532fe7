// `npm run nightly -- mutation [folder or file…]`: how many small mistakes in the sources the tests find, by StrykerJS. Without a folder, that of the night.

import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { root } from "../check/process.ts";

/** One a night, in turn. */
const folders: readonly string[] = [
  "src/syntax",
  "src/dates",
  "src/semantics",
  "src/algebra",
  "src/backends",
  "src/relative",
  "src/match",
  "src/language-service",
];

/** So many of a hundred mutations the tests have to find. */
const goal = 60;

const given = process.argv.slice(2).map((path) => path.replace(/\/$/, ""));
const tonight = folders[Math.floor(Date.now() / 86_400_000) % folders.length] ?? "src";
for (const path of given.length > 0 ? given : [tonight]) await mutate(path);

/** Tries the mutations of a folder or a file; those whose code and tests are as in the last run keep its result. Sets the exit status. */
async function mutate(path: string): Promise<void> {
  // For config/vitest.mutation.config.ts, in the processes that run the tests.
  process.env["MUTATED"] = path.split("/")[1] ?? "*";
  const output = join("coverage/mutation", path.replaceAll("/", "-"));
  await new Stryker({
    mutate: [path.endsWith(".ts") ? path : `${path}/**/*.ts`],
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    // Which tests reach a mutation is known; to ask which import its file as well takes time.
    vitest: { configFile: join(root, "config/vitest.mutation.config.ts"), related: false },
    coverageAnalysis: "perTest",
    // What runs only while a module is loaded: each such mutation would take all tests.
    ignoreStatic: true,
    incremental: true,
    incrementalFile: `${output}.json`,
    htmlReporter: { fileName: `${output}.html` },
    reporters: ["clear-text", "html", "progress-append-only"],
    clearTextReporter: { logTests: false, reportTests: false },
    tempDirName: "coverage/mutation/sandbox",
    cleanTempDir: "always",
    ignorePatterns: ["/coverage", "/dist*", "/site"],
    thresholds: { high: 90, low: goal, break: goal },
  }).runMutationTest();
}
