// Tests definitions from outside: malformed ones are refused with their position, and large ones take time in proportion to their size.

import { afterAll, describe, expect, test } from "vitest";
import * as algebra from "../../src/exports/algebra.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { all, merged, ofTypes, where } from "../algebra/support/examples.ts";
import { prototypes } from "../support/hostile.ts";

const before = prototypes();

afterAll(() => {
  expect(prototypes()).toEqual(before);
});

type Use = (filter: FilterDefinition, other: FilterDefinition) => unknown;

/** Every function, with a filter in each place that it has for one. */
const uses: Readonly<Record<string, Use>> = {
  isEmpty: (filter) => algebra.isEmpty(filter),
  normalize: (filter) => algebra.normalize(filter),
  cacheKey: (filter) => algebra.cacheKey(filter),
  "contains, as the first": (filter, other) => algebra.contains(filter, other),
  "contains, as the second": (filter, other) => algebra.contains(other, filter),
  "equals, as the first": (filter, other) => algebra.equals(filter, other),
  "equals, as the second": (filter, other) => algebra.equals(other, filter),
  "disjoint, as the first": (filter, other) => algebra.disjoint(filter, other),
  "disjoint, as the second": (filter, other) => algebra.disjoint(other, filter),
  "intersect, as the first": (filter, other) => algebra.intersect(filter, other),
  "intersect, as the second": (filter, other) => algebra.intersect(other, filter),
  "union, as the first": (filter, other) => algebra.union(filter, other),
  "union, as the second": (filter, other) => algebra.union(other, filter),
  "coveredBy, as the first": (filter, other) => algebra.coveredBy(filter, [other]),
  "coveredBy, as the last of the others": (filter, other) => algebra.coveredBy(other, [other, filter]),
  "witness, as the first": (filter, other) => algebra.witness(filter, other),
  "witness, as the second": (filter, other) => algebra.witness(other, filter),
};

/** What a message calls a filter: by the name of its argument where that says which one is inside the other. */
function placeIn(use: string): string {
  if (!use.startsWith("contains")) return "filter";
  return use.endsWith("first") ? "outer" : "inner";
}

type Malformed = Readonly<Record<string, readonly [filter: unknown, place: string]>>;

const inWhole: Malformed = {
  nothing: [undefined, "filter"],
  null: [null, "filter"],
  "a text": ["{}", "filter"],
  "a list": [[], "filter"],
  "no property filters": [{}, "propertyFilters"],
  "a member that is misspelt": [{ entitytypes: [], propertyFilters: [] }, "entitytypes"],
  "a member that is inherited": [Object.assign(Object.create({ entityTypes: [] }), all), "entityTypes"],
  "all members inherited": [Object.create(all), "propertyFilters"],
  "a text for a list of types": [{ ...all, entityTypes: "Person" }, "entityTypes"],
  "null for a list of types": [{ ...all, entityTypes: null }, "entityTypes"],
  "a type that is a number": [ofTypes("a", ...unknowns(5)), "entityTypes[1]"],
  "a hole in a list of types": [{ ...all, entityTypes: holes(2) }, "entityTypes[0]"],
  "an object like a list": [{ propertyFilters: { length: 0 } }, "propertyFilters"],
};

