// Tests the results of the algebra: filters in a normal form, and entities that show a difference.

import { describe, expect, test } from "vitest";
import {
  cacheKey,
  contains,
  intersect,
  isEmpty,
  isWithin,
  normalize,
  union,
  witness,
} from "../../src/exports/algebra.ts";
import { compilePredicate } from "../../src/exports/predicate.ts";
import type { FilterDefinition, PropertyFilter } from "../../src/index.ts";
import { all, between, dated, first, last, merged, ofTypes, where } from "./support/examples.ts";

const march = between("2026-03-01", "2026-04-01");
const there = where("n", "exists", true);
const above = where("n", "gt", 1);
const updated = dated("2026-01-01T00:00:00.000Z", undefined, "updated_at");

test("a value that is not a filter is refused by name", () => {
  for (const other of [5, null, undefined, []]) {
    // @ts-expect-error: callers in JavaScript have no types
    expect(() => contains(other, all)).toThrow(new TypeError("outer must be an object"));
    // @ts-expect-error: callers in JavaScript have no types
    expect(() => isWithin(other, all)).toThrow(new TypeError("inner must be an object"));
  }
});

describe("normalize returns", () => {
  test.each<readonly [string, FilterDefinition, FilterDefinition]>([
    ["each type once, in order", ofTypes("b", "a", "b"), ofTypes("a", "b")],
    ["types as types", where("type", "in", ["b", "a"]), ofTypes("a", "b")],
    ["eq as in", where("n", "eq", 5), where("n", "in", [5])],
    ["no bound that excludes nothing", dated(first, undefined), dated(undefined, undefined)],
    ["a bound at the last instant, which excludes it", dated(first, last), dated(undefined, last)],
    ["nothing, in one form", merged(march, where("n", "in", [])), ofTypes()],
    ["all, in one form", all, all],
    [
      "conditions by path",
      merged(where("b", "in", [1]), where("a", "in", [1])),
      merged(where("a", "in", [1]), where("b", "in", [1])),
    ],
    [
      "what both lists of a path have",
      merged(where("n", "in", [1, 2]), where("n", "in", [2, 3])),
      where("n", "in", [2]),
    ],
    [
      "a condition that is there twice",
      merged(where("n", "gt", 1), where("n", "gt", 1)),
      where("n", "gt", 1),
    ],
    ["what is there, besides a condition that asks for more", merged(there, above), above],
    ["none of nothing, besides a condition that asks for more", merged(where("n", "nin", []), above), above],
    ["what is there, said in two ways", merged(there, where("n", "nin", [])), there],
    [
      "a bound, and values left out",
      merged(where("n", "nin", [5]), above),
      merged(above, where("n", "nin", [5])),
    ],
    ["a path in one spelling", where("a\\b", "gt", 1), where("a\\\\b", "gt", 1)],
  ])("%s", (_, filter, expected) => {
    expect(normalize(filter)).toEqual(expected);
    expect(normalize(expected)).toEqual(expected);
  });

  test("results that share nothing with the arguments, which stay unchanged", () => {
    const types = ["b", "a"];
    const form = normalize({ entityTypes: types, propertyFilters: [] });
    expect(types).toEqual(["b", "a"]);
    types.push("c");
    expect(form).toEqual(ofTypes("a", "b"));
  });
});

