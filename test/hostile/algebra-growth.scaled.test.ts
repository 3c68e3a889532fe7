// Tests large definitions: the algebra takes four times as long for four times as much, up to a hundred thousand values.

import { describe, expect, test } from "vitest";
import * as algebra from "../../src/exports/algebra.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { between, merged, ofTypes, where } from "../algebra/support/examples.ts";
import { staysWithin } from "../support/growth.ts";
import { cpuTime } from "../support/hostile.ts";
import { isThorough } from "../support/runs.ts";

type Use = (one: FilterDefinition, other: FilterDefinition) => unknown;

const uses: Readonly<Record<string, Use>> = {
  isEmpty: (one) => algebra.isEmpty(one),
  contains: (one, other) => [algebra.contains(one, other), algebra.contains(one, one)],
  equals: (one, other) => [algebra.equals(one, other), algebra.equals(one, one)],
  disjoint: (one, other) => [algebra.disjoint(one, other), algebra.disjoint(one, one)],
  coveredBy: (one, other) => [algebra.coveredBy(one, [other]), algebra.coveredBy(one, [other, one, other])],
  intersect: (one, other) => algebra.intersect(one, other),
  union: (one, other) => [algebra.union(one, other), algebra.union(one, one)],
  normalize: (one) => algebra.normalize(one),
  cacheKey: (one) => algebra.cacheKey(one),
  witness: (one, other) => [algebra.witness(one, other), algebra.witness(one, one)],
};

/** Two filters of so many values, half of which they have in common. */
type Pair = (count: number) => readonly [one: FilterDefinition, other: FilterDefinition];

/** How many values the longest lists have: with fewer the small ones fit into caches that the large ones do not, which alone doubles the factor. */
const most = isThorough ? 100_000 : 50_000;

/** The longest lists. */
const lists: Readonly<Record<string, Pair>> = {
  types: (count) => [ofTypes(...names(0, count)), ofTypes(...names(count / 2, count))],
  "one list": (count) => [where("n", "in", names(0, count)), where("n", "in", names(count / 2, count))],
};

const otherLists: Readonly<Record<string, Pair>> = {
  "a list of numbers": (count) => [
    where("n", "in", numbers(0, count)),
    where("n", "in", numbers(count / 2, count)),
  ],
  "values that are left out": (count) => [
    where("n", "nin", names(0, count)),
    where("n", "nin", names(count / 2, count)),
  ],
  "a list of dates in a range": (count) => [
    merged(where("created_at", "in", instants(count)), between("1970-01-01", "2026-01-01")),
    between("1970-01-01", "1970-01-02"),
  ],
  "one value many times": (count) => [
    where(
      "n",
      "in",
      Array.from({ length: count }, () => 1),
    ),
    where(
      "n",
      "in",
      Array.from({ length: count }, () => 2),
    ),
  ],
};

/** Lists on one path, many of them. */
const listsOnOnePath: Pair = (count) => [
  merged(...numbers(0, count).map(() => where("n", "in", ["a", "b"]))),
  merged(...numbers(0, count).map(() => where("n", "in", ["b", "c"]))),
];

const manyPaths: Pair = (count) => [
  merged(...names(0, count).map((name) => where(name, "in", ["a"]))),
  merged(...names(count / 2, count).map((name) => where(name, "in", ["a"]))),
];

const opaqueOnOnePath: Pair = (count) => [
  merged(...numbers(0, count).map((number) => where("n", "neq", number))),
  merged(...numbers(count / 2, count).map((number) => where("n", "neq", number))),
];

const { witness: _, ...allButWitness } = uses;

describe.each([
  ...Object.entries(lists).map(([name, pair]) => ({ name, pair, large: most, known: uses })),
  ...Object.entries(otherLists).map(([name, pair]) => ({ name, pair, large: most / 5, known: uses })),
  { name: "lists on one path", pair: listsOnOnePath, large: 4000, known: uses },
  { name: "paths of one value each", pair: manyPaths, large: 4000, known: allButWitness },
])("four times as much takes four times as long: $name", ({ pair, large, known }) => {
  test.each(Object.entries(known))("%s", { timeout: 120_000 }, (_name, use) => {
    expect(staysWithin(workOf(use, pair(large / 4)), workOf(use, pair(large)))).toBe(true);
  });
});

/** These cost the square of what there is, and more in `witness`: many opaque conditions on one path, and paths in `witness`. */
describe.each([
  { name: "opaque conditions on one path", pair: opaqueOnOnePath },
  { name: "paths of one value each", pair: manyPaths },
])("a hundred are finished in time: $name", ({ pair }) => {
  test.each(Object.entries(uses))("%s", (_name, use) => {
    expect(cpuTime(workOf(use, pair(100)), 1)).toBeLessThan(2000);
  });
});

describe("coveredBy finishes in time for hundreds of overlapping slices", () => {
  const shape = (at: number): FilterDefinition => where("shape_id", "in", names(at, 10));
  const month = (at: number): FilterDefinition =>
    between(
      new Date(Date.UTC(1990, at, 1)).toISOString().slice(0, 10),
      new Date(Date.UTC(1990, at + 3, 1)).toISOString().slice(0, 10),
    );
  const target = merged(
    ofTypes(...names(0, 20)),
    where("shape_id", "in", names(0, 300)),
    between("1990-01-01", "2014-01-01"),
  );
  const slices = {
    "months one after the other": numbers(0, 288).map(month),
    "lists, each with nine values of the next": numbers(0, 300).map(shape),
    "a type and months": names(0, 20).flatMap((name) =>
      numbers(0, 15).map((at) => merged(ofTypes(name), month(at * 20))),
    ),
    "a shape and a month of each": numbers(0, 300).map((at) => merged(shape(at), month(at))),
    "types, shapes and months across": numbers(0, 300).map((at) =>
      merged(ofTypes(...names(at % 20, 7)), shape((at * 7) % 300), month((at * 11) % 288)),
    ),
  };

  test.each(Object.entries(slices))("%s", (_, others) => {
    expect(cpuTime(() => algebra.coveredBy(target, others), 1)).toBeLessThan(2000);
    expect(algebra.coveredBy(target, [...others, target])).toBe(true);
  });

  test("months that cover the whole time, and months of which one is missing", () => {
    const years = between("1990-01-01", "2014-01-01");
    const months = numbers(0, 286).map(month);
    expect(algebra.coveredBy(years, months)).toBe(true);
    expect(algebra.coveredBy(years, months.toSpliced(100, 3))).toBe(false);
    expect(algebra.coveredBy(years, months.toSpliced(100, 2))).toBe(true);
  });

  test("lists that cover all shapes, and lists that lack one", () => {
    const shapes = where("shape_id", "in", names(0, 300));
    const lists = numbers(0, 300).map(shape);
    expect(algebra.coveredBy(shapes, lists)).toBe(true);
    expect(
      algebra.coveredBy(
        shapes,
        lists.filter((_, at) => at < 100 || at > 110),
      ),
    ).toBe(false);
  });
});

function workOf(use: Use, [one, other]: ReturnType<Pair>): () => unknown {
  return () => use(one, other);
}

function names(from: number, count: number): readonly string[] {
  return numbers(from, count).map((number) => `id-${number}`);
}

function numbers(from: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => from + at);
}

function instants(count: number): readonly string[] {
  return numbers(0, count).map((minute) => new Date(minute * 60_000).toISOString());
}
