// Tests what the index refuses, with which message, and that it is unchanged afterwards.

import { describe, expect, test } from "vitest";
import { SliceIndex } from "../../src/exports/match.ts";
import { createCatalog, query, term } from "../../src/index.ts";
import { nameRows } from "../support/qualifiers.ts";

const catalog = createCatalog({ shapes: [{ id: "s1", name: "crm" }] });
const noon = Date.parse("2026-11-20T12:00:00.000Z");

const circle: unknown[] = [];
circle.push({ circle });

describe("an index refuses a slice", () => {
  const part = (more: object) => ({ propertyFilters: [{ path: "n", operator: "eq", value: 1 }, more] });
  const rows: Readonly<Record<string, readonly [slice: unknown, message: string]>> = {
    "a text that is refused": [
      "type: after:7days",
      "the query of `a` is refused: `type:` has no name. Write one after the colon, for example `type:Person`.",
    ],
    "a day that does not exist": [
      "type:A after:2026-02-29",
      "the query of `a` is refused: `2026-02-29` is not a day: February 2026 has 28 days.",
    ],
    "a date that is in the calendar at no time": [
      "after:9999y",
      "the query of `a` is refused: `9999y` is outside the years 0001 to 9999. Write a date in that range.",
    ],
    "a tree that is refused": [
      query([term("type", "")]),
      "the query of `a` is refused: `type:` has no name. Write one after the colon, for example `type:Person`.",
    ],
    "a tree that is not one": [{ kind: "query", terms: [] }, "source.span must be a span"],
    "a definition with a member that has no meaning": [
      { propertyFilters: [], entityType: ["A"] },
      "entityType is not an own member of a filter definition",
    ],
    "a part without a path": [part({ operator: "eq", value: 1 }), "propertyFilters[1].path must be a string"],
    "a part that asks for null": [
      part({ path: "n", operator: "eq", value: null }),
      "propertyFilters[1].value must be a JSON value, not null",
    ],
    "a bound that is not one": [
      { propertyFilters: [], dateRange: { field: "at", start: "7d" } },
      "dateRange.start must be an ISO 8601 timestamp in UTC with milliseconds",
    ],
    "no definition at all": [null, "filter must be an object"],
    "a number": [5, "filter must be an object"],
  };

  test.each(Object.keys(rows))("%s", (name) => {
    const [slice, message] = rows[name] ?? expect.fail(name);
    const index = new SliceIndex({ catalog });
    index.add("b", "type:A");
    const before = JSON.stringify(index);
    expect(() => Reflect.apply(index.add, index, ["a", slice])).toThrow(new TypeError(message));
    expect(() => Reflect.apply(index.replace, index, ["b", slice])).toThrow(
      new TypeError(message.replace("`a`", "`b`")),
    );
    expect(JSON.stringify(index)).toBe(before);
    expect([index.size, index.has("a"), index.match({ type: "A" }, noon)]).toEqual([1, false, ["b"]]);
  });

  test("with the position of a definition that contains itself", () => {
    const index = new SliceIndex();
    const value = { propertyFilters: [{ path: "n", operator: "eq", value: circle } as const] };
    expect(() => index.add("a", value)).toThrow(/^propertyFilters\[0\]\.value/);
    expect([index.size, index.match({ n: 1 }, noon), index.toJSON()]).toEqual([
      0,
      [],
      { version: 1, slices: [] },
    ]);
  });

  test("that is added under an existing ID, or replaced under a missing one", () => {
    const index = new SliceIndex();
    index.add("a", "type:A");
    expect(() => index.add("a", "type:B")).toThrow(
      new TypeError("`a` is in the index already: replace it, or take another id"),
    );
    expect(() => index.replace("b", "type:B")).toThrow(new TypeError("`b` is not in the index: add it"));
    expect(() => Reflect.apply(index.add, index, [5, "type:B"])).toThrow(
      new TypeError("id must be a string"),
    );
    expect([index.match({ type: "A" }, noon), index.match({ type: "B" }, noon)]).toEqual([["a"], []]);
  });

  test("with names if it has no catalog", () => {
    const index = new SliceIndex();
    expect(() => index.add("a", "type:A shape:crm")).toThrow(
      new TypeError("the query of `a` has the name `crm`: give the index a catalog to look names up in"),
    );
    expect(() => index.add("a", "shape:crm source:x source-shape:y")).toThrow(
      "has the names `crm`, `y` and `x`:",
    );
    index.add("a", "type:A after:7d sort:name");
    expect(index.size).toBe(1);
  });
});

