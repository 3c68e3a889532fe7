// Tests the algebra by examples: which slice is inside which, and where mistakes are likely.

import { describe, expect, test } from "vitest";
import {
  cacheKey,
  contains,
  coveredBy,
  disjoint,
  equals,
  intersect,
  isEmpty,
  isWithin,
  normalize,
  union,
  witness,
} from "../../src/exports/algebra.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { all, between, dated, first, last, merged, ofTypes, where } from "./support/examples.ts";

const nothing = ofTypes();
const people = ofTypes("Person");
const companies = ofTypes("Company");
const both = ofTypes("Person", "Company");
const march = between("2026-03-01", "2026-04-01");
const april = between("2026-04-01", "2026-05-01");
const spring = between("2026-03-01", "2026-05-01");
const absent = where("n", "exists", false);
const anyDate = dated(undefined, undefined);

type Pair = readonly [name: string, one: FilterDefinition, other: FilterDefinition];

describe("the first slice is inside the second, and not the other way round", () => {
  test.each<Pair>([
    ["a type among two", people, both],
    ["with one condition more", { ...march, ...people }, people],
    ["a shape and a type in the type", merged(people, where("shape_id", "in", ["s1"])), people],
    ["a month in the two months that start with it", march, spring],
    ["a month in the two months that end with it", april, spring],
    ["a month in what is from its start on", march, dated("2026-03-01T00:00:00.000Z", undefined)],
    ["a month in what is before its end", march, dated(undefined, "2026-04-01T00:00:00.000Z")],
    ["a month in any date", march, anyDate],
    ["any date in all: an entity may have none", anyDate, all],
    ["all dates before the last instant in any date", dated(undefined, last), anyDate],
    ["nothing in something", nothing, people],
    ["everything of a project has all of its slices", people, all],
    [
      "a list of dates in the range that they are in",
      where("created_at", "in", ["2026-03-01", "2026-03-31T23:59:59Z"]),
      march,
    ],
    [
      "values that a list keeps of a condition, in the condition",
      where("n", "in", [2, 3]),
      where("n", "gt", 1),
    ],
    ["a value in what is present", where("n", "in", [2]), where("n", "exists", true)],
    ["a condition more next to an opaque one", merged(people, where("n", "gt", 1)), where("n", "gt", 1)],
    [
      "two opaque conditions on a path, in one of them",
      merged(where("n", "gt", 1), where("n", "lt", 5)),
      where("n", "gt", 1),
    ],
    ["all but two values, in all but one of them", where("n", "nin", [1, 2]), where("n", "nin", [1])],
    ["all but a value, in what is there", where("n", "nin", [1]), where("n", "exists", true)],
    ["a date, in what is there", march, where("created_at", "exists", true)],
  ])("%s", (_, inner, outer) => {
    expect([contains(outer, inner), contains(inner, outer)]).toEqual([true, false]);
    expect([isWithin(inner, outer), isWithin(outer, inner)]).toEqual([true, false]);
    expect([union(inner, outer), union(outer, inner)]).toEqual([normalize(outer), normalize(outer)]);
    expect(witness(inner, outer)).toBeNull();
    expect(cacheKey(inner)).not.toBe(cacheKey(outer));
    expect(intersect(inner, outer)).toEqual(normalize(inner));
  });
});

describe("two definitions are the same slice", () => {
  test.each<Pair>([
    ["the order of a list", both, ofTypes("Company", "Person")],
    ["a value that is listed twice", people, ofTypes("Person", "Person")],
    ["types as a property filter", people, where("type", "in", ["Person"])],
    ["types in both places: those in both", people, { ...both, ...where("type", "in", ["Person", "Task"]) }],
    [
      "no condition on the type, and a list of no types besides a type",
      nothing,
      { ...both, ...where("type", "in", []) },
    ],
    ["a missing value, twice", absent, merged(absent, absent)],
    ["a bound of -0, and of 0", where("n", "gt", -0), where("n", "gt", 0)],
    ["none of nothing, and what is there", where("n", "nin", []), where("n", "exists", true)],
    [
      "two lists left out, and one",
      merged(where("n", "nin", [1]), where("n", "nin", [2])),
      where("n", "nin", [2, 1]),
    ],
    ["eq, and in with one value", where("n", "eq", 1), where("n", "in", [1])],
    [
      "two lists on one path: what is in both",
      where("n", "in", [1]),
      merged(where("n", "in", [1, 2]), where("n", "in", [3, 1])),
    ],
    [
      "the order of conditions",
      merged(where("n", "in", [1]), where("m", "gt", 2)),
      merged(where("m", "gt", 2), where("n", "in", [1])),
    ],
    ["-0, and 0", where("n", "in", [-0]), where("n", "in", [0])],
    ["lists and objects, which equal nothing", where("n", "in", [1, [1], { a: 1 }]), where("n", "in", [1])],
    ["from the first instant on, and any date", dated(first, undefined), anyDate],
    [
      "a backslash that is escaped, and one that needs no escape",
      where("a\\b", "in", [1]),
      where("a\\\\b", "in", [1]),
    ],
    [
      "a date range on the path of a list keeps the list's dates",
      merged(march, where("created_at", "in", ["2026-03-05", "2026-05-05"])),
      where("created_at", "in", ["2026-03-05"]),
    ],
    [
      "a condition on the path of a list keeps the list's values",
      merged(where("n", "in", [1, 2, 3]), where("n", "nin", [2])),
      where("n", "in", [3, 1]),
    ],
  ])("%s", (_, one, other) => {
    expect([contains(one, other), contains(other, one), equals(one, other)]).toEqual([true, true, true]);
    expect(normalize(one)).toEqual(normalize(other));
    expect(cacheKey(one)).toBe(cacheKey(other));
    expect([witness(one, other), witness(other, one)]).toEqual([null, null]);
    expect(union(one, other)).toEqual(normalize(one));
  });
});

