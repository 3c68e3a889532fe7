// Definitions that can no longer change, so that what was once read from them stays true.
import type { FilterDefinition, PropertyFilter, Scalar } from "./definition.ts";

/** Freezes a definition with all its parts, which must be plain data. */
export function freeze(definition: FilterDefinition): FilterDefinition {
  const { entityTypes, propertyFilters, dateRange } = definition;
  for (const filter of propertyFilters) {
    Object.freeze(filter.value);
    Object.freeze(filter);
  }
  Object.freeze(entityTypes);
  Object.freeze(propertyFilters);
  Object.freeze(dateRange);
  Seal.put(definition);
  return Object.freeze(definition);
}

/** Whether a definition was frozen here. Others, even frozen ones, may have getters that return something else the next time. */
export function isFrozen(definition: FilterDefinition): boolean {
  return Seal.isOn(definition);
}

/** Constructs the very object that it is given, so that the fields of a class that extends it are put on that. */
class Given extends Object {
  constructor(given: object) {
    super();
    return given;
  }
}

/**
 * A private field on an existing object: nothing else can see it, copy it or put it on another. Membership in a
 * `WeakSet` would do the same, but adding to one takes far longer, because the garbage collector has to track it.
 */
class Seal extends Given {
  readonly #isSealed = true;

  static put(object: object): boolean {
    return new Seal(object).#isSealed;
  }

  static isOn(object: object): boolean {
    return #isSealed in object;
  }
}

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

/** Lists and objects equal nothing, and may have any `toJSON`. */
function copyOf({ path, operator, value }: PropertyFilter): PropertyFilter {
  if (operator === "in" || operator === "nin") return { path, operator, value: scalarsOf(value) };
  if (operator === "exists") return { path, operator, value };
  return typeof value === "object"
    ? { path, operator: operator === "neq" ? "nin" : "in", value: [] }
    : { path, operator, value };
}

/** What was a list when it was checked may not be one when it is read again. */
function scalarsOf(list: unknown): readonly Scalar[] {
  const values: readonly unknown[] = Array.isArray(list) ? list : [];
  return values.filter((each): each is Scalar => typeof each !== "object");
}
