// Runs a filter on one entity at a time, straightforwardly.
import { requireDefinition } from "../../semantics/check-definition.ts";
import type { DateRange, FilterDefinition, PropertyFilter } from "../../semantics/definition.ts";
import { typeProperty } from "../../vocabulary/fields.ts";
import { compareCodePoints } from "./compare.ts";
import { readPath, splitPath } from "./path.ts";

/** Whether an entity is in the slice. */
export type Predicate = (entity: unknown) => boolean;

/**
 * Compiles a filter to a predicate. The entity's type is its `type` property.
 *
 * @throws TypeError that names the place if the filter is malformed.
 */
export function compilePredicate(filter: FilterDefinition): Predicate {
  requireDefinition(filter);
  const { entityTypes, propertyFilters, dateRange } = filter;
  const conditions: Predicate[] = [
    ...(entityTypes === undefined ? [] : [isIn([typeProperty], new Set(entityTypes))]),
    ...propertyFilters.map(conditionOf),
    ...(dateRange === undefined ? [] : [inRange(dateRange)]),
  ];
  return (entity) => conditions.every((condition) => condition(entity));
}

function conditionOf({ path, operator, value }: PropertyFilter): Predicate {
  const keys = splitPath(path);
  switch (operator) {
    case "eq":
      return isIn(keys, new Set([value]));
    case "neq":
      return notIn(keys, new Set([value]));
    case "in":
      return isIn(keys, new Set(listOf(value)));
    case "nin":
      return notIn(keys, new Set(listOf(value)));
    case "exists":
      return (entity) => isPresent(readPath(entity, keys)) === value;
    case "gt":
      return ordered(keys, value, (order) => order > 0);
    case "gte":
      return ordered(keys, value, (order) => order >= 0);
    case "lt":
      return ordered(keys, value, (order) => order < 0);
    case "lte":
      return ordered(keys, value, (order) => order <= 0);
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isIn(keys: readonly string[], values: ReadonlySet<unknown>): Predicate {
  return (entity) => {
    const found = readPath(entity, keys);
    return isScalar(found) && values.has(found);
  };
}

function notIn(keys: readonly string[], values: ReadonlySet<unknown>): Predicate {
  return (entity) => {
    const found = readPath(entity, keys);
    return isPresent(found) && !values.has(found);
  };
}

/** Numbers order with numbers and strings with strings; nothing else orders. */
function ordered(keys: readonly string[], bound: unknown, holds: (order: number) => boolean): Predicate {
  return (entity) => {
    const found = readPath(entity, keys);
    if (typeof found === "number" && typeof bound === "number") return holds(found - bound);
    return typeof found === "string" && typeof bound === "string" && holds(compareCodePoints(found, bound));
  };
}

/** Half-open. The entity's date is a day or an instant with its zone: without one it would differ by machine. */
function inRange({ field, start, end }: DateRange): Predicate {
  const keys = splitPath(field);
  const from = start === undefined ? Number.NEGATIVE_INFINITY : Date.parse(start);
  const to = end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end);
  return (entity) => {
    const found = readPath(entity, keys);
    const instant = typeof found === "string" && iso8601.test(found) ? Date.parse(found) : Number.NaN;
    return instant >= from && instant < to;
  };
}

const iso8601 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/u;

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isScalar(value: unknown): boolean {
  return isPresent(value) && typeof value !== "object";
}
