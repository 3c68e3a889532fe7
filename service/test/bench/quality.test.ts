// Checks the figures of the labelled sets by hand.

import { expect, test } from "vitest";
import { gainAt, recallAt, reciprocalRank, withInterval } from "../../bench/quality.ts";

const asked = { relevant: new Set(["a", "b", "c"]), found: ["x", "a", "y", "b"] };

test("recall is the part of what is relevant that is found so early", () => {
  expect([1, 2, 3, 4, 10].map((count) => recallAt(asked, count))).toEqual([0, 1 / 3, 1 / 3, 2 / 3, 2 / 3]);
});

test("the gain is 1 for the best order, and less for a later place", () => {
  expect(gainAt({ ...asked, found: ["c", "a", "b", "x"] }, 10)).toBe(1);
  const best = 1 + 1 / Math.log2(3) + 1 / 2;
  expect(gainAt(asked, 10)).toBeCloseTo((1 / Math.log2(3) + 1 / Math.log2(5)) / best, 10);
  expect(gainAt({ ...asked, found: ["a", "x"] }, 1)).toBe(1);
});

test("the reciprocal rank is that of the first relevant text, or 0", () => {
  expect(reciprocalRank(asked)).toBe(1 / 2);
  expect(reciprocalRank({ ...asked, found: ["x"] })).toBe(0);
});

test("a figure has the 95 % interval of its mean", () => {
  expect(withInterval([0, 1, 0, 1])).toBe("50.0 ± 56.6");
  expect(withInterval([1, 1])).toBe("100.0 ± 0.0");
});
