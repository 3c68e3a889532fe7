// Smaller filters and entities, one step each, to find the smallest that still differ.

import type { FilterDefinition, PropertyFilter } from "../../../src/index.ts";
import type { Entity } from "./engine.ts";

/** The filter without one of its parts, or with less in one. */
export function smallerFilters(filter: FilterDefinition): readonly FilterDefinition[] {
  const { entityTypes, propertyFilters, dateRange } = filter;
  const types = entityTypes === undefined ? {} : { entityTypes };
  const range = dateRange === undefined ? {} : { dateRange };
  const smaller: FilterDefinition[] = [];
  if (entityTypes !== undefined) smaller.push({ propertyFilters, ...range });
  if (dateRange !== undefined) smaller.push({ ...types, propertyFilters });
  for (const [at, part] of propertyFilters.entries()) {
    for (const instead of [[], ...smallerParts(part).map((each) => [each])])
      smaller.push({ ...filter, propertyFilters: propertyFilters.toSpliced(at, 1, ...instead) });
  }
  for (const fewer of smallerLists(entityTypes ?? [])) smaller.push({ ...filter, entityTypes: fewer });
  for (const bound of ["start", "end"] as const) {
    if (dateRange?.[bound] === undefined) continue;
    const { [bound]: _, ...rest } = dateRange;
    smaller.push({ ...filter, dateRange: rest });
  }
  return smaller;
}

function smallerParts(part: PropertyFilter): readonly PropertyFilter[] {
  if (!Array.isArray(part.value)) return [];
  const { path, operator } = part;
  return smallerLists<unknown>(part.value).map((value) => ({ path, operator, value }));
}

/** Halves of a long list, then the list without one member. */
function smallerLists<T>(list: readonly T[]): readonly (readonly T[])[] {
  const half = Math.ceil(list.length / 2);
  if (list.length > 8) return [list.slice(0, half), list.slice(half)];
  return list.map((_, at) => list.toSpliced(at, 1));
}

/** The entity without one of its members, down to the innermost; its id stays. */
export function smallerEntities(entity: Entity): readonly Entity[] {
  return smallerObjects(entity).filter((smaller) => Object.hasOwn(smaller, "id"));
}

function smallerObjects(object: Entity): readonly Entity[] {
  const members = Object.entries(object);
  const without = members.map((_, at) => members.toSpliced(at, 1));
  const within = members.flatMap(([key, value], at) =>
    smallerValues(value).map((smaller) => members.toSpliced(at, 1, [key, smaller])),
  );
  return [...without, ...within].map((each) => Object.fromEntries(each));
}

function smallerValues(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return smallerLists<unknown>(value);
  return isObject(value) ? smallerObjects(value) : [];
}

function isObject(value: unknown): value is Entity {
  return typeof value === "object" && value !== null && !(value instanceof Date);
}
