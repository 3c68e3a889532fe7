// Tests the predicate: which entities are in a slice.

import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { compilePredicate } from "../../src/backends/predicate/predicate.ts";
import type { FilterDefinition, PropertyFilter } from "../../src/index.ts";

/** Whether an entity is in the slice of a filter; what is left out of the filter is the empty condition. */
function matches(filter: Partial<FilterDefinition>, entity: unknown): boolean {
  return compilePredicate({ propertyFilters: [], ...filter })(entity);
}

/** Which entities have a property that satisfies a condition, by their index. */
function matching(filter: PropertyFilter, ...entities: readonly unknown[]): readonly number[] {
  const predicate = compilePredicate({ propertyFilters: [filter] });
  return entities.flatMap((entity, index) => (predicate(entity) ? [index] : []));
}

describe("the types of a filter", () => {
  test("match any type without a list", () => {
    expect(matches({}, { type: "Person" })).toBe(true);
    expect(matches({}, {})).toBe(true);
  });

  test("match only the types of the list", () => {
    const filter = { entityTypes: ["Person", "Company"] };
    expect(
      ["Person", "Company", "person", undefined, null, ["Person"]].map((type) => matches(filter, { type })),
    ).toEqual([true, true, false, false, false, false]);
  });

  test("match nothing if the list is empty", () => {
    expect(matches({ entityTypes: [] }, { type: "Person" })).toBe(false);
    expect(matches({ entityTypes: [] }, {})).toBe(false);
  });
});

describe("a value that JSON does not have is refused as the value of a filter", () => {
  test.each([
    new Date(),
    new String("x"),
    /x/u,
    new Map(),
    Object(1n),
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1n,
    Symbol("x"),
    () => 1,
    undefined,
    null,
  ])("%o", (value) => {
    for (const filter of [
      { path: "a", operator: "neq", value },
      { path: "a", operator: "nin", value: [value] },
    ] as const) {
      expect(() => matching(filter, { a: "x" })).toThrow("must be a JSON value, not null");
    }
  });
});

