// What the fuzzer found stays mended.

import { expect, test } from "vitest";
import { targets } from "../../scripts/fuzz/targets.ts";
import { hostileFixture } from "../support/hostile.ts";

interface Found {
  readonly target: string;
  readonly input: unknown;
  readonly broken: string;
}

const { cases } = hostileFixture<{ readonly cases: readonly Found[] }>("fuzz");

test.each(cases)("$target: $broken", async ({ target, input }) => {
  const start = targets[target];
  if (start === undefined) expect.fail(`there is no target ${target}`);
  expect(await start({ seed: 0 }).replay(JSON.stringify(input))).toBeUndefined();
});
