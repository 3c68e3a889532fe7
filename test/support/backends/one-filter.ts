// Filters of one condition, and the conditions of a filter.

import type { DateRange, FilterDefinition, Operator } from "../../../src/index.ts";
import { propertyFilter } from "../property-filter.ts";

/** A filter with one property filter. */
export function where(path: string, operator: Operator, value: unknown): FilterDefinition {
  return { propertyFilters: [propertyFilter(path, operator, value)] };
}

/** A filter with a date range alone. */
export function dated(dateRange: DateRange): FilterDefinition {
  return { propertyFilters: [], dateRange };
}

/** A range with the bounds that there are. */
export function bounded(field: string, start: string | undefined, end: string | undefined): DateRange {
  return { field, ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
}

/** The filters that each have one of a filter's conditions. */
export function conditionsOf({
  entityTypes,
  propertyFilters,
  dateRange,
}: FilterDefinition): readonly FilterDefinition[] {
  return [
    ...propertyFilters.map((each) => ({ propertyFilters: [each] })),
    ...(entityTypes === undefined ? [] : [{ entityTypes, propertyFilters: [] }]),
    ...(dateRange === undefined ? [] : [dated(dateRange)]),
  ];
}
