// Immutable definitions: which are, and what a copy keeps.

import { describe, expect, test } from "vitest";
import type { FilterDefinition, PropertyFilter } from "../../src/index.ts";
import { freeze, frozenCopy, isFrozen } from "../../src/semantics/frozen.ts";

const whole = (): FilterDefinition => ({
  entityTypes: ["Person"],
  propertyFilters: [{ path: "n", operator: "in", value: [1, 2] }],
  dateRange: { field: "created_at", start: "2026-01-01T00:00:00.000Z" },
});

test("all parts are frozen, and the definition is known as such", () => {
  const definition = freeze(whole());
  const [filter] = definition.propertyFilters;
  const parts = [definition, definition.entityTypes, definition.propertyFilters, definition.dateRange];
  for (const part of [...parts, filter, filter?.value]) expect(Object.isFrozen(part)).toBe(true);
  expect(isFrozen(definition)).toBe(true);
});

test("one frozen elsewhere is not recognised, nor is a copy of one that was frozen here", () => {
  expect(isFrozen(Object.freeze(whole()))).toBe(false);
  expect(isFrozen({ ...freeze(whole()) })).toBe(false);
});

describe("a copy that is frozen", () => {
  const copyOf = (filter: PropertyFilter): PropertyFilter | undefined =>
    frozenCopy({ propertyFilters: [filter] }).propertyFilters[0];

  test("of a definition that was frozen here is the definition itself", () => {
    const definition = freeze(whole());
    expect(frozenCopy(definition)).toBe(definition);
  });

  test("of another has all its parts, and changes to those do not affect it", () => {
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
      "objects in a list are left out, as they equal nothing",
      { path: "n", operator: "in", value: [1, {}, [1], "a", true] },
      { path: "n", operator: "in", value: [1, "a", true] },
    ],
    [
      "also of a list of what is not to be",
      { path: "n", operator: "nin", value: [{}, 2] },
      { path: "n", operator: "nin", value: [2] },
    ],
    [
      "equal to an object: none",
      { path: "n", operator: "eq", value: {} },
      { path: "n", operator: "in", value: [] },
    ],
    [
      "not equal to an object: whatever is there",
      { path: "n", operator: "neq", value: [1] },
      { path: "n", operator: "nin", value: [] },
    ],
    [
      "ordered with an object: none",
      { path: "n", operator: "gt", value: {} },
      { path: "n", operator: "in", value: [] },
    ],
    [
      "a single value stays",
      { path: "n", operator: "neq", value: 1 },
      { path: "n", operator: "neq", value: 1 },
    ],
    [
      "so does presence",
      { path: "n", operator: "exists", value: false },
      { path: "n", operator: "exists", value: false },
    ],
  ])("%s", (_, filter, expected) => {
    expect(copyOf(filter)).toEqual(expected);
  });
});
