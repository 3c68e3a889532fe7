// How the checks of `npm test` follow each other, and what is said of those that never began.

import { expect, test } from "vitest";
import { runAll, type Step } from "../../scripts/check/steps.ts";

const steps: readonly Step[] = [
  { script: "types", what: "types", after: [] },
  { script: "build", what: "build", after: ["types"] },
  { script: "format", what: "format", after: [] },
  { script: "package", what: "package", after: ["build", "format"] },
];

/** What is run where these steps fail, in the order in which it begins. */
async function ran(failing: readonly string[]): Promise<readonly [begun: readonly string[], unknown]> {
  const begun: string[] = [];
  const outcome = await runAll(steps, async ({ script }) => {
    begun.push(script);
    return !failing.includes(script);
  });
  return [begun, outcome];
}

test("each begins after those that it needs", async () => {
  expect(await ran([])).toEqual([["types", "format", "build", "package"], { isGood: true, notRun: [] }]);
});

test("after a failure nothing more begins, and what did not is named", async () => {
  expect(await ran(["types"])).toEqual([
    ["types", "format"],
    { isGood: false, notRun: ["build", "package"] },
  ]);
  expect(await ran(["format"])).toEqual([
    ["types", "format"],
    { isGood: false, notRun: ["build", "package"] },
  ]);
  expect(await ran(["package"])).toEqual([
    ["types", "format", "build", "package"],
    { isGood: false, notRun: [] },
  ]);
});
