// Filters of one condition, for tests that ask one thing.

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
