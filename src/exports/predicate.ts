// The entry `slice-cql/predicate`: a filter run in the process, on one entity or on a table of many.

export { compilePredicate, type Predicate } from "../backends/predicate/predicate.ts";
export { createTable, type Table } from "../backends/predicate/table.ts";
export type { DateRange, FilterDefinition, PropertyFilter } from "../semantics/definition.ts";
export type { Operator } from "../vocabulary/operators.ts";