describe("cacheKey", () => {
  test("tells apart texts that contain the separators of a key", () => {
    const filters = [
      ofTypes("a", "b"),
      ofTypes("a,b"),
      ofTypes('a","b'),
      ofTypes('["a","b"]'),
      where("type", "in", ["a", 5]),
      where("n", "in", ["a", "b"]),
      where("n", "in", ["a,b"]),
      where("n", "nin", ["a", "b"]),
      where("a.b", "in", [1]),
      where("a\\.b", "in", [1]),
      where("a", "in", [1]),
      where("n", "in", [1]),
      where("n", "in", ["1"]),
      where("n", "in", [true]),
      where("n", "in", ["true"]),
      dated(undefined, undefined),
      dated(undefined, undefined, "updated_at"),
      march,
      all,
      ofTypes(),
    ];
    expect(new Set(filters.map(cacheKey)).size).toBe(filters.length);
  });

  // Keys as they are stored since 0.1. One that differs is a change for a new major version, and for the changelog.
  test.each<readonly [FilterDefinition, string]>([
    [all, '{"propertyFilters":[]}'],
    [ofTypes(), '{"entityTypes":[],"propertyFilters":[]}'],
    [ofTypes("b", "a", "b"), '{"entityTypes":["a","b"],"propertyFilters":[]}'],
    [where("type", "eq", "a"), '{"entityTypes":["a"],"propertyFilters":[]}'],
    [
      where("shape_id", "in", ["s2", "s1", 5, true]),
      '{"propertyFilters":[{"path":"shape_id","operator":"in","value":["s1","s2",5,true]}]}',
    ],
    [where("n", "eq", -0), '{"propertyFilters":[{"path":"n","operator":"in","value":[0]}]}'],
    [where("n", "neq", "x"), '{"propertyFilters":[{"path":"n","operator":"nin","value":["x"]}]}'],
    [where("n", "nin", []), '{"propertyFilters":[{"path":"n","operator":"exists","value":true}]}'],
    [where("n", "exists", false), '{"propertyFilters":[{"path":"n","operator":"exists","value":false}]}'],
    [where("a.b\\.c", "gte", 1.5), '{"propertyFilters":[{"path":"a.b\\\\.c","operator":"gte","value":1.5}]}'],
    [
      merged(where("b", "lt", "é"), where("a", "eq", 1), ofTypes("A")),
      '{"entityTypes":["A"],"propertyFilters":[{"path":"a","operator":"in","value":[1]},{"path":"b","operator":"lt","value":"é"}]}',
    ],
    [
      between("2026-03-01", "2026-04-01"),
      '{"propertyFilters":[],"dateRange":{"field":"created_at","start":"2026-03-01T00:00:00.000Z","end":"2026-04-01T00:00:00.000Z"}}',
    ],
    [
      dated("2026-03-01T00:00:00.000Z", undefined, "updated_at"),
      '{"propertyFilters":[],"dateRange":{"field":"updated_at","start":"2026-03-01T00:00:00.000Z"}}',
    ],
    [merged(ofTypes("A"), between("2026-04-01", "2026-03-01")), '{"entityTypes":[],"propertyFilters":[]}'],
  ])("stays the same for %j, because keys are stored", (filter, stored) => {
    expect(cacheKey(filter)).toBe(stored);
  });
});

describe("intersect returns", () => {
  test.each<readonly [string, FilterDefinition, FilterDefinition, FilterDefinition]>([
    ["a type and a range", ofTypes("a"), march, merged(ofTypes("a"), march)],
    ["types that both have", ofTypes("a", "b"), ofTypes("c", "b"), ofTypes("b")],
    [
      "the time that both have",
      march,
      dated("2026-03-15T00:00:00.000Z", undefined),
      between("2026-03-15", "2026-04-01"),
    ],
    [
      "opaque conditions of both",
      where("n", "gt", 1),
      where("n", "lt", 3),
      merged(where("n", "gt", 1), where("n", "lt", 3)),
    ],
    ["nothing with a range, and a range on another field", merged(ofTypes(), march), updated, ofTypes()],
  ])("%s", (_, one, other, expected) => {
    expect(intersect(one, other)).toEqual(normalize(expected));
    expect(intersect(other, one)).toEqual(normalize(expected));
  });

  test("null for ranges on two fields, because a definition can hold only one", () => {
    expect(() => intersect(march, updated)).toThrow(TypeError);
    expect(() => intersect(updated, march)).toThrow(/created_at.*updated_at|updated_at.*created_at/);
  });
});

