// Tells from the form of filters whether every answer about one is exact, and whether it says anything new.

import type { FilterDefinition, PropertyFilter } from "../../../src/index.ts";
import { keysOf } from "../../support/backends/reference.ts";
import type { World } from "./worlds.ts";

/** Whether a filter has lists and a range alone, and other conditions only on the path of a list. */
export function isExact({ entityTypes, propertyFilters, dateRange }: FilterDefinition): boolean {
  const listed = new Set(propertyFilters.filter(isList).map(({ path }) => nameOf(path)));
  if (entityTypes !== undefined) listed.add(nameOf("type"));
  return (
    propertyFilters.every(({ path }) => listed.has(nameOf(path)) && isTop(path)) &&
    (dateRange === undefined || isTop(dateRange.field))
  );
}

/** Whether a filter has a value or a bound that no filter of the world has. */
export function hasStranger({ types, paths, fields }: World, filter: FilterDefinition): boolean {
  const { entityTypes = [], propertyFilters, dateRange } = filter;
  const values = (path: string): readonly unknown[] => [
    ...(path === "type" ? types : []),
    ...paths.flatMap((pool) => (areSamePath(pool.path, path) ? pool.values : [])),
  ];
  const bounds = fields.flatMap((pool) =>
    areSamePath(pool.field, dateRange?.field ?? "") ? pool.bounds : [],
  );
  const isKnown = (bound: string | undefined): boolean => bound === undefined || bounds.includes(bound);
  return !(
    entityTypes.every((type) => values("type").includes(type)) &&
    propertyFilters.every(
      (part) =>
        part.operator === "exists" || asList(part).every((value) => values(part.path).includes(value)),
    ) &&
    isKnown(dateRange?.start) &&
    isKnown(dateRange?.end)
  );
}

/** Whether two paths are of the same keys: a backslash can be spelled in two ways. */
export function areSamePath(one: string, other: string): boolean {
  return nameOf(one) === nameOf(other);
}

function nameOf(path: string): string {
  const name = names.get(path) ?? JSON.stringify(keysOf(path));
  names.set(path, name);
  return name;
}

const names = new Map<string, string>();

function isList({ operator }: PropertyFilter): boolean {
  return operator === "in" || operator === "eq";
}

function isTop(path: string): boolean {
  return !path.includes(".") || keysOf(path).length === 1;
}

function asList({ value }: PropertyFilter): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
