// Definitions that nobody can change any more, so that what was once read from them stays true.
import type { FilterDefinition, PropertyFilter } from "./definition.ts";

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

/** Whether a definition was frozen here. Of others, even frozen ones, a getter may say one thing today and another tomorrow. */
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
 * A private field on an object that is there already: nobody else can see it, copy it or put it on another. To be in a
 * `WeakSet` would say the same, but that takes far longer to add to, as the garbage collector has to look after it.
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

/** Lists and objects equal nothing, and may say of themselves in JSON what they like. */
function copyOf({ path, operator, value }: PropertyFilter): PropertyFilter {
  if (operator !== "in" && operator !== "nin")
    return typeof value === "object"
      ? { path, operator: operator === "neq" ? "nin" : "in", value: [] }
      : { path, operator, value };
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return { path, operator, value: list.filter((each) => typeof each !== "object") };
}