describe("a witness is in the first slice and not in the second", () => {
  test.each<readonly [string, FilterDefinition, FilterDefinition, unknown]>([
    ["a type that the second has not", ofTypes("a", "b"), ofTypes("a"), { type: "b" }],
    [
      "the instant just before the second starts",
      dated(undefined, "2026-04-01T00:00:00.000Z"),
      dated(undefined, "2026-03-31T23:59:59.999Z"),
      { created_at: "2026-03-31T23:59:59.999Z" },
    ],
    ["the last instant", dated(undefined, undefined), dated(undefined, last), { created_at: last }],
    ["a value at a path", where("a.b", "in", [1, 2]), where("a.b", "in", [2]), { a: { b: 1 } }],
    ["a key with a dot", where("a\\.b", "in", [1]), where("a\\.b", "in", [2]), { "a.b": 1 }],
    [
      "a value on another path too",
      merged(where("n", "in", [1, 2]), where("m", "in", [1])),
      where("n", "in", [1]),
      { n: 2, m: 1 },
    ],
    ["more than a number", above, where("n", "in", [1]), { n: 2 }],
    ["less than a number", where("n", "lt", 1), where("n", "in", [1]), { n: 0 }],
    ["more than a text", where("n", "gt", "z"), where("n", "in", ["z"]), { n: "z~" }],
    ["less than a text", where("n", "lt", "a"), where("n", "in", ["a"]), { n: "" }],
    ["a text where it is to be there", { propertyFilters: [] }, where("id", "exists", false), { id: "any" }],
    ["a text where no id is known", { propertyFilters: [] }, where("s", "in", []), { s: "any" }],
    ["another text", where("s", "exists", true), where("s", "in", ["any"]), { s: "not any" }],
    ["a number and not the text", where("n", "in", [1, "1"]), where("n", "in", ["1"]), { n: 1 }],
  ])("%s", (_, one, other, expected) => {
    expect(witness(one, other)).toEqual(expected);
    expect([compilePredicate(one)(expected), compilePredicate(other)(expected)]).toEqual([true, false]);
  });

  test.each<readonly [string, FilterDefinition, FilterDefinition]>([
    ["an entity without a date", all, dated(undefined, undefined)],
    ["an entity without a type, or of another", all, ofTypes("a")],
    ["another shape", ofTypes("a"), merged(ofTypes("a"), where("shape_id", "in", ["s1"]))],
    ["a date later on", all, between("2026-03-01", "2026-04-01")],
    ["a missing value", all, where("n", "exists", true)],
    ["what is there", all, where("n", "exists", false)],
    ["a text that is in neither list", where("n", "nin", ["", "a", true]), where("n", "in", ["a"])],
    ["one of the values that are left out", all, where("n", "nin", [1, 2])],
  ])("%s", (_, one, other) => {
    const entity = witness(one, other);
    expect([compilePredicate(one)(entity), compilePredicate(other)(entity)]).toEqual([true, false]);
  });

  test("a witness has no value where none is possible", () => {
    expect(Object.keys(witness(all, dated(undefined, undefined)) ?? { none: true })).toEqual([]);
  });

  test("no witness is found where a value would have to be inside a number", () => {
    expect(witness(where("n", "in", [5]), where("n.x", "exists", false))).toBeNull();
  });

  test("a key that all objects inherit is a separate key", () => {
    const entity = witness(where("__proto__", "in", ["a"]), where("__proto__", "in", ["b"]));
    expect(JSON.stringify(entity)).toBe('{"__proto__":"a"}');
    expect(compilePredicate(where("__proto__", "in", ["a"]))(entity)).toBe(true);
  });

  test("the empty slice has no witness, and everything contains all slices", () => {
    expect([witness(ofTypes(), all), witness(all, all)]).toEqual([null, null]);
    expect(isEmpty(ofTypes())).toBe(true);
  });

  test.each([
    ["all, and a list", all],
    ["a range, and a list of its dates", march],
    ["a range of one millisecond, and a list of its dates", dated(first, "0001-01-01T00:00:00.001Z")],
    ["the last instant, and a list of its dates", dated(last, undefined)],
  ])("a further witness is found however many dates are listed: %s", (_, one) => {
    const listed: unknown[] = [first, last, "2026-03-01T00:00:00.000Z"];
    for (let found = 0; found < 20; found++) {
      const other = where("created_at", "in", [...listed]);
      const entity = witness(one, other);
      expect([compilePredicate(one)(entity), compilePredicate(other)(entity)]).toEqual([true, false]);
      if (entity?.["created_at"] !== undefined) listed.push(entity["created_at"]);
    }
  });
});

describe("a definition that changes is read again", () => {
  test("if it is frozen and a getter changes its value", () => {
    let entityTypes = ["Person"];
    const filter = Object.freeze({
      get entityTypes(): readonly string[] {
        return entityTypes;
      },
      propertyFilters: Object.freeze([]),
    });
    const people = { entityTypes: ["Person"], propertyFilters: [] };
    expect(contains(people, filter)).toBe(true);
    entityTypes = ["Deal"];
    expect(contains(people, filter)).toBe(false);
  });

  const changing = (): { entityTypes: string[]; propertyFilters: PropertyFilter[] } => ({
    entityTypes: ["a"],
    propertyFilters: [{ path: "n", operator: "in", value: [1] }],
  });

  test("if its types or its conditions change", () => {
    const filter = changing();
    const before = cacheKey(filter);
    filter.entityTypes.push("b");
    expect(contains(ofTypes("a"), filter)).toBe(false);
    filter.propertyFilters.pop();
    expect(normalize(filter)).toEqual(ofTypes("a", "b"));
    expect(cacheKey(filter)).not.toBe(before);
  });

  test("if only one list in it is not frozen, and changes", () => {
    const value = [1];
    const part = Object.freeze({ path: "n", operator: "in", value } as const);
    const filter = Object.freeze({ propertyFilters: Object.freeze([part]) });
    expect(contains(where("n", "in", [1]), filter)).toBe(true);
    value.push(2);
    expect(contains(where("n", "in", [1]), filter)).toBe(false);
  });

  test("with results that are frozen", () => {
    for (const form of [normalize(ofTypes("b", "a")), union(all, march), intersect(all, march)]) {
      expect(Object.isFrozen(form) && Object.isFrozen(form?.propertyFilters)).toBe(true);
      expect(Object.isFrozen(form?.entityTypes) && Object.isFrozen(form?.dateRange)).toBe(true);
    }
  });
});
