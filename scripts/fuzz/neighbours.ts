// Entities that filters are about: at each place a value that they name, one beside it, or none.

import type { FilterDefinition } from "../../src/index.ts";
import { randomFrom } from "../../test/support/backends/random.ts";
import { keysOf } from "../../test/support/backends/reference.ts";

/** Entities made of the values of the filters, always the same for the same filters. */
export function entitiesNear(filters: readonly FilterDefinition[], count = 40): readonly object[] {
  const places = new Map<string, unknown[]>();
  const add = (path: string, values: readonly unknown[]): void => {
    const known = places.get(path);
    if (known === undefined) places.set(path, [undefined, ...values]);
    else known.push(...values);
  };
  for (const { entityTypes, propertyFilters, dateRange } of filters) {
    add("type", [...(entityTypes ?? []).slice(0, 20), "stranger"]);
    for (const { path, value } of propertyFilters)
      add(path, Array.isArray(value) ? [...value.slice(0, 20), "stranger"] : [value, null, 5, "b"]);
    for (const bound of [dateRange?.start, dateRange?.end])
      if (dateRange !== undefined && bound !== undefined) add(dateRange.field, datesNear(bound));
  }
  const random = randomFrom(1);
  return Array.from({ length: count }, () => {
    const entity = {};
    for (const [path, values] of places) set(entity, keysOf(path), random.pick(values));
    return entity;
  });
}

function datesNear(bound: string): readonly string[] {
  const instant = Date.parse(bound);
  return [instant - 1, instant, instant + 1].map((near) => {
    const date = new Date(near);
    return Number.isNaN(near) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999
      ? bound
      : date.toISOString();
  });
}

/** Puts a value where a path leads, as an own member, unless something that is no object is in the way. */
function set(entity: object, [key = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    Object.defineProperty(entity, key, { value, enumerable: true, writable: true, configurable: true });
    return;
  }
  const found: unknown = Object.getOwnPropertyDescriptor(entity, key)?.value;
  const inner = typeof found === "object" && found !== null ? found : {};
  set(entity, [key], inner);
  set(inner, rest, value);
}
