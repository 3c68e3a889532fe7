// Tests that what no database can hold or be asked for is refused with its position.

import { expect, test } from "vitest";
import type { FilterDefinition, PropertyFilter } from "../../src/index.ts";
import { storableConditionsOf } from "../../src/semantics/storable.ts";
import { propertyFilter } from "../support/property-filter.ts";

function where(path: string, operator: PropertyFilter["operator"], value: unknown): FilterDefinition {
  return { propertyFilters: [propertyFilter(path, operator, value)] };
}

function pathOf(keys: number): string {
  return Array.from({ length: keys }, () => "a").join(".");
}

test("a path has at most 64 keys", () => {
  expect(storableConditionsOf(where(pathOf(64), "eq", 1))).toHaveLength(1);
  expect(() => storableConditionsOf(where(pathOf(65), "eq", 1))).toThrow(
    new TypeError("propertyFilters[0].path has 65 keys: for a database give at most 64"),
  );
});

test.each<readonly [string, FilterDefinition, string]>([
  ["in a key", where("a.\ud83d", "eq", 1), "propertyFilters[0].path"],
  ["in a value", where("a", "in", ["b", "c\udc00"]), "propertyFilters[0].path"],
  ["at the beginning of a value", where("a", "eq", "\ud83dc"), "propertyFilters[0].path"],
  ["in a bound", where("a", "gt", "\ud83d"), "propertyFilters[0].path"],
  ["in a type", { entityTypes: ["\udc00"], propertyFilters: [] }, "entityTypes"],
  ["in the path of a date", { propertyFilters: [], dateRange: { field: "\ud83d" } }, "dateRange.field"],
])("half of a surrogate pair is refused: %s", (_, filter, place) => {
  expect(() => storableConditionsOf(filter)).toThrow(
    new TypeError(
      `${place} has, or is compared with, a lone surrogate, which no database can hold: give well-formed Unicode`,
    ),
  );
});

test("complete pairs, numbers and missing values are accepted", () => {
  for (const filter of [where("😀", "in", ["😀", 1, true]), where("a", "gt", 5), where("a", "exists", true)])
    expect(storableConditionsOf(filter)).toHaveLength(1);
  expect(storableConditionsOf({ propertyFilters: [], dateRange: { field: "a" } })).toHaveLength(1);
});
