// Filters of one condition for examples, and filters put together.

import type { FilterDefinition } from "../../../src/index.ts";
import { bounded } from "../../support/backends/one-filter.ts";

export { where } from "../../support/backends/one-filter.ts";

/** Everything. */
export const all: FilterDefinition = { propertyFilters: [] };

/** The first instant that a date can mean. */
export const first = "0001-01-01T00:00:00.000Z" as const;

/** The last instant that a date can mean. */
export const last = "9999-12-31T23:59:59.999Z" as const;

/** The entities of some types. */
export function ofTypes(...entityTypes: readonly string[]): FilterDefinition {
  return { entityTypes, propertyFilters: [] };
}

/** The entities with a date from `start` to just before `end`. */
export function dated(
  start: string | undefined,
  end: string | undefined,
  field = "created_at",
): FilterDefinition {
  return { propertyFilters: [], dateRange: bounded(field, start, end) };
}

/** The entities with a date from a day to just before another. */
export function between(start: string, end: string): FilterDefinition {
  return dated(`${start}T00:00:00.000Z`, `${end}T00:00:00.000Z`);
}

/** The conditions of several filters; of their types and ranges the last count. */
export function merged(...filters: readonly FilterDefinition[]): FilterDefinition {
  const propertyFilters = filters.flatMap((filter) => filter.propertyFilters);
  return Object.assign({}, ...filters, { propertyFilters });
}
