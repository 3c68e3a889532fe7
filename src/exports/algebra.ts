/**
 * How slices relate, and when a cached result is stale.
 *
 * @module slice-cql/algebra
 */

export { cacheKey, intersect, normalize, union } from "../algebra/combine.ts";
export { coveredBy } from "../algebra/cover.ts";
export { contains, disjoint, equals, isEmpty, isWithin } from "../algebra/relations.ts";
export { witness } from "../algebra/witness.ts";
export { type Always, containsAlways } from "../relative/contains-always.ts";
export type { RelativeOptions } from "../relative/slice.ts";
export { whenOutside } from "../relative/when-outside.ts";
export { type Staleness, whenStale } from "../relative/when-stale.ts";
export type { DateRange, FilterDefinition, PropertyFilter, Scalar } from "../semantics/definition.ts";
export type { Operator } from "../vocabulary/operators.ts";
