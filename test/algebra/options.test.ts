// The flags of the nightly run of the algebra.

import { expect, test } from "vitest";
import { help, readOptions } from "../../scripts/algebra/options.ts";

test("without flags there are a million cases, with the seed of the tests", () => {
  expect(readOptions([])).toEqual({ help: false, seed: 20261120, cases: 1_000_000 });
});

test("flags say how much", () => {
  const flags = ["--seed", "7", "--cases", "1000", "--help"];
  expect(readOptions(flags)).toEqual({ help: true, seed: 7, cases: 1000 });
});

test("a flag that is wrong is refused", () => {
  expect(() => readOptions(["--cases", "many"])).toThrow("--cases is a whole number, not many");
});

test("every flag is in the help", () => {
  for (const flag of ["--seed", "--cases", "--help"]) expect(help).toContain(`  ${flag}`);
});
