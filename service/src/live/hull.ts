// The smallest simple slice around some slices of one key, at several moments.

import type { FilterDefinition, PropertyFilter } from "slice-cql/sql";

const day = 24 * 60 * 60_000;

/** A slice that has all entities of these, and may have more: of each column all values that one of them lists, and their dates from the first to the last. */
export function hullOf(filters: readonly FilterDefinition[]): FilterDefinition {
  const entityTypes = united(filters.map((filter) => filter.entityTypes));
  const paths = [
    ...new Set(filters.flatMap(({ propertyFilters }) => propertyFilters.map(({ path }) => path))),
  ];
  const propertyFilters = paths.flatMap((path): PropertyFilter[] => {
    const values = united(filters.map((filter) => listedIn(filter, path)));
    return values === undefined ? [] : [{ path, operator: "in", value: values }];
  });
  // Between two moments dates that count in months may step back, by less than a day.
  const start = outermost(
    filters.map(({ dateRange }) => dateRange?.start),
    Math.min,
    -day,
  );
  const end = outermost(
    filters.map(({ dateRange }) => dateRange?.end),
    Math.max,
    day,
  );
  return {
    ...(entityTypes !== undefined && { entityTypes }),
    propertyFilters,
    dateRange: {
      field: "created_at",
      ...(start !== undefined && { start }),
      ...(end !== undefined && { end }),
    },
  };
}

/** All values of some lists; undefined if one of them has no limit. */
function united(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const known = lists.filter((list) => list !== undefined);
  return known.length < lists.length ? undefined : [...new Set(known.flat())];
}

function listedIn({ propertyFilters }: FilterDefinition, path: string): readonly string[] | undefined {
  const found = propertyFilters.find((filter) => filter.path === path);
  const value: unknown = found?.operator === "eq" ? [found.value] : found?.value;
  return Array.isArray(value) ? value.map(String) : undefined;
}

function outermost(
  bounds: readonly (string | undefined)[],
  choose: (...values: number[]) => number,
  more: number,
): string | undefined {
  const known = bounds.filter((bound) => bound !== undefined);
  if (known.length < bounds.length) return undefined;
  const at = choose(...known.map((bound) => Date.parse(bound))) + more;
  // Not out of the calendar.
  return Number.isNaN(at) || at < firstInstant || at > lastInstant ? undefined : new Date(at).toISOString();
}

const [firstInstant, lastInstant] = [
  Date.parse("0001-01-01T00:00:00Z"),
  Date.parse("9999-12-31T23:59:59.999Z"),
];