const inParts: Malformed = {
  "a hole": [{ propertyFilters: holes(1) }, "propertyFilters[0]"],
  "a text": [{ propertyFilters: ["n"] }, "propertyFilters[0]"],
  "a list": [{ propertyFilters: [[]] }, "propertyFilters[0]"],
  "no path": [{ propertyFilters: [{ operator: "eq", value: 1 }] }, "propertyFilters[0].path"],
  "a path that is a list": [{ propertyFilters: [part({ path: ["a"] })] }, "propertyFilters[0].path"],
  "an unknown member": [{ propertyFilters: [part({ not: true })] }, "propertyFilters[0].not"],
  "an inherited value": [
    { propertyFilters: [Object.assign(Object.create({ value: 1 }), { path: "n", operator: "eq" })] },
    "propertyFilters[0].value",
  ],
  "an operator in capitals": [{ propertyFilters: [part({ operator: "EQ" })] }, "propertyFilters[0].operator"],
  "an operator of all objects": [
    { propertyFilters: [part({ operator: "toString" })] },
    "propertyFilters[0].operator",
  ],
  "one value for in": [{ propertyFilters: [part({ operator: "in" })] }, "propertyFilters[0].value"],
  "one value for nin": [{ propertyFilters: [part({ operator: "nin" })] }, "propertyFilters[0].value"],
  "a number for exists": [{ propertyFilters: [part({ operator: "exists" })] }, "propertyFilters[0].value"],
  "the second of two": [
    { propertyFilters: [part({}), part({ operator: "exists" })] },
    "propertyFilters[1].value",
  ],
};

const inRange: Malformed = {
  null: [{ ...all, dateRange: null }, "dateRange"],
  "a list": [{ ...all, dateRange: [] }, "dateRange"],
  "no field": [{ ...all, dateRange: {} }, "dateRange.field"],
  "an unknown member": [{ ...all, dateRange: { field: "a", from: "2026" } }, "dateRange.from"],
  "an inherited bound": [
    { ...all, dateRange: Object.assign(Object.create({ end: "2026" }), { field: "a" }) },
    "dateRange.end",
  ],
  ...Object.fromEntries(
    [
      ["a day", "2026-03-01"],
      ["a day that does not exist", "2026-02-30T00:00:00.000Z"],
      ["the hour 24", "2026-03-01T24:00:00.000Z"],
      ["a second that is added", "2026-03-01T23:59:60.000Z"],
      ["no milliseconds", "2026-03-01T00:00:00Z"],
      ["another zone", "2026-03-01T00:00:00.000+00:00"],
      ["the year 0", "0000-03-01T00:00:00.000Z"],
      ["a later year", "+010000-01-01T00:00:00.000Z"],
      ["a line break after it", "2026-03-01T00:00:00.000Z\n"],
      ["a number", 5],
      ["null", null],
      ["a Date", new Date(0)],
    ].flatMap(([name, bound]) =>
      (["start", "end"] as const).map((end) => [
        `${end}: ${String(name)}`,
        [{ ...all, dateRange: { field: "a", [end]: bound } }, `dateRange.${end}`],
      ]),
    ),
  ),
};

/** Values that JSON does not have, where a JSON value is expected. */
const inValues: Malformed = Object.fromEntries(
  Object.entries({
    nothing: undefined,
    null: null,
    NaN: Number.NaN,
    Infinity,
    "a bigint": 5n,
    "a symbol": Symbol("a"),
    "a function": () => 1,
    "a Date": new Date(0),
    "a Map": new Map(),
    "a wrapped text": Object("a"),
  }).flatMap(([name, value]): [string, readonly [unknown, string]][] => [
    [`eq: ${name}`, [where("n", "eq", value), "propertyFilters[0].value"]],
    [`neq: ${name}`, [where("n", "neq", value), "propertyFilters[0].value"]],
    [`gt: ${name}`, [where("n", "gt", value), "propertyFilters[0].value"]],
    [`in: ${name}`, [where("n", "in", [1, value]), "propertyFilters[0].value[1]"]],
    [`nin: ${name}`, [where("n", "nin", [value]), "propertyFilters[0].value[0]"]],
  ]),
);