describe("two slices have no entity in common", () => {
  test.each<Pair>([
    ["two types", people, companies],
    ["months that touch: the end is not in the range", march, april],
    ["1, and the text 1", where("n", "in", [1]), where("n", "in", ["1"])],
    ["true, and 1", where("n", "in", [true]), where("n", "in", [1])],
    ["names that differ in case", where("n", "in", ["a"]), where("n", "in", ["A"])],
    [
      "a list, and a condition that none of its values satisfies",
      where("n", "in", [1, 2]),
      where("n", "gt", 2),
    ],
    ["a value, and its absence", where("n", "in", [1]), where("n", "exists", false)],
    ["nothing, and everything", nothing, all],
    ["nothing, and nothing", nothing, nothing],
    ["a date, and a value that is not one", anyDate, where("created_at", "in", ["soon", 5])],
  ])("%s", (_, one, other) => {
    expect([disjoint(one, other), disjoint(other, one)]).toEqual([true, true]);
    expect(isEmpty(intersect(one, other))).toBe(true);
  });
});

describe("two slices overlap", () => {
  test.each<Pair>([
    ["a type, and a shape", people, where("shape_id", "in", ["s1"])],
    ["ranges with one instant in common", dated(undefined, "2026-04-01T00:00:00.001Z"), april],
    ["a dot that is escaped is no step into an object", where("a\\.b", "in", [1]), where("a.b", "in", [2])],
  ])("%s", (_, one, other) => {
    expect([disjoint(one, other), disjoint(other, one), contains(one, other), contains(other, one)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(witness(one, other)).not.toBeNull();
    expect(witness(other, one)).not.toBeNull();
  });
});

describe("neither slice is known to be inside the other", () => {
  test.each<Pair>([
    ["bounds that differ", where("n", "gt", 1), where("n", "gt", 2)],
    ["operators that differ", where("n", "gt", 1), where("n", "lt", 1)],
    ["a number, and its text", where("n", "gt", 1), where("n", "gt", "1")],
    ["what is there, and what is not", where("n", "exists", true), where("n", "exists", false)],
    ["a missing value, and a different one", where("n", "exists", false), where("n", "nin", [1])],
    ["all but one value, and all but another", where("n", "nin", [1]), where("n", "nin", [2])],
    ["a bound, and all but a value", where("n", "gt", 1), where("n", "nin", [5])],
    ["a bound, and a range of dates", where("created_at", "gt", "2026"), march],
  ])("%s", (_, one, other) => {
    expect([contains(one, other), contains(other, one)]).toEqual([false, false]);
    expect([coveredBy(one, [other]), coveredBy(other, [one]), equals(one, other)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("the slice is empty", () => {
  test.each<readonly [string, FilterDefinition]>([
    ["a list without types", nothing],
    ["a list without values", where("shape_id", "in", [])],
    ["two lists without a value in common", merged(where("n", "in", [1]), where("n", "in", [2]))],
    ["a range that ends where it starts", between("2026-03-01", "2026-03-01")],
    ["a range that ends before it starts", between("2026-04-01", "2026-03-01")],
    ["a range that ends with the first instant", dated(undefined, first)],
    [
      "a range that ends before it starts, with another condition",
      merged(between("2026-04-01", "2026-03-01"), where("created_at", "gt", "2026")),
    ],
    ["equal to a list", where("n", "eq", [])],
    ["greater than an object", where("n", "gt", {})],
    ["a type that is no text, besides a list of types", { ...people, ...where("type", "eq", 1) }],
    [
      "a list of values, none of them a date, in a range",
      merged(anyDate, where("created_at", "in", ["soon"])),
    ],
    ["a missing value that has an order", merged(where("n", "exists", false), where("n", "gt", 1))],
    ["what is there, and is not", merged(where("n", "exists", true), where("n", "exists", false))],
  ])("%s", (_, empty) => {
    expect(isEmpty(empty)).toBe(true);
    expect(cacheKey(empty)).toBe(cacheKey(nothing));
    expect([contains(people, empty), equals(empty, nothing), disjoint(empty, all)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([coveredBy(empty, []), witness(empty, nothing)]).toEqual([true, null]);
    expect(union(empty, people)).toEqual(normalize(people));
  });

  test("but not for the range of the last instant alone", () => {
    expect(isEmpty(dated(last, undefined))).toBe(false);
    expect(isEmpty(dated(last, last))).toBe(true);
    expect(witness(dated(last, undefined), dated(undefined, last))).toEqual({ created_at: last });
    expect(union(dated(last, undefined), dated(undefined, last))).toEqual(anyDate);
  });
});

describe("the union is as expected for", () => {
  test.each<readonly [string, FilterDefinition, FilterDefinition, FilterDefinition | null]>([
    ["two types", people, companies, both],
    ["months that touch", march, april, spring],
    ["months that touch, the other way round", april, march, spring],
    [
      "months that overlap",
      spring,
      dated("2026-04-10T00:00:00.000Z", undefined),
      dated("2026-03-01T00:00:00.000Z", undefined),
    ],
    [
      "a condition more on a path, besides types that differ",
      merged(people, where("n", "gt", 1), where("n", "lt", 5)),
      merged(companies, where("n", "gt", 1)),
      null,
    ],
    [
      "ranges with another condition on their path",
      merged(march, where("created_at", "gt", "2026-03-05")),
      merged(april, where("created_at", "gt", "2026-03-05")),
      null,
    ],
    ["a gap of one millisecond", march, dated("2026-04-01T00:00:00.001Z", undefined), null],
    [
      "before and after an instant are any date, and not all",
      dated(undefined, "2026-03-01T00:00:00.000Z"),
      dated("2026-03-01T00:00:00.000Z", undefined),
      anyDate,
    ],
    [
      "two sides that differ: a corner would be too much",
      merged(people, march),
      merged(companies, april),
      null,
    ],
    ["one side that differs", merged(people, march), merged(companies, march), merged(both, march)],
    ["different fields", march, { propertyFilters: [], dateRange: { field: "updated_at" } }, null],
    ["a list, and a range on the same path", where("created_at", "in", ["2026-06-01"]), march, null],
    ["a list on one path, and a list on another", where("n", "in", [1]), where("m", "in", [1]), null],
    [
      "texts and numbers in one list",
      where("n", "in", [1]),
      where("n", "in", ["1"]),
      where("n", "in", [1, "1"]),
    ],
  ])("%s", (_, one, other, expected) => {
    expect(union(one, other)).toEqual(expected && normalize(expected));
    expect(union(other, one)).toEqual(expected && normalize(expected));
  });
});

describe("coveredBy is right for", () => {
  test.each<readonly [string, FilterDefinition, readonly FilterDefinition[], boolean]>([
    ["nothing covers something", people, [], false],
    ["nothing covers nothing", nothing, [], true],
    ["one that contains it", people, [march, both], true],
    ["two types, each from one", both, [people, companies], true],
    ["a type is missing", ofTypes("Person", "Company", "Task"), [people, companies], false],
    ["months that touch", spring, [april, march], true],
    ["months with a gap", between("2026-02-01", "2026-05-01"), [march, april], false],
    [
      "of each type another part of the time",
      merged(both, spring),
      [merged(people, march), companies, merged(people, april)],
      true,
    ],
    [
      "of one type a part of the time is missing",
      merged(both, spring),
      [merged(people, march), companies, march],
      false,
    ],
    [
      "before and after an instant, of all with a date",
      anyDate,
      [dated(undefined, last), dated(last, undefined)],
      true,
    ],
    [
      "two types, each from one, next to an opaque condition that all have",
      merged(both, where("n", "gt", 1)),
      [merged(people, where("n", "gt", 1)), merged(companies, where("n", "gt", 1))],
      true,
    ],
    [
      "a month of which a condition leaves a part out",
      spring,
      [merged(march, where("created_at", "lt", "2026-03-02")), april],
      false,
    ],
    ["what is there, by what is not", where("n", "exists", true), [absent], false],
    ["before and after an instant, of all", all, [dated(undefined, last), dated(last, undefined)], false],
  ])("%s", (_, filter, others, expected) => {
    expect(coveredBy(filter, others)).toBe(expected);
    expect(coveredBy(filter, others.toReversed())).toBe(expected);
  });

  test("a slice that is cut into too many parts, which is covered only if one slice contains it", () => {
    const values = Array.from({ length: 120 }, (_, value) => value);
    const on = (...paths: readonly string[]) => merged(...paths.map((path) => where(path, "in", values)));
    const pieces = (...paths: readonly string[]) =>
      paths.flatMap((path) => values.map((value) => where(path, "in", [value])));
    expect(coveredBy(on("a", "b"), pieces("a", "b"))).toBe(true);
    expect(coveredBy(on("a", "b", "c"), pieces("a", "b", "c"))).toBe(false);
    expect(coveredBy(on("a", "b", "c"), [...pieces("a", "b", "c"), on("a")])).toBe(true);
  });
});
