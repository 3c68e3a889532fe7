// Holds the arithmetic of the benchmark: medians, spread, exponents, verdicts and tables.
import { expect, test } from "vitest";
import {
  cellText,
  figureText,
  goalText,
  rangeText,
  reachedText,
  timesText,
  verdictText,
} from "../../bench/report/figures.ts";
import { atLeast, atMost, goalsOf, isMet } from "../../bench/section.ts";
import { exponent, median, quantile, spread } from "../../bench/statistics.ts";
import { sectionText, table } from "../../bench/table.ts";
import { madeUp } from "../support/bench/results.ts";

test("the median and the quartiles do not depend on the order", () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect([quantile([5, 4, 3, 2, 1], 0.25), quantile([5, 4, 3, 2, 1], 0.75)]).toEqual([2, 4]);
  expect(median([])).toBeNaN();
});

test("the spread is half the distance of the quartiles, in percent", () => {
  expect(spread([90, 95, 100, 105, 110])).toBe(5);
  expect(spread([7, 7, 7])).toBe(0);
  expect(spread([7, 9])).toBeNaN();
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
  expect(verdictText(atMost("", 2.3, 2.3, ""))).toBe("≤ 2.3 met");
  expect(verdictText(atMost("", 2.31, 2.3, " × limit"))).toBe("≤ 2.3 × limit NOT MET");
  expect(verdictText(atLeast("", 4, 4, " × columns"))).toBe("≥ 4 × columns met");
  expect(verdictText(atLeast("", 3.99, 4, ""))).toBe("≥ 4 NOT MET");
  for (const goalOf of [atMost, atLeast]) {
    const unknown = goalOf("", Number.NaN, 4, " ms");
    expect([isMet(unknown), unknown.figure, reachedText(unknown)]).toEqual([false, null, "not measured"]);
  }
});

test("a figure that just misses its goal is written with a digit more than the goal has", () => {
  expect([reachedText(atMost("", 2.31, 2.3, " ×")), goalText(atMost("", 2.31, 2.3, " ×"))]).toEqual([
    "2.31 ×",
    "≤ 2.3 ×",
  ]);
  expect(reachedText(atMost("", 1.0512, 1.05, ""))).toBe("1.051");
});

test("several cases of one goal are shown by their range", () => {
  const goals = [1.2, 0.98, Number.NaN, 1.31].map((figure) => atMost("", figure, 1.25, " × by hand"));
  expect(rangeText(goals)).toBe("0.980 to 1.310 × by hand");
  expect(rangeText(goals.slice(0, 1))).toBe("1.200 × by hand");
  expect(rangeText(goals.slice(2, 3))).toBe("not measured");
});

test.each([
  [0.123, 2, "0.12"],
  [12.345, 1, "12.3"],
  [123.456, 2, "123.5"],
  [1234.5, 1, "1235"],
  [12_345.6, 3, "12 346"],
  [1_234_567, 0, "1 234 567"],
  [-0.5, 1, "-0.5"],
  [-12_345, 0, "-12 345"],
])("%d with %d digits is %s", (figure, digits, text) => {
  expect(figureText(figure, digits)).toBe(text);
});

test("how many times more something is has few digits", () => {
  expect([1.004, 9.99, 10.4, 1234.5].map(timesText)).toEqual([
    "1.00 times",
    "9.99 times",
    "10 times",
    "1235 times",
  ]);
});

test("a cell holds a figure, words, a goal or nothing", () => {
  const column = { title: "", digits: 1 };
  const cells = [2.25, "stack overflow", atMost("", 1, 2, " ms"), null, undefined];
  expect(cells.map((cell) => cellText(cell, column))).toEqual([
    "2.3",
    "stack overflow",
    "≤ 2 ms met",
    "",
    "",
  ]);
});

test("the goals of a section are those in its cells, in their order", () => {
  const [first] = madeUp.sections;
  expect(first === undefined ? [] : goalsOf(first).map(({ what }) => what)).toEqual([
    "`parse`, one term",
    "`parse`, long",
  ]);
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

test("the terminal shows the tables of a section; words in place of a figure stay to the right", () => {
  const [first] = madeUp.sections;
  const lines = first === undefined ? [] : sectionText(first).split("\n");
  expect(lines.slice(0, 8)).toEqual([
    "Parsing: short: 1 term a query",
    "                     ns/term  goal",
    "------------  --------------  ---------------------",
    "limit                   40.0",
    "parse                  120.3  ≤ 2.5 × limit NOT MET",
    "quick | peer            60.5",
    "slow peer             98 765",
    "deep peer     stack overflow",
  ]);
  expect(lines[9]).toBe("Parsing: long: 200 terms a query");
});
