// A filter in other words: what stays the same in the text of a query is none of its values.

import { entityColumns } from "../../../src/exports/sql.ts";
import type { FilterDefinition } from "../../../src/index.ts";
import { propertyFilter } from "../property-filter.ts";
import { keysOf, pathOf } from "./reference.ts";

/** The filter with other keys and texts, and with U+0000 and a leading hyphen, which some databases cannot take, where they are. */
export function respelled({ entityTypes, propertyFilters, dateRange }: FilterDefinition): FilterDefinition {
  return {
    ...(entityTypes === undefined ? {} : { entityTypes: entityTypes.map(respell) }),
    propertyFilters: propertyFilters.map(({ path, operator, value }) => {
      const respelt = Array.isArray(value) ? value.map(respell) : respell(value);
      return propertyFilter(respellPath(path), operator, respelt);
    }),
    ...(dateRange === undefined ? {} : { dateRange: { ...dateRange, field: respellPath(dateRange.field) } }),
  };
}

function respellPath(path: string): string {
  return Object.hasOwn(entityColumns, path) ? path : pathOf(keysOf(path).map(respell));
}

function respell<T>(value: T): T | string {
  if (typeof value !== "string") return value;
  return `${value.startsWith("-") ? "-" : ""}other${value.includes("\0") ? "\0" : ""}`;
}
