// The flags of the nightly run.

import { expect, test } from "vitest";
import { help, readOptions } from "../../scripts/engines/options.ts";

const all = ["predicate", "columns", "postgresql", "mariadb", "mongodb", "opensearch"];

test("without flags everything runs, with the seed of the tests", () => {
  expect(readOptions([])).toEqual({
    help: false,
    seed: 20261120,
    checks: 5_000_000,
    only: all,
    allowMissing: false,
  });
});

test("flags say what runs", () => {
  const flags = [
    "--seed",
    "7",
    "--checks",
    "1000",
    "--only",
    "mariadb,opensearch",
    "--allow-missing",
    "--help",
  ];
  const expected = { help: true, seed: 7, checks: 1000, only: ["mariadb", "opensearch"], allowMissing: true };
  expect(readOptions(flags)).toEqual(expected);
});

test("a random seed is a whole number that another run can be given", () => {
  const { seed } = readOptions(["--seed", "random"]);
  expect(readOptions(["--seed", String(seed)]).seed).toBe(seed);
});

test.each([
  [["--only", "oracle"], `--only knows ${all.join(", ")}, not oracle`],
  [["--only", ""], `--only knows ${all.join(", ")}, not `],
  [["--checks", "many"], "--checks is a whole number, not many"],
  [["--seed", "-1"], "--seed"],
  [["--seed", "1.5"], "--seed is a whole number, not 1.5"],
  [["--quick"], "Unknown option '--quick'"],
  [["more"], "Unexpected argument 'more'"],
])("%j is refused", (flags, message) => {
  expect(() => readOptions(flags)).toThrow(message);
});

test("every flag is in the help", () => {
  for (const flag of ["--seed", "--checks", "--only", "--allow-missing", "--help"])
    expect(help).toContain(`  ${flag}`);
});
