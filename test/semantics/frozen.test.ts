// Tests immutable definitions: which are, and what a copy keeps.

import { describe, expect, test } from "vitest";
import type { FilterDefinition, PropertyFilter } from "../../src/index.ts";
import { freeze, frozenCopy, isFrozen } from "../../src/semantics/frozen.ts";

const whole = (): FilterDefinition => ({
  entityTypes: ["Person"],
  propertyFilters: [{ path: "n", operator: "in", value: [1, 2] }],
  dateRange: { field: "created_at", start: "2026-01-01T00:00:00.000Z" },
});

test("freeze freezes all parts, and the definition is recognised as frozen", () => {
  const definition = freeze(whole());
  const [filter] = definition.propertyFilters;
  const parts = [definition, definition.entityTypes, definition.propertyFilters, definition.dateRange];
  for (const part of [...parts, filter, filter?.value]) expect(Object.isFrozen(part)).toBe(true);
  expect(isFrozen(definition)).toBe(true);
});

test("a definition frozen elsewhere and a copy of one that was frozen here are not recognised", () => {
  expect(isFrozen(Object.freeze(whole()))).toBe(false);
  expect(isFrozen({ ...freeze(whole()) })).toBe(false);
});

describe("a frozen copy", () => {
  const copyOf = (filter: PropertyFilter): PropertyFilter | undefined =>
    frozenCopy({ propertyFilters: [filter] }).propertyFilters[0];

  test("of a definition that was frozen here is the definition itself", () => {
    const definition = freeze(whole());
    expect(frozenCopy(definition)).toBe(definition);
  });

  test("of another definition has all its parts, and does not change with them", () => {
    const entityTypes = ["Person"];
    const dateRange = { field: "created_at" };
    const given = { ...whole(), entityTypes, dateRange };
    const copy = frozenCopy(given);
    expect(copy).toEqual(given);
    expect([isFrozen(copy), isFrozen(given)]).toEqual([true, false]);
    entityTypes.push("Company");
    dateRange.field = "updated_at";
    expect(copy.entityTypes).toEqual(["Person"]);
    expect(copy.dateRange).toEqual({ field: "created_at" });
  });

  test("has no more parts than were passed", () => {
    expect(Object.keys(frozenCopy({ propertyFilters: [] }))).toEqual(["propertyFilters"]);
  });

  test.each<readonly [string, PropertyFilter, PropertyFilter]>([
    [
      "leaves out objects in a list of `in`, as they equal nothing",
      { path: "n", operator: "in", value: [1, {}, [1], "a", true] },
      { path: "n", operator: "in", value: [1, "a", true] },
    ],
    [
      "leaves out objects in a list of `nin`",
      { path: "n", operator: "nin", value: [{}, 2] },
      { path: "n", operator: "nin", value: [2] },
    ],
    [
      "matches nothing where a value equals an object",
      { path: "n", operator: "eq", value: {} },
      { path: "n", operator: "in", value: [] },
    ],
    [
      "matches any present value where it does not equal an object",
      { path: "n", operator: "neq", value: [1] },
      { path: "n", operator: "nin", value: [] },
    ],
    [
      "matches nothing where a value is ordered with an object",
      { path: "n", operator: "gt", value: {} },
      { path: "n", operator: "in", value: [] },
    ],
    [
      "keeps a single value",
      { path: "n", operator: "neq", value: 1 },
      { path: "n", operator: "neq", value: 1 },
    ],
    [
      "keeps a condition on presence",
      { path: "n", operator: "exists", value: false },
      { path: "n", operator: "exists", value: false },
    ],
  ])("%s", (_, filter, expected) => {
    expect(copyOf(filter)).toEqual(expected);
  });
});
