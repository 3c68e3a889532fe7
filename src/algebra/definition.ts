// From a box back to a definition, the same for all ways to write it.
import { isStringList } from "../data/guards.ts";
import type { DateRange, FilterDefinition, PropertyFilter } from "../semantics/definition.ts";
import { freeze } from "../semantics/frozen.ts";
import { afterTimestamps, firstTimestamp } from "../semantics/timestamp.ts";
import { typeProperty } from "../vocabulary/entity.ts";
import { type Box, endOfRange, startOf } from "./box.ts";
import { canonicalFilter, inOrder } from "./canonical.ts";

/**
 * The definition of a box: filters and values in order, and no bound that excludes nothing. Throws a `TypeError` if there
 * are date ranges at several paths: a definition has one.
 */
export function definitionOf(box: Box): FilterDefinition {
  if (box === undefined) return freeze({ entityTypes: [], propertyFilters: [] });
  const types: (readonly string[])[] = [];
  const filters: PropertyFilter[] = [];
  const ranges: DateRange[] = [];
  for (const [path, side] of box) {
    for (const each of side) {
      if (each.kind === "range") {
        const [start, end] = [startOf(each), endOfRange(each)];
        ranges.push({
          field: path,
          ...(start > firstTimestamp && { start }),
          ...(end < afterTimestamps && { end }),
        });
      } else if (path === typeProperty && each.kind === "in" && isStringList(each.values))
        types.push(inOrder(each.values));
      else filters.push(canonicalFilter(path, each));
    }
  }
  const [entityTypes] = types;
  const [dateRange, other] = ranges;
  if (other !== undefined && dateRange !== undefined)
    throw new TypeError(
      `a definition has one dateRange: give slices of one field, not of ${dateRange.field} and of ${other.field}`,
    );
  return freeze({
    ...(entityTypes && { entityTypes }),
    propertyFilters: inOrder(filters),
    ...(dateRange && { dateRange }),
  });
}
