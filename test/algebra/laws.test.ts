// Tests the laws of the algebra on filters of any text, path, value and operator, which no small world has.

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  cacheKey,
  contains,
  coveredBy,
  disjoint,
  equals,
  intersect,
  isEmpty,
  normalize,
  union,
  witness,
} from "../../src/exports/algebra.ts";
import { compilePredicate } from "../../src/exports/predicate.ts";
import type { FilterDefinition, PropertyFilter } from "../../src/index.ts";
import { operators } from "../../src/vocabulary/operators.ts";
import { anyClock, anyString } from "../support/arbitraries.ts";
import { inSlice, pathOf } from "../support/backends/reference.ts";
import { propertyFilter } from "../support/property-filter.ts";
import { patience, runs } from "../support/runs.ts";
import { isExact } from "./support/exactness.ts";
import { all, ofTypes } from "./support/examples.ts";

const nothing = ofTypes();

/** Few keys, some of them traps, so that the conditions of two filters meet. */
const key = fc.oneof(
  {
    arbitrary: fc.constantFrom("type", "shape_id", "n", "a", "a.b", "__proto__", "constructor", "\\", ""),
    weight: 8,
  },
  { arbitrary: anyString, weight: 1 },
);

/** A path may be of several keys, and spelled in several ways. */
const path = fc.oneof(
  { arbitrary: key.map((each) => pathOf([each])), weight: 6 },
  { arbitrary: fc.array(key, { minLength: 1, maxLength: 3 }).map(pathOf), weight: 1 },
  { arbitrary: key, weight: 1 },
);

const scalar = fc.oneof(
  fc.constantFrom<unknown>("a", "b", "", 0, -0, 1, "1", true, false, "true", "2026-03-01"),
  anyString,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const value = fc.oneof(
  { arbitrary: scalar, weight: 12 },
  { arbitrary: fc.constantFrom<unknown>([], {}, ["a"], { a: 1 }), weight: 1 },
);

const instant = anyClock.map((each) => new Date(each).toISOString());

const part: fc.Arbitrary<PropertyFilter> = fc
  .tuple(path, fc.constantFrom("in", "in", "in", ...operators), fc.array(value, { maxLength: 4 }), value)
  .map(([at, operator, list, one]): PropertyFilter => {
    if (operator === "exists") return { path: at, operator, value: list.length > 1 };
    return propertyFilter(at, operator, operator === "in" || operator === "nin" ? list : one);
  });

const definition: fc.Arbitrary<FilterDefinition> = fc.record(
  {
    entityTypes: fc.array(fc.oneof(fc.constantFrom("a", "b", ""), anyString), { maxLength: 3 }),
    propertyFilters: fc.array(part, { maxLength: 4 }),
    dateRange: fc.record({ field: path, start: instant, end: instant }, { requiredKeys: ["field"] }),
  },
  { requiredKeys: ["propertyFilters"] },
);

/** A second filter of conditions of the first and some of its own. */
const pair = fc
  .tuple(definition, definition, fc.nat(), fc.boolean())
  .map(([one, other, from, isAlike]): readonly [FilterDefinition, FilterDefinition] => [
    one,
    isAlike
      ? {
          ...one,
          ...other,
          propertyFilters: [...one.propertyFilters.slice(from % 3), ...other.propertyFilters.slice(0, 1)],
        }
      : other,
  ]);

function holds(
  name: string,
  law: (one: FilterDefinition, other: FilterDefinition) => void,
  count = 1500,
): void {
  test(name, { timeout: patience }, () => {
    fc.assert(
      fc.property(pair, ([one, other]) => {
        law(one, other);
      }),
      runs(count),
    );
  });
}

holds("a filter equals its normal form, which is stable and survives JSON", (filter) => {
  const form = normalize(filter);
  expect(equals(filter, form)).toBe(true);
  expect(normalize(form)).toEqual(form);
  expect(JSON.parse(JSON.stringify(form))).toEqual(form);
  expect([cacheKey(form), cacheKey(JSON.parse(JSON.stringify(filter)))]).toEqual([
    cacheKey(filter),
    cacheKey(filter),
  ]);
});

holds("the order and the repetition of conditions and values do not change the meaning", (filter) => {
  const parts = filter.propertyFilters.map((each) => {
    const { path: at, operator, value: given } = each;
    return propertyFilter(at, operator, Array.isArray(given) ? [...given.toReversed(), ...given] : given);
  });
  const other = { ...filter, propertyFilters: [...parts.toReversed(), ...parts] };
  expect(normalize(other)).toEqual(normalize(filter));
  expect(equals(other, filter)).toBe(true);
});

holds("what two filters have in common is inside both", (one, other) => {
  const common = commonOf(one, other);
  if (common === undefined) return;
  expect([contains(one, common), contains(other, common)]).toEqual([true, true]);
  expect(commonOf(other, one)).toEqual(common);
  expect(disjoint(one, other)).toBe(isEmpty(common));
  expect(intersect(common, one)).toEqual(common);
});

holds("two filters are inside their union", (one, other) => {
  const sum = union(one, other);
  expect(union(other, one)).toEqual(sum);
  if (sum === null) return;
  expect([contains(sum, one), contains(sum, other), coveredBy(sum, [other, one])]).toEqual([
    true,
    true,
    true,
  ]);
});

holds("every filter is inside the whole, and the empty slice is inside every filter", (one, other) => {
  expect([contains(all, one), contains(one, nothing), disjoint(one, nothing)]).toEqual([true, true, true]);
  expect([isEmpty(one), equals(one, nothing), contains(nothing, one), coveredBy(one, [])]).toEqual(
    Array.from({ length: 4 }).fill(isEmpty(one)),
  );
  expect([union(one, nothing), union(nothing, one), intersect(one, all)]).toEqual(
    Array.from({ length: 3 }).fill(normalize(one)),
  );
  expect([coveredBy(one, [other, one]), coveredBy(one, [all])]).toEqual([true, true]);
});

holds("contains, equals, disjoint and coveredBy agree", (one, other) => {
  const [down, up] = [contains(one, other), contains(other, one)];
  expect(equals(one, other)).toBe(down && up);
  expect(equals(other, one)).toBe(down && up);
  expect(disjoint(other, one)).toBe(disjoint(one, other));
  if (down) expect(coveredBy(other, [one])).toBe(true);
  if (down && disjoint(one, other)) expect(isEmpty(other)).toBe(true);
  if (isExact(one) && isExact(other)) {
    expect(equals(one, other)).toBe(cacheKey(one) === cacheKey(other));
    expect(coveredBy(other, [one])).toBe(down);
  }
});

holds(
  "a witness is in the one and not in the other, and there is one where it must be",
  (one, other) => {
    const found = witness(one, other);
    if (isExact(one) && isExact(other)) expect(found === null).toBe(contains(other, one));
    if (found === null) return;
    expect(contains(other, one)).toBe(false);
    // Not through JSON: in Node 24 JSON.parse reads an escaped quote as a key as a backslash, if an object before had that key there.
    for (const entity of [found, structuredClone(found)]) {
      expect([inSlice(one, entity), inSlice(other, entity)]).toEqual([true, false]);
      expect([compilePredicate(one)(entity), compilePredicate(other)(entity)]).toEqual([true, false]);
    }
  },
  4000,
);

/** Undefined where both have a range, each on another field. */
function commonOf(one: FilterDefinition, other: FilterDefinition): FilterDefinition | undefined {
  try {
    return intersect(one, other);
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    expect([one.dateRange, other.dateRange]).not.toContain(undefined);
    return undefined;
  }
}
