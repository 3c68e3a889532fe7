// Definitions that nobody can change any more, so that what was once read from them stays true.
import type { FilterDefinition, PropertyFilter } from "./definition.ts";

/** Freezes a definition with all its parts, which must be plain data. */
export function freeze(definition: FilterDefinition): FilterDefinition {
  const { entityTypes, propertyFilters, dateRange } = definition;
  const filters = propertyFilters.flatMap((filter) => [filter, filter.value]);
  [definition, entityTypes, propertyFilters, dateRange, ...filters].forEach(Object.freeze);
  frozen.add(definition);
  return definition;
}

/** Whether a definition was frozen here. Of others, even frozen ones, a getter may say one thing today and another tomorrow. */
export function isFrozen(definition: FilterDefinition): boolean {
  return frozen.has(definition);
}

const frozen = new WeakSet<FilterDefinition>();

/** The definition itself if it was frozen here, or a copy that is. What can be compared with nothing is left out of the copy. */
export function frozenCopy(definition: FilterDefinition): FilterDefinition {
  if (isFrozen(definition)) return definition;
  const { entityTypes, propertyFilters, dateRange } = definition;
  return freeze({
    ...(entityTypes && { entityTypes: Array.from(entityTypes) }),
    propertyFilters: Array.from(propertyFilters, copyOf),
    ...(dateRange && { dateRange: { ...dateRange } }),
  });
}

/** Lists and objects equal nothing, and may say of themselves in JSON what they like. */
function copyOf({ path, operator, value }: PropertyFilter): PropertyFilter {
  if (operator !== "in" && operator !== "nin")
    return typeof value === "object"
      ? { path, operator: operator === "neq" ? "nin" : "in", value: [] }
      : { path, operator, value };
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return { path, operator, value: list.filter((each) => typeof each !== "object") };
}
