/**
 * A filter run in the process, on one entity or on a table of many.
 *
 * @module slice-cql/predicate
 */

export { compilePredicate, type Predicate } from "../backends/predicate/predicate.ts";
export { createTable, type Table } from "../backends/predicate/table.ts";
export type { DateRange, FilterDefinition, PropertyFilter, Scalar } from "../semantics/definition.ts";
export type { Operator } from "../vocabulary/operators.ts";
