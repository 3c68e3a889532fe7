// Holds the measuring itself: figures are sane, a run that cannot continue ends as a result, and differing rows are refused.
import { describe, expect, test } from "vitest";
import { figureText, timeText } from "../../bench/figures.ts";
import { growthOf } from "../../bench/growth.ts";
import { fingerprint, launchOnce, measureInTurn, oneOf, reasonIn, requireSame } from "../../bench/harness.ts";
import { nanosecondsOf } from "../../bench/measure.ts";
import { figureAt, type Results, ratioAt, readResults } from "../../bench/results.ts";
import { exponent, median, quantile } from "../../bench/statistics.ts";
import { table } from "../../bench/table.ts";
import { subject, subjectNamed, subjectNames, writtenAs } from "../../bench/variants.ts";

test("preparation is not measured", () => {
  const spin = (milliseconds: number): void => {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  };
  const nanoseconds = nanosecondsOf(
    () => spin(2),
    () => spin(0.5),
    { count: 10, mostAtOnce: 1 },
  );
  expect(nanoseconds).toBeGreaterThan(10_000);
  expect(nanoseconds).toBeLessThan(150_000);
});

describe("a launch", () => {
  test.each([
    ["parse", ["limit", "short"], "ns"],
    ["growth", ["parse", "3000"], "ns"],
    ["growth", ["parse", "3000", "cold"], "MB"],
    ["predicates", ["predicate", "source"], "ns"],
    ["columns", ["columns", "2000"], "range: select"],
    ["matching", ["index", "rolling", "100"], "rate"],
    ["upkeep", ["make", "absolute", "100"], "cold"],
    ["upkeep", ["change", "rolling", "100"], "both"],
    ["upkeep", ["keep", "absolute", "1000"], "bytes"],
    ["upkeep", ["keep loop", "rolling", "1000"], "bytes"],
    ["algebra", ["contains, true"], "later"],
    ["typing", ["completion, 200 names"], "cpu95"],
  ])("of %s %j has figures", (work, args, figure) => {
    const answer = launchOnce(work, { args, flags: ["--expose-gc"] });
    if (typeof answer === "string") throw new Error(answer);
    expect(Object.values(answer).filter((each) => !Number.isFinite(each))).toEqual([]);
    expect(answer[figure]).toBeGreaterThan(0);
  });

  test("that fails has its reason instead of figures", () => {
    expect(launchOnce("parse", { args: ["no such subject", "short"] })).toContain(
      "no such subject is not one of limit",
    );
    expect(launchOnce("parse", { args: ["parse", "short"], seconds: 0.05 })).toBe("longer than 0.05 s");
  });

  test("that fails is an error for the toolkit, and a result for a peer", () => {
    const variant = { group: "g", name: "n", args: ["nothing"] };
    expect(() => measureInTurn("parse", [variant], 1)).toThrow("parse, g, n: ");
    expect(measureInTurn("parse", [{ ...variant, isPeer: true }], 2)).toEqual([
      { group: "g", name: "n", failure: expect.stringContaining("nothing is not one of") },
    ]);
  });
});

test("a parser that overflows the stack stops there, with the sizes before it", () => {
  const { figures, failure } = growthOf("lucene", [300, 30_000, 40_000], 60);
  expect(Object.keys(figures ?? {})).toEqual(["300"]);
  expect(failure).toBe("30000: stack overflow");
});

test.each([
  ["RangeError: Maximum call stack size exceeded\n    at a", "stack overflow"],
  ["x\nRangeError: Invalid array length", "out of memory"],
  ["RangeError: Invalid string length", "out of memory"],
  ["file:1\nTypeError: no\n at b", "TypeError: no"],
  ["nothing", undefined],
])("why something stopped is short: %j", (text, expected) => {
  expect(reasonIn(text)).toBe(expected);
});

test("rows that differ are refused, in any launch", () => {
  const row = (name: string, ...rows: readonly number[]): Parameters<typeof requireSame>[0][number] => ({
    group: "nested",
    name,
    figures: { rows },
  });
  const failed = { group: "nested", name: "failed", failure: "stack overflow" };
  expect(() =>
    requireSame([failed, row("a", 1, 1), row("b", 1, 1), { ...row("c", 2), group: "other" }]),
  ).not.toThrow();
  expect(() => requireSame([row("a", 1, 1), row("b", 1, 2)])).toThrow("nested: b found other rows than a");
});

test("a fingerprint depends on every row and their order", () => {
  const prints = [[], [0], [1], [0, 1], [1, 0], [0, 1, 2]].map(fingerprint);
  expect(new Set(prints).size).toBe(prints.length);
  expect(fingerprint(Uint32Array.of(1, 2, 3))).toBe(fingerprint([1, 2, 3]));
});

test("figures are medians, and ratios those within a launch", () => {
  const row = (name: string, ns: readonly number[]): Results["sections"][string]["rows"][number] => ({
    group: "g",
    name,
    figures: { ns },
  });
  const rows = [row("limit", [10, 20, 30]), row("parse", [20, 60, 150])];
  const results: Results = {
    ...readResults(),
    sections: { s: { measured: "", seconds: 0, versions: [], rows } },
  };
  expect(figureAt(results, "s > g > parse > ns")).toBe(60);
  expect(ratioAt(results, "s > g > parse > ns", "limit")).toBe(3);
  expect([figureAt(results, "s > g > none > ns"), ratioAt(results, "s > g > parse > ns", "none")]).toEqual([
    Number.NaN,
    Number.NaN,
  ]);
});

test("statistics do not depend on the order", () => {
  expect([median([5, 1, 3]), median([4, 1, 2, 3]), median([])]).toEqual([3, 2.5, Number.NaN]);
  expect([quantile([5, 4, 3, 2, 1], 0.25), quantile([5, 4, 3, 2, 1], 0.75)]).toEqual([2, 4]);
  const quadratic = [10, 100, 1000].map((size) => [size, size * size] as const);
  expect(exponent(quadratic)).toBeCloseTo(2, 10);
});

test("figures have three digits, and times a suitable unit", () => {
  expect([0.123, 12.345, 123.456, 12_345.6, -0.5, 3, Number.NaN].map(figureText)).toEqual([
    "0.12",
    "12.3",
    "123",
    "12\u00a0346",
    "-0.50",
    "3",
    "–",
  ]);
  expect([0, 1.5, 1500, 2.5e6, 3e9, Number.NaN].map(timeText)).toEqual([
    "0\u00a0ns",
    "1.50\u00a0ns",
    "1.50\u00a0µs",
    "2.50\u00a0ms",
    "3\u00a0s",
    "–",
  ]);
});

test("a table aligns figures right, and words left", () => {
  expect(
    table(
      ["what", "figure", "why"],
      [
        ["a", "1", "x"],
        ["bc", "10", "yes"],
      ],
    ),
  ).toBe("what  figure  why\n----  ------  ---\na          1  x\nbc        10  yes");
});

test("subjects are found by name, and each accepts the queries written for it", async () => {
  expect(subjectNames.map(subjectNamed)).toEqual([...subjectNames]);
  expect(() => oneOf(["a", "b"], undefined)).toThrow("undefined is not one of a, b");
  for (const name of ["limit", "liqe"] as const) {
    const run = await subject(name);
    expect(run(writtenAs(name, "type:Person word"))).toBeTypeOf("object");
  }
  expect(writtenAs("parse", "type:Person word")).toBe("type:Person word");
  expect(writtenAs("@marcbachmann/cel-js", "type:Person word")).toBe('type == "Person" && text == "word"');
});
