// A little evaluator of the filters that `compile` emits (entityTypes, `in`, dateRange), and the entities to try it on.

import fc from "fast-check";
import type { FilterDefinition } from "../../src/index.ts";
import { nameRows } from "./qualifiers.ts";

/** An entity. The fields that names are compared with are there as well, or not. */
export interface TestEntity {
  readonly type: string;
  readonly created_at: string;
}

/** Whether the entity is in the slice; an operator that `compile` never emits is a mistake in the test. */
export function matches(filter: FilterDefinition, entity: TestEntity): boolean {
  const fields = new Map<string, string>(Object.entries(entity));
  const { entityTypes, propertyFilters, dateRange } = filter;
  if (entityTypes !== undefined && !entityTypes.includes(entity.type)) return false;
  for (const { path, operator, value } of propertyFilters) {
    if (operator !== "in" || !Array.isArray(value)) throw new Error(`compile emitted ${operator}`);
    if (!value.includes(fields.get(path))) return false;
  }
  if (dateRange === undefined) return true;
  const created = Date.parse(fields.get(dateRange.field) ?? "");
  const start = dateRange.start === undefined ? -Infinity : Date.parse(dateRange.start);
  const end = dateRange.end === undefined ? Infinity : Date.parse(dateRange.end);
  return created >= start && created < end;
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
