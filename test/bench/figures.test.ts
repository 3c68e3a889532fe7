// Holds the arithmetic of the benchmark: medians, spread, exponents, verdicts and tables.
import { expect, test } from "vitest";
import { verdict } from "../../bench/goals.ts";
import { exponent, median, quantile, spread } from "../../bench/statistics.ts";
import { table } from "../../bench/table.ts";

test("the median and the quartiles do not depend on the order", () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 2, 3])).toBe(2);
  expect([quantile([5, 4, 3, 2, 1], 0.25), quantile([5, 4, 3, 2, 1], 0.75)]).toEqual([2, 4]);
  expect(median([])).toBeNaN();
});

test("the spread is half the distance of the quartiles, in percent", () => {
  expect(spread([90, 95, 100, 105, 110])).toBe(5);
  expect(spread([7, 7, 7])).toBe(0);
});

test.each([
  ["linear", (size: number) => 3 * size, 1],
  ["quadratic", (size: number) => size * size, 2],
  ["constant", () => 5, 0],
])("the exponent of %s growth", (_, cost, expected) => {
  const points = [10, 100, 1000, 10_000].map((size) => [size, cost(size)] as const);
  expect(exponent(points)).toBeCloseTo(expected, 10);
});

test("a figure at the goal meets it, and one that could not be measured does not", () => {
  expect(verdict(2.3, 2.3)).toBe("≤ 2.3 met");
  expect(verdict(2.31, 2.3, " × limit")).toBe("≤ 2.3 × limit NOT MET");
  expect(verdict(Number.NaN, 1)).toBe("≤ 1 NOT MET");
});

test("a table has words to the left and figures to the right", () => {
  const rows = [
    ["parse", "7.5", "≤ 8 met"],
    ["compile", "12.25", ""],
  ];
  expect(table(["", "ns", "goal"], rows)).toBe(
    ["            ns  goal", "-------  -----  -------", "parse      7.5  ≤ 8 met", "compile  12.25"].join(
      "\n",
    ),
  );
});
