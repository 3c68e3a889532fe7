// Tests the nine operators of a property filter against every kind of JSON value.

import { describe, expect, test } from "vitest";
import { compareCodePoints } from "../../src/backends/predicate/compare.ts";
import { compilePredicate } from "../../src/backends/predicate/predicate.ts";
import type { Operator } from "../../src/index.ts";
import { operators } from "../../src/vocabulary/operators.ts";
import { propertyFilter } from "../support/property-filter.ts";

/** One property of each kind; `missing` does not exist. */
const entities: Readonly<Record<string, object>> = {
  missing: {},
  null: { p: null },
  true: { p: true },
  false: { p: false },
  "-1": { p: -1 },
  "0": { p: 0 },
  "1": { p: 1 },
  "2": { p: 2 },
  '""': { p: "" },
  '"1"': { p: "1" },
  '"a"': { p: "a" },
  '"b"': { p: "b" },
  '"true"': { p: "true" },
  "[]": { p: [] },
  "[1]": { p: [1] },
  "{}": { p: {} },
};

const all = Object.keys(entities);
const present = all.filter((name) => name !== "missing" && name !== "null");

/** Checks which of the properties satisfy a condition. */
function check(operator: Operator, value: unknown, expected: readonly string[]): void {
  test(`${operator} ${JSON.stringify(value)} matches ${expected.join(" ") || "none"}`, () => {
    const predicate = compilePredicate({ propertyFilters: [propertyFilter("p", operator, value)] });
    expect(all.filter((name) => predicate(entities[name])).toSorted()).toEqual(expected.toSorted());
  });
}

function allPresentBut(...names: readonly string[]): readonly string[] {
  return present.filter((name) => !names.includes(name));
}

describe("eq is equal, of the same kind", () => {
  check("eq", 1, ["1"]);
  check("eq", 0, ["0"]);
  check("eq", "1", ['"1"']);
  check("eq", "", ['""']);
  check("eq", "a", ['"a"']);
  check("eq", true, ["true"]);
  check("eq", false, ["false"]);
  check("eq", "true", ['"true"']);
  check("eq", "A", []);
  check("eq", 1.5, []);
});

describe("neq is any other existing value", () => {
  check("neq", 1, allPresentBut("1"));
  check("neq", "1", allPresentBut('"1"'));
  check("neq", true, allPresentBut("true"));
  check("neq", "none", allPresentBut());
});

describe("in is equal to one of several", () => {
  check("in", [], []);
  check("in", [1], ["1"]);
  check("in", ["1", "b"], ['"1"', '"b"']);
  check("in", [1, "a", true], ["true", "1", '"a"']);
  check("in", [0, false, ""], ["false", "0", '""']);
  check("in", ["none"], []);
});

describe("nin exists and equals none of several", () => {
  check("nin", [], allPresentBut());
  check("nin", [1], allPresentBut("1"));
  check("nin", ["1", true], allPresentBut("true", '"1"'));
  check("nin", ["none"], allPresentBut());
});

describe("exists is present, or is not", () => {
  check("exists", true, allPresentBut());
  check("exists", false, ["missing", "null"]);
});

describe("numbers order with numbers", () => {
  check("gt", 0, ["1", "2"]);
  check("gte", 0, ["0", "1", "2"]);
  check("lt", 1, ["-1", "0"]);
  check("lte", 1, ["-1", "0", "1"]);
  check("gt", -5, ["-1", "0", "1", "2"]);
  check("gt", 1.5, ["2"]);
});

describe("strings order with strings", () => {
  check("gt", "a", ['"b"', '"true"']);
  check("gte", "a", ['"a"', '"b"', '"true"']);
  check("lt", "a", ['""', '"1"']);
  check("lte", "a", ['""', '"1"', '"a"']);
  check("gte", "", ['""', '"1"', '"a"', '"b"', '"true"']);
  check("lt", "", []);
});

describe("nothing else has an order", () => {
  for (const operator of ["gt", "gte", "lt", "lte"] as const) {
    check(operator, true, []);
    check(operator, [1], []);
    check(operator, { a: 1 }, []);
  }
});

describe("lists and objects exist, and equal nothing", () => {
  check("eq", [1], []);
  check("eq", {}, []);
  check("neq", [1], allPresentBut());
  check("in", [[1], {}], []);
  check("nin", [[1], {}], allPresentBut());
});

test("a property that is missing or null satisfies only exists: false", () => {
  const values: Readonly<Record<Operator, unknown>> = {
    eq: "x",
    neq: "x",
    in: ["x"],
    nin: ["x"],
    gt: "",
    gte: "",
    lt: "x",
    lte: "x",
    exists: true,
  };
  for (const operator of operators) {
    const predicate = compilePredicate({
      propertyFilters: [propertyFilter("p", operator, values[operator])],
    });
    expect([{}, { p: null }, { p: undefined }].map(predicate)).toEqual([false, false, false]);
  }
});

describe("strings order by code point", () => {
  const ordered = [
    "",
    "\0",
    "A",
    "Z",
    "a",
    "aa",
    "ab",
    "b",
    "é",
    "\ud7ff",
    "\ue000",
    "\uffff",
    "\u{10000}",
    "😀",
    "\u{10ffff}",
  ];

  test("in every pair", () => {
    for (const [at, a] of ordered.entries()) {
      for (const [other, b] of ordered.entries()) {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(at - other));
      }
    }
  });

  test("where this differs from the order of code units", () => {
    const less = compilePredicate({ propertyFilters: [{ path: "p", operator: "lt", value: "\u{10000}" }] });
    expect(less({ p: "\uffff" })).toBe(true);
    expect(["\u{10000}", "\uffff"].toSorted()).toEqual(["\u{10000}", "\uffff"]);
  });

  test("with a text after its own prefix", () => {
    expect(compareCodePoints("ab", "a")).toBeGreaterThan(0);
    expect(compareCodePoints("😀", "😀😀")).toBeLessThan(0);
    expect(compareCodePoints("x", "x")).toBe(0);
  });
});
