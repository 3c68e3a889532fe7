// Filters of a few conditions, made of pools of types, paths, values and dates.

import fc from "fast-check";
import type { DateRange, FilterDefinition, Operator, PropertyFilter } from "../../src/index.ts";
import { bounded } from "./backends/one-filter.ts";
import { propertyFilter } from "./property-filter.ts";

/** A path that property filters ask for, and the values that they ask for there. */
interface PathPool {
  readonly path: string;
  readonly values: readonly unknown[];
}

/** A field of dates, and the bounds that ranges have there. */
interface FieldPool {
  readonly field: string;
  readonly bounds: readonly string[];
}

/** What filters are made of; what is there twice comes twice as often. */
export interface Pools {
  readonly types: readonly string[];
  readonly paths: readonly PathPool[];
  readonly fields: readonly FieldPool[];
  readonly operators: readonly Operator[];
}

/** A few conditions. */
export function filterIn(pools: Pools): fc.Arbitrary<FilterDefinition> {
  const part = fc.oneof(...pools.paths.map((pool) => partOf(pool, pools.operators)));
  const range = fc.oneof(...pools.fields.map(({ field, bounds }) => rangeOf(field, bounds)));
  const parts = ofLengths(part, [0, 1, 1, 1, 2, 2, 3]);
  return fc
    .tuple(fc.option(listOf(pools.types), { freq: 2 }), parts, fc.option(range, { freq: 2 }))
    .map(([types, propertyFilters, dateRange]) => filterOf(types, propertyFilters, dateRange));
}

function partOf({ path, values }: PathPool, operators: Pools["operators"]): fc.Arbitrary<PropertyFilter> {
  return fc
    .tuple(fc.constantFrom(...operators), listOf(values), fc.constantFrom(...values), fc.boolean())
    .map(([operator, list, one, isThere]) => {
      if (operator === "exists") return { path, operator, value: isThere };
      return propertyFilter(path, operator, operator === "in" || operator === "nin" ? list : one);
    });
}

/** Some values, which may be there twice; now and then none. */
function listOf<T>(values: readonly T[]): fc.Arbitrary<readonly T[]> {
  return ofLengths(fc.constantFrom(...values), [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 0]);
}

/** Lists of one of these lengths. */
export function ofLengths<T>(
  member: fc.Arbitrary<T>,
  lengths: readonly number[],
): fc.Arbitrary<readonly T[]> {
  return fc.oneof(...lengths.map((length) => fc.array(member, { minLength: length, maxLength: length })));
}

/** The start is seldom after the end. */
export function rangeOf(field: string, bounds: readonly string[]): fc.Arbitrary<DateRange> {
  const bound = fc.constantFrom(...bounds);
  return fc
    .tuple(bound, bound, fc.nat(9), fc.nat(2), fc.nat(2))
    .map(([one, other, order, noStart, noEnd]) => {
      const [start, end] = one <= other || order === 0 ? [one, other] : [other, one];
      return bounded(field, noStart === 0 ? undefined : start, noEnd === 0 ? undefined : end);
    });
}

/** A filter with what there is of it. */
export function filterOf(
  types: readonly string[] | null | undefined,
  propertyFilters: readonly PropertyFilter[],
  dateRange: DateRange | null | undefined,
): FilterDefinition {
  return { ...(types && { entityTypes: types }), propertyFilters, ...(dateRange && { dateRange }) };
}
