// Definitions that nobody can change any more, so that what was once read from them stays true.
import { isRecord } from "../data/guards.ts";
import type { FilterDefinition } from "./definition.ts";

/** Freezes a definition with all its parts. */
export function freeze(definition: FilterDefinition): FilterDefinition {
  partsOf(definition).forEach(Object.freeze);
  return definition;
}

/** The definition itself if nobody can change it, or a copy that nobody can. */
export function frozenCopy(definition: FilterDefinition): FilterDefinition {
  if (isFrozen(definition)) return definition;
  const { entityTypes, propertyFilters, dateRange } = definition;
  return freeze({
    ...(entityTypes && { entityTypes: [...entityTypes] }),
    propertyFilters: propertyFilters.map(({ path, operator, value }) => ({
      path,
      operator,
      value: Array.isArray(value) ? Array.from<unknown>(value) : isRecord(value) ? { ...value } : value,
    })),
    ...(dateRange && { dateRange: { ...dateRange } }),
  });
}

/** Whether a definition that is well formed is frozen with all its parts. */
export function isFrozen(definition: FilterDefinition): boolean {
  return Object.isFrozen(definition) && partsOf(definition).every(Object.isFrozen);
}

function partsOf(definition: FilterDefinition): readonly unknown[] {
  const { entityTypes, propertyFilters, dateRange } = definition;
  const filters = propertyFilters.flatMap((filter) => [filter, filter.value]);
  return [definition, entityTypes, propertyFilters, dateRange, ...filters];
}