const inCycles: Malformed = {
  ...Object.fromEntries(
    Object.entries({
      "a list": selfish(),
      "an object": selfishObject(),
      "a list within a value": [1, { a: [selfish()] }],
    }).flatMap(([name, value]): [string, readonly [unknown, string]][] => [
      [`eq: ${name}`, [where("n", "eq", value), "propertyFilters[0].value"]],
      [`neq: ${name}`, [merged(where("m", "eq", 1), where("n", "neq", value)), "propertyFilters[1].value"]],
      [`gt: ${name}`, [where("n", "gt", value), "propertyFilters[0].value"]],
      [`in: ${name}`, [where("n", "in", [1, value]), "propertyFilters[0].value"]],
      [`nin: ${name}`, [where("n", "nin", [value]), "propertyFilters[0].value"]],
    ]),
  ),
  "property filters that contain themselves": [{ propertyFilters: selfish() }, "propertyFilters[0]"],
  "types that contain themselves": [{ ...all, entityTypes: selfish() }, "entityTypes[0]"],
  "a part that is its own value": [{ propertyFilters: [selfishPart()] }, "propertyFilters[0].value"],
  "a value that contains the definition": [selfishDefinition(), "propertyFilters[0].value"],
  "a list of values that contains itself": [where("n", "in", selfish()), "propertyFilters[0].value"],
};

const tables = {
  "the whole": inWhole,
  "a property filter": inParts,
  "the range": inRange,
  "a value": inValues,
  "what contains itself": inCycles,
};

describe.each(Object.entries(tables))(
  "a definition is refused with the position of what is malformed in %s",
  (_, table) => {
    test.each(Object.entries(table))("%s", (_name, [filter, place]) => {
      for (const [name, use] of Object.entries(uses)) {
        for (const other of [all, ofTypes(), where("n", "in", [1])]) {
          expect(
            errorOf(() => Reflect.apply(use, undefined, [filter, other])),
            name,
          ).toMatch(`TypeError: ${place === "filter" ? placeIn(name) : place}`);
        }
      }
    });
  },
);

test.each([undefined, null, "filters", {}, 5])("coveredBy refuses %j, which is not a list", (others) => {
  expect(() => Reflect.apply(algebra.coveredBy, undefined, [all, others])).toThrow(
    new TypeError("bs must be an array"),
  );
});

describe("a large or deep value is handled like any other", () => {
  test("lists within lists, a hundred thousand deep", () => {
    let deep: unknown = [];
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    for (const use of Object.values(uses)) {
      expect(() => use(where("n", "eq", deep), all)).not.toThrow();
      expect(() => use(where("n", "nin", [1, deep]), all)).not.toThrow();
    }
  });

  test("a value that occurs in many places is visited once", () => {
    let wide: unknown = [];
    for (let depth = 0; depth < 60; depth++) wide = [wide, { a: wide }];
    for (const use of Object.values(uses)) use(where("n", "eq", wide), all);
  });

  test("a list that occurs in two filters is not a cycle", () => {
    const shared = [1, [2]];
    const filter = merged(where("n", "in", shared), where("m", "in", shared));
    expect(algebra.normalize(filter)).toEqual(merged(where("m", "in", [1]), where("n", "in", [1])));
  });
});

/** The error as a text; what throws none has no text of an error. */
function errorOf(call: () => unknown): string {
  try {
    return `no error, but ${typeof call()}`;
  } catch (error) {
    return String(error);
  }
}

function part(members: object): object {
  return { path: "n", operator: "eq", value: 1, ...members };
}

/** Values of any kind where TypeScript asks for one. */
function unknowns(...values: readonly unknown[]): readonly never[] {
  return JSON.parse(JSON.stringify(values));
}

/** A list of this length with nothing in it. */
function holes(length: number): readonly unknown[] {
  const list: unknown[] = [];
  list.length = length;
  return list;
}

function selfish(): readonly unknown[] {
  const list: unknown[] = [];
  list.push(list);
  return list;
}

function selfishObject(): object {
  const object: Record<string, unknown> = {};
  object["a"] = { b: object };
  return object;
}

function selfishPart(): object {
  const part: Record<string, unknown> = { path: "n", operator: "eq" };
  part["value"] = part;
  return part;
}

function selfishDefinition(): object {
  const values: unknown[] = [];
  const definition = where("n", "in", values);
  values.push(definition);
  return definition;
}