describe("a Date counts as a date", () => {
  const isDated = (created_at: unknown): boolean =>
    matches({ dateRange: { field: "created_at" } }, { created_at });

  test("in any realm, whatever its methods do", () => {
    class Lying extends Date {
      override getTime(): number {
        throw new Error("asked");
      }
    }
    expect([new Date(0), new Lying(0), runInNewContext("new Date(0)")].map(isDated)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test("only if it is a valid Date, and nothing that imitates one", () => {
    const fakes = [new Date(Number.NaN), Object.create(Date.prototype), { getTime: () => 0 }, 0, [0]];
    expect(fakes.map(isDated)).toEqual([false, false, false, false, false]);
  });
});

test("a filter may have very many conditions", () => {
  const propertyFilters = Array.from(
    { length: 100_000 },
    () => ({ path: "a", operator: "eq", value: 1 }) as const,
  );
  const last = [...propertyFilters, { path: "b", operator: "exists", value: false } as const];
  expect(matches({ propertyFilters: last }, { a: 1 })).toBe(true);
  expect(matches({ propertyFilters: last }, { a: 1, b: 1 })).toBe(false);
});

describe("an entity must satisfy all parts of a filter", () => {
  const filter: FilterDefinition = {
    entityTypes: ["Person"],
    propertyFilters: [
      { path: "a", operator: "eq", value: 1 },
      { path: "b", operator: "in", value: [1, 2] },
    ],
    dateRange: { field: "created_at", start: "2026-01-01T00:00:00.000Z" },
  };
  const whole = { type: "Person", a: 1, b: 2, created_at: "2026-01-01T00:00:00.000Z" };

  test("an entity that satisfies all parts matches", () => {
    expect(matches(filter, whole)).toBe(true);
  });

  test.each([{ type: "Company" }, { a: 2 }, { b: 3 }, { created_at: "2025-12-31T23:59:59.999Z" }])(
    "an entity with %o does not match",
    (change) => {
      expect(matches(filter, { ...whole, ...change })).toBe(false);
    },
  );

  test("an empty list in a condition matches nothing", () => {
    expect(matches({ propertyFilters: [{ path: "a", operator: "in", value: [] }] }, whole)).toBe(false);
  });
});

describe("a value that is not an entity is in no narrowed slice", () => {
  test.each([undefined, null, 5, "Person", true, [], [{ type: "Person" }]])("%o", (entity) => {
    expect(matches({ entityTypes: ["Person"] }, entity)).toBe(false);
    expect(matches({ propertyFilters: [{ path: "a", operator: "exists", value: true }] }, entity)).toBe(
      false,
    );
    expect(matches({ dateRange: { field: "created_at" } }, entity)).toBe(false);
    expect(matches({}, entity)).toBe(true);
  });
});

describe("paths", () => {
  const check = (path: string, entity: unknown): boolean =>
    matching({ path, operator: "exists", value: true }, entity).length === 1;

  test.each([
    { path: "a", entity: { a: 1 } },
    { path: "a.b", entity: { a: { b: 1 } } },
    { path: "a.b.c", entity: { a: { b: { c: 1 } } } },
    { path: "a\\.b", entity: { "a.b": 1 } },
    { path: "a\\\\b", entity: { "a\\b": 1 } },
    { path: "a\\\\.b", entity: { "a\\": { b: 1 } } },
    { path: "a\\b", entity: { "a\\b": 1 } },
    { path: "a\\", entity: { "a\\": 1 } },
    { path: "\\.", entity: { ".": 1 } },
    { path: "", entity: { "": 1 } },
    { path: ".", entity: { "": { "": 1 } } },
    { path: "a.", entity: { a: { "": 1 } } },
    { path: ".a", entity: { "": { a: 1 } } },
    { path: "a..b", entity: { a: { "": { b: 1 } } } },
    { path: "0", entity: { 0: 1 } },
    { path: "名前.😀", entity: { 名前: { "😀": 1 } } },
    { path: "a\nb", entity: { "a\nb": 1 } },
    { path: "__proto__", entity: JSON.parse('{"__proto__":1}') },
    { path: "constructor.name", entity: { constructor: { name: 1 } } },
  ])("$path leads into $entity", ({ path, entity }) => {
    expect(check(path, entity)).toBe(true);
  });

  test.each([
    { path: "b", entity: { a: 1 } },
    { path: "a.b", entity: { "a.b": 1 } },
    { path: "a\\.b", entity: { a: { b: 1 } } },
    { path: "a.b", entity: { a: null } },
    { path: "a.length", entity: { a: "text" } },
    { path: "a.0", entity: { a: "text" } },
    { path: "a.0", entity: { a: [1] } },
    { path: "a.length", entity: { a: [1] } },
    { path: "a.b", entity: { a: 5 } },
    { path: "toString", entity: {} },
    { path: "constructor", entity: {} },
    { path: "__proto__", entity: {} },
    { path: "__proto__.x", entity: {} },
    { path: "a", entity: Object.create({ a: 1 }) },
    { path: "A", entity: { a: 1 } },
  ])("$path does not lead into $entity", ({ path, entity }) => {
    expect(check(path, entity)).toBe(false);
  });

  test("an own getter of the entity is run, and if it throws the property is missing", () => {
    let runs = 0;
    const entity = {
      get a(): number {
        runs++;
        return 1;
      },
      get b(): number {
        throw new Error("it cannot be read");
      },
    };
    expect(check("a", entity)).toBe(true);
    expect(runs).toBeGreaterThan(0);
    expect(check("b", entity)).toBe(false);
    expect(check("a.c", { a: entity })).toBe(false);
    expect(matching({ path: "b", operator: "exists", value: false }, entity)).toEqual([0]);
  });

  test("an inherited getter never counts, whatever it returns", () => {
    class Inherited {
      get a(): object {
        return { b: 1 };
      }
    }
    const entity = new Inherited();
    expect(entity.a).toEqual({ b: 1 });
    for (const path of ["a", "a.b"]) {
      expect(check(path, entity)).toBe(false);
      expect(check(`x.${path}`, { x: entity })).toBe(false);
      expect(matching({ path, operator: "exists", value: false }, entity)).toEqual([0]);
    }
  });
});

describe("the date range", () => {
  const start = "2026-01-01T00:00:00.000Z";
  const end = "2026-02-01T00:00:00.000Z";
  const inRange = (range: object, created_at: unknown): boolean =>
    matches({ dateRange: { field: "created_at", ...range } }, { created_at });

  test("includes its start and excludes its end", () => {
    expect(inRange({ start, end }, start)).toBe(true);
    expect(inRange({ start, end }, end)).toBe(false);
    expect(inRange({ start, end }, "2025-12-31T23:59:59.999Z")).toBe(false);
    expect(inRange({ start, end }, "2026-01-31T23:59:59.999Z")).toBe(true);
  });

  test("may be open on either side", () => {
    expect(inRange({ start }, "9999-12-31T23:59:59.999Z")).toBe(true);
    expect(inRange({ end }, "0001-01-01T00:00:00.000Z")).toBe(true);
    expect(inRange({}, start)).toBe(true);
  });

  test("with any bounds excludes entities without a date", () => {
    for (const date of [undefined, null, "", "never", 0, 1_767_225_600_000, true, {}, [start]]) {
      expect(inRange({}, date)).toBe(false);
      expect(inRange({ start }, date)).toBe(false);
    }
  });

  test("is empty if it ends before it begins", () => {
    expect(inRange({ start: end, end: start }, "2026-01-15T00:00:00.000Z")).toBe(false);
    expect(inRange({ start, end: start }, start)).toBe(false);
  });

  test("accepts other spellings of an instant", () => {
    expect(inRange({ start, end }, "2026-01-01T00:00:00Z")).toBe(true);
    expect(inRange({ start, end }, "2026-01-31T23:59:59.999999Z")).toBe(true);
    expect(inRange({ start, end }, "2026-02-01T00:30:00+01:00")).toBe(true);
    expect(inRange({ start, end }, "2026-01-01T00:30:00+01:00")).toBe(false);
  });

  test("reads a day as its midnight in UTC", () => {
    expect(inRange({ start, end }, "2026-01-01")).toBe(true);
    expect(inRange({ start, end }, "2025-12-31")).toBe(false);
  });

  test("does not accept a date whose instant would differ by machine", () => {
    for (const date of ["2026-01-15T00:00:00", "Jan 15 2026", "2026-01-15 00:00Z", "2026", "15.01.2026"]) {
      expect(inRange({ start, end }, date)).toBe(false);
    }
  });

  test("may look at any path", () => {
    const range = { field: "meta.at", start };
    expect(matches({ dateRange: range }, { meta: { at: end } })).toBe(true);
    expect(matches({ dateRange: range }, { "meta.at": end })).toBe(false);
  });
});

describe("a malformed filter is refused with the position in it", () => {
  const compilePart = (part: unknown): unknown => Reflect.apply(compilePredicate, null, [part]);
  const one = { path: "a", operator: "eq", value: 1 };

  test.each([
    { filter: {}, message: "propertyFilters must be an array" },
    { filter: { propertyFilters: {} }, message: "propertyFilters must be an array" },
    {
      filter: { propertyFilters: [{ ...one, path: 5 }] },
      message: "propertyFilters[0].path must be a string",
    },
    {
      filter: { propertyFilters: [one, { ...one, path: undefined }] },
      message: "propertyFilters[1].path must be a string",
    },
    {
      filter: { propertyFilters: [{ ...one, value: null }] },
      message: "propertyFilters[0].value must be a JSON value, not null",
    },
    {
      filter: { propertyFilters: [{ path: "a", operator: "eq" }] },
      message: "propertyFilters[0].value must be a JSON value, not null",
    },
    {
      filter: { propertyFilters: [{ ...one, operator: "in" }] },
      message: "propertyFilters[0].value must be an array",
    },
    {
      filter: { propertyFilters: [{ ...one, operator: "nin" }] },
      message: "propertyFilters[0].value must be an array",
    },
    {
      filter: { propertyFilters: [{ ...one, operator: "exists" }] },
      message: "propertyFilters[0].value must be a boolean",
    },
    {
      filter: { propertyFilters: [{ ...one, operator: "like" }] },
      message: "propertyFilters[0].operator must be one of eq, neq, in, nin, gt, gte, lt, lte, exists",
    },
    {
      filter: { propertyFilters: [{ ...one, operator: "toString" }] },
      message: "propertyFilters[0].operator must be one of eq, neq, in, nin, gt, gte, lt, lte, exists",
    },
    {
      filter: { propertyFilters: [], dateRange: { field: "a", start: "never" } },
      message: "dateRange.start must be an ISO 8601 timestamp in UTC with milliseconds",
    },
    {
      filter: { propertyFilters: [], dateRange: { field: "a", end: "" } },
      message: "dateRange.end must be an ISO 8601 timestamp in UTC with milliseconds",
    },
  ])("$message", ({ filter, message }) => {
    expect(() => compilePart(filter)).toThrow(new TypeError(message));
  });

  test.each([
    { filter: undefined, message: "filter must be an object" },
    { filter: null, message: "filter must be an object" },
    { filter: [], message: "filter must be an object" },
    {
      filter: { propertyFilters: [], "\u001b[2J": [] },
      message: "\\u001b[2J is not an own member of a filter definition",
    },
    {
      filter: { propertyFilters: [], types: ["Person"] },
      message: "types is not an own member of a filter definition",
    },
    {
      filter: { propertyFilters: [one, { ...one, not: true }] },
      message: "propertyFilters[1].not is not an own member of a filter definition",
    },
    {
      filter: { propertyFilters: [], dateRange: { field: "a", until: "2026-01-01T00:00:00.000Z" } },
      message: "dateRange.until is not an own member of a filter definition",
    },
    {
      filter: { entityTypes: "Person", propertyFilters: [] },
      message: "entityTypes must be an array",
    },
    {
      filter: { entityTypes: null, propertyFilters: [] },
      message: "entityTypes must be an array",
    },
    {
      filter: { entityTypes: ["Person", 5], propertyFilters: [] },
      message: "entityTypes[1] must be a string",
    },
    { filter: { propertyFilters: [one, null] }, message: "propertyFilters[1] must be an object" },
    { filter: { propertyFilters: ["a"] }, message: "propertyFilters[0] must be an object" },
    {
      filter: { propertyFilters: [{ ...one, operator: "in", value: [1, null] }] },
      message: "propertyFilters[0].value[1] must be a JSON value, not null",
    },
    { filter: { propertyFilters: [], dateRange: null }, message: "dateRange must be an object" },
    { filter: { propertyFilters: [], dateRange: {} }, message: "dateRange.field must be a string" },
    ...["2026-02-30T00:00:00.000Z", "2026-01-01T00:00:00Z", "2026-01-01", 5, null].map((start) => ({
      filter: { propertyFilters: [], dateRange: { field: "a", start } },
      message: "dateRange.start must be an ISO 8601 timestamp in UTC with milliseconds",
    })),
  ])("$message: $filter", ({ filter, message }) => {
    expect(() => compilePart(filter)).toThrow(new TypeError(message));
  });
});
