// Tests the brute force itself: its sets are what the interpreter finds entity by entity, and its worlds leave no entity out.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FilterDefinition } from "../../src/index.ts";
import { inSlice, instantOf, keysOf } from "../support/backends/reference.ts";
import { filterIn } from "../support/filters.ts";
import { bitsWhere } from "./support/bits.ts";
import { areSamePath, isExact } from "./support/exactness.ts";
import { sliceTestOf } from "./support/hull.ts";
import { universeOf } from "./support/universe.ts";
import { calendar, exactWorlds, opaqueWorlds, type World } from "./support/worlds.ts";

const worlds: readonly World[] = [...exactWorlds, ...opaqueWorlds];

describe.each(worlds)("$name", (world) => {
  const universe = universeOf(world);
  const filtersOf = (count: number): readonly FilterDefinition[] => fc.sample(filterIn(world), count);

  test("the members of a filter are those that the interpreter finds one by one", () => {
    const entities = Array.from({ length: universe.size }, (_, at) => universe.entity(at));
    for (const filter of filtersOf(25)) {
      const found = bitsWhere(universe.size, (at) => inSlice(filter, entities[at]));
      expect(universe.members(filter) === found, JSON.stringify(filter)).toBe(true);
    }
  });

  test("no entity occurs twice", () => {
    const texts = Array.from({ length: universe.size }, (_, at) => textOf(universe.entity(at)));
    expect(new Set(texts).size).toBe(universe.size);
  });

  test("every value that filters list is on its axis, with another one and a missing one", () => {
    for (const { path } of world.paths.filter(({ path: each }) => keysOf(each).length === 1)) {
      const listed = world.paths.flatMap((pool) => (areSamePath(pool.path, path) ? pool.values : []));
      const axis = valuesAt(world, path);
      expect(listed.filter(isScalar).filter((value) => !axis.includes(value))).toEqual([]);
      expect(axis.filter((value) => isScalar(value) && !listed.includes(value))).not.toEqual([]);
      expect(axis).toContain(undefined);
    }
  });

  test("the axis has the instants at and just before each bound, and a value that is not a date", () => {
    for (const { field, bounds } of world.fields.filter((pool) => keysOf(pool.field).length === 1)) {
      const instants = valuesAt(world, field).map((value) => instantOf(value));
      expect(instants).toContain(undefined);
      for (const bound of bounds) {
        expect(instants).toContain(Date.parse(bound));
        if (bound !== calendar.first) expect(instants).toContain(Date.parse(bound) - 1);
      }
    }
  });

  test("a filter of lists and a range is one slice", () => {
    const isOneSlice = sliceTestOf(universe);
    const exact = filtersOf(300).filter(isExact);
    expect(exact.length).toBeGreaterThan(30);
    expect(exact.filter((filter) => !isOneSlice(universe.members(filter)))).toEqual([]);
  });

  test("a set of bits of a number has room for the values of each axis", () => {
    expect(world.axes.filter(({ values }) => values.length > 30)).toEqual([]);
  });
});

describe("it is known whether the union of two filters is one slice", () => {
  const [universe] = exactWorlds.map(universeOf);
  const shape = (...value: readonly string[]): FilterDefinition => ({
    propertyFilters: [{ path: "shape_id", operator: "in", value }],
  });
  const months = (start: string, end: string): FilterDefinition => ({
    propertyFilters: [],
    dateRange: {
      field: "created_at",
      start: `2026-${start}:00.000Z`,
      end: `2026-${end}:00.000Z`,
    },
  });
  const [march, june, autumn] = ["03-01T00:00", "06-01T12:30", "09-01T00:00"] as const;
  const nothing: FilterDefinition = { entityTypes: [], propertyFilters: [] };
  const people: FilterDefinition = { entityTypes: ["Person"], propertyFilters: [] };

  test.each<readonly [string, FilterDefinition, FilterDefinition, boolean]>([
    ["two lists on one path", shape("s1"), shape("s2", "s3"), true],
    ["lists on two paths", shape("s1"), people, false],
    ["ranges that touch", months(march, june), months(june, autumn), true],
    ["one instant that is in neither range", { ...months(march, march), entityTypes: [] }, people, true],
    ["a slice and nothing", people, nothing, true],
    ["a range and a list", months(march, june), shape("s1"), false],
    ["a slice and one inside", people, { ...people, ...shape("s1") }, true],
    [
      "a range and all dates",
      months(march, june),
      { propertyFilters: [], dateRange: { field: "created_at" } },
      true,
    ],
  ])("%s", (_, one, other, expected) => {
    const members = universe && universe.members(one) | universe.members(other);
    expect(universe && members !== undefined && sliceTestOf(universe)(members)).toBe(expected);
  });

  test("ranges with a gap of a millisecond are two slices", () => {
    const early = months(march, march);
    const gap = { ...early, dateRange: { field: "created_at", end: "2026-03-01T00:00:00.000Z" } };
    const late = { ...early, dateRange: { field: "created_at", start: "2026-03-01T00:00:00.001Z" } };
    const members = universe && universe.members(gap) | universe.members(late);
    expect(universe && members !== undefined && sliceTestOf(universe)(members)).toBe(false);
  });
});

function valuesAt({ axes }: World, path: string): readonly unknown[] {
  return axes.flatMap(({ key, values }) => (key === keysOf(path)[0] ? values : []));
}

function isScalar(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** JSON says -0 as 0. */
function textOf(entity: object): string {
  return JSON.stringify(entity, (_, value: unknown) => (Object.is(value, -0) ? "minus 0" : value));
}
