// The flags of the nightly run of the index.

import { expect, test } from "vitest";
import { help, readOptions } from "../../scripts/match/options.ts";

test("without flags there are twenty million checks, with the seed of the tests", () => {
  expect(readOptions([])).toEqual({ help: false, seed: 20261120, checks: 20_000_000 });
});

test("flags say how much", () => {
  const flags = ["--seed", "7", "--checks", "1000", "--help"];
  expect(readOptions(flags)).toEqual({ help: true, seed: 7, checks: 1000 });
});

test("a random seed is a whole number that another run can be given", () => {
  const { seed } = readOptions(["--seed", "random"]);
  expect(readOptions(["--seed", String(seed)]).seed).toBe(seed);
});

test.each([
  [["--checks", "many"], "--checks is a whole number, not many"],
  [["--seed", "-1"], "--seed"],
  [["--seed", "1.5"], "--seed is a whole number, not 1.5"],
  [["--quick"], "Unknown option '--quick'"],
  [["more"], "Unexpected argument 'more'"],
])("%j is refused", (flags, message) => {
  expect(() => readOptions(flags)).toThrow(message);
});

test("every flag is in the help", () => {
  for (const flag of ["--seed", "--checks", "--help"]) expect(help).toContain(`  ${flag}`);
});
