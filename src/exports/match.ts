/**
 * Which of many stored slices an entity is in.
 *
 * @module slice-cql/match
 */

export { type SliceChanges, SliceIndex, type SliceIndexData } from "../match/slice-index.ts";
export type { StoredSlice } from "../match/stored-slice.ts";
export type { RelativeDates, RelativeOptions } from "../relative/slice.ts";
export type { DateRange, FilterDefinition, PropertyFilter, Scalar } from "../semantics/definition.ts";
export type { Operator } from "../vocabulary/operators.ts";
