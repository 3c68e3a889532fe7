// Compares the index with the loop over its slices, on random slices and entities at times that move forward and back.

import { expect, test } from "vitest";
import { givenSeed } from "../support/backends/random.ts";
import { patience, runs } from "../support/runs.ts";
import { manySizes, runMany, runOnce } from "./support/run.ts";

const checks = 750_000 * (runs(100).numRuns ?? 100) * 0.01;

test(`the index agrees with the predicates of all slices, seed ${givenSeed()}`, { timeout: patience }, () => {
  const tally = runMany(givenSeed(), checks, { steps: 40, entities: 20, slices: manySizes });
  expect(tally.checks).toBeGreaterThanOrEqual(checks);
  // Neither few nor most match; slices came and went, and indexes were written and read, all the time.
  expect(tally.matched / tally.checks).toBeGreaterThan(0.03);
  expect(tally.matched / tally.checks).toBeLessThan(0.5);
  expect(tally.edits).toBeGreaterThan(checks / 2000);
  expect(tally.trips).toBeGreaterThan(checks / 40_000);
});

test("the index agrees with few slices, all of which are replaced and removed", { timeout: patience }, () => {
  const size = { steps: 600, entities: 8, slices: [1, 2, 3, 4, 5] };
  const tally = runMany(givenSeed() + 5000, checks / 50, size);
  expect(tally.edits).toBeGreaterThan(1000);
});

test("the index agrees with the predicates of many slices", { timeout: patience }, () => {
  runOnce(givenSeed() + 6000, {
    steps: 10,
    entities: 30,
    slices: [Math.min(10_000, runs(1000).numRuns ?? 1000)],
  });
});

test.each(["type", "shape_id", "created_at", "n", "kind"])(
  "the index agrees with the predicates when all objects inherit %s",
  (name) => {
    const value = name === "created_at" ? "2026-03-28T00:00:00.000Z" : "s1";
    Reflect.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
    try {
      const size = { steps: 15, entities: 20, slices: [64] };
      expect(runMany(givenSeed() + 7000, 40_000, size).checks).toBeGreaterThanOrEqual(40_000);
    } finally {
      Reflect.deleteProperty(Object.prototype, name);
    }
  },
);