describe("an index refuses the options", () => {
  test.each([
    [{ catalog: {} }, "options.catalog must be a catalog, as createCatalog makes it"],
    [
      { fields: { shap: "x" } },
      `fields.shap is not a field; the fields are ${nameRows.map(({ word }) => word).join(", ")}, date`,
    ],
    [{ fields: { date: "" } }, "fields.date must be a non-empty string"],
  ])("%j", (options, message) => {
    expect(() => Reflect.construct(SliceIndex, [options])).toThrow(new TypeError(message));
    expect(() => Reflect.apply(SliceIndex.fromJSON, SliceIndex, [{ slices: [] }, options])).toThrow(
      new TypeError(message),
    );
  });

  test.each([[null], ["fields"], [5]])("%j", (options) => {
    expect(() => Reflect.construct(SliceIndex, [options])).toThrow(/^options/);
  });
});

describe("an index refuses the JSON", () => {
  const filter = { propertyFilters: [] };
  const rows: Readonly<Record<string, readonly [data: unknown, message: string]>> = {
    null: [null, "data must be an object with slices"],
    "a list": [[], "data must be an object with slices"],
    "no slices": [{}, "slices must be an array"],
    "another member": [{ slices: [], since: 2 }, "data.since is not a member; valid ones are slices"],
    "a newer form": [
      { slices: [], version: 2 },
      "version 2 was written by a newer slice-cql than this one, which reads version 1: update it, or make the index again from its queries",
    ],
    "a version that is not one": [{ slices: [], version: "1" }, "version must be 1"],
    "a version before the first": [{ slices: [], version: 0 }, "version must be 1"],
    "a version that is null": [{ slices: [], version: null }, "version must be 1"],
    "another member of a filter, whatever the version": [
      { version: 1, slices: [{ id: "a", filter: { ...filter, without: [] } }] },
      "slices[0].filter: without is not an own member of a filter definition",
    ],
    "a member that cannot be seen": [
      { slices: [], "\u200b": 2 },
      "data.<U+200B> is not a member; valid ones are slices",
    ],
    "a slice that is not one": [
      { slices: ["type:A"] },
      "slices[0] must be an object with id, filter and dates",
    ],
    "a slice without an id": [{ slices: [{ filter }] }, "slices[0].id must be a string"],
    "a slice with another member": [
      { slices: [{ id: "a", filter, date: {} }] },
      "slices[0].date is not a member; valid ones are id, filter and dates",
    ],
    "the same id twice": [
      {
        slices: [
          { id: "a", filter },
          { id: "a", filter },
        ],
      },
      "slices[1].id `a` is there twice: give each slice an id of its own",
    ],
    "no filter": [
      { slices: [{ id: "a", filter }, { id: "b" }] },
      "slices[1].filter: filter must be an object",
    ],
    "a malformed filter": [
      {
        slices: [
          { id: "a", filter },
          { id: "b", filter: { propertyFilters: [{ path: "n", operator: "is", value: 1 }] } },
        ],
      },
      "slices[1].filter: propertyFilters[0].operator must be one of eq, neq, in, nin, gt, gte, lt, lte, exists",
    ],
    "dates that are not": [
      { slices: [{ id: "a", filter, dates: "7d" }] },
      "slices[0].dates must be an object with field, starts and ends",
    ],
    "dates without a field": [
      { slices: [{ id: "a", filter, dates: { starts: [], ends: [] } }] },
      "slices[0].dates.field must be a string",
    ],
    "dates without ends": [
      { slices: [{ id: "a", filter, dates: { field: "at", starts: ["7d"] } }] },
      "slices[0].dates.ends must be an array of strings",
    ],
    "a date that is not one": [
      { slices: [{ id: "a", filter, dates: { field: "at", starts: ["7d", "7days"], ends: [] } }] },
      "slices[0].dates.starts[1] must be a date expression, such as 7d",
    ],
    "a date that is in the calendar at no time": [
      { slices: [{ id: "a", filter, dates: { field: "at", starts: [], ends: ["9999y"] } }] },
      "slices[0].dates.ends[0] must be a date expression, such as 7d",
    ],
    "dates and a range": [
      {
        slices: [
          {
            id: "a",
            filter: { ...filter, dateRange: { field: "at" } },
            dates: { field: "at", starts: [], ends: [] },
          },
        ],
      },
      "slices[0] must have dates or filter.dateRange, not both",
    ],
  };

  test.each(Object.keys(rows))("%s", (name) => {
    const [data, message] = rows[name] ?? expect.fail(name);
    expect(() => SliceIndex.fromJSON(data)).toThrow(new TypeError(message));
  });

  test("with the position of a definition that contains itself", () => {
    const circular = { propertyFilters: [{ path: "n", operator: "in", value: [1, circle] }] };
    expect(() => SliceIndex.fromJSON({ slices: [{ id: "a", filter: circular }] })).toThrow(
      /propertyFilters\[0\]\.value/,
    );
  });
});
