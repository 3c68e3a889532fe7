// The filters that `compile` emits as sets, and the entities to try them on.

import fc from "fast-check";
import type { FilterDefinition } from "../../src/index.ts";
import { nameRows } from "./qualifiers.ts";

/** An entity. The fields that names are compared with are there as well, or not. */
export interface TestEntity {
  readonly type: string;
  readonly created_at: string;
}

/** The filter as sets, so that two filters with one meaning and another order are equal. */
export function asSets(filter: FilterDefinition): object {
  return {
    entityTypes: filter.entityTypes === undefined ? "any" : [...new Set(filter.entityTypes)].toSorted(),
    propertyFilters: filter.propertyFilters.map(({ path, operator, value }) => ({
      path,
      operator,
      value: Array.isArray(value) ? [...new Set(value.map(String))].toSorted() : value,
    })),
    dateRange: filter.dateRange ?? "any",
  };
}

/** The entity at the bounds of both filters and one millisecond next to them, and as it is. */
export function atBounds(entity: TestEntity, filters: readonly FilterDefinition[]): readonly TestEntity[] {
  const bounds = filters.flatMap(({ dateRange }) => [dateRange?.start, dateRange?.end]);
  const instants = bounds.flatMap((bound) => (bound === undefined ? [] : [Date.parse(bound)]));
  const near = instants.flatMap((instant) => [instant - 1, instant, instant + 1]);
  return [entity, ...near.map((instant) => createdAt(entity, instant))];
}

function createdAt(entity: TestEntity, instant: number): TestEntity {
  return { ...entity, created_at: new Date(instant).toISOString() };
}

/** Entities over the given type names and identifiers, made around the instant `now`. */
export function entities(
  types: readonly string[],
  ids: readonly string[],
): fc.Arbitrary<readonly TestEntity[]> {
  const id = fc.constantFrom(...ids);
  const created = fc.date({ min: new Date("1990-01-01"), max: new Date("2060-01-01"), noInvalidDate: true });
  const entity = fc.record({
    type: fc.constantFrom(...types),
    ...Object.fromEntries(nameRows.map(({ path }) => [path, id])),
    created_at: created.map((date) => date.toISOString()),
  });
  return fc.array(entity, { minLength: 12, maxLength: 24 });
}
