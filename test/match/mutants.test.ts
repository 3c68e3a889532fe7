// Mistakes in the index: the comparison with the loop notices every one of them, and none where there is none.

import { describe, expect, test } from "vitest";
import type * as match from "../../src/exports/match.ts";
import { givenSeed } from "../support/backends/random.ts";
import { mutants } from "../support/match/mutants.ts";
import { manySizes, runMany, type Tally } from "../support/match/run.ts";
import { mutated, unmutated } from "../support/mutated.ts";

type Match = typeof match;

const entry = "src/exports/match.ts";
const checks = 400_000;

/** The first runs of the test of the index, of which those with many slices are left out. */
function compared({ SliceIndex }: Match): Tally {
  const size = { steps: 40, entities: 12, slices: manySizes };
  return runMany(SliceIndex, givenSeed(), checks, size);
}

test("there is no difference without a mistake", async () => {
  const { difference } = compared(await unmutated<Match>(entry));
  expect(difference).toBeUndefined();
});

describe("a mistake is caught", () => {
  test.each(mutants)("$name", async ({ file, from, to }) => {
    const { difference } = compared(await mutated<Match>(entry, file, from, to));
    expect(difference).toBeDefined();
  });
});

test("there are at least eight, and no two of one name", () => {
  expect(mutants.length).toBeGreaterThanOrEqual(8);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

test.each([
  ["src/match/bits.ts", "no such text", 'has "no such text" 0 times'],
  ["src/match/bits.ts", "slot", "times"],
  ["src/index.ts", "// From a query to its slice.", "src/exports/match.ts does not import src/index.ts"],
])("a mistake that cannot be made in %s is an error", async (file, from, message) => {
  await expect(mutated(entry, file, from, "")).rejects.toThrow(message);
});
