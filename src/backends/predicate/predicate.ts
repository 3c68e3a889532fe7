// Runs a filter on one entity at a time, straightforwardly.
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
  const { entityTypes, propertyFilters, dateRange } = filter;
  if (!Array.isArray(propertyFilters)) throw new TypeError("propertyFilters must be an array");
  const conditions: Predicate[] = [
    ...(entityTypes === undefined ? [] : [isIn([typeProperty], new Set(entityTypes))]),
    ...propertyFilters.map(conditionOf),
    ...(dateRange === undefined ? [] : [inRange(dateRange)]),
  ];
  return (entity) => conditions.every((condition) => condition(entity));
}

function conditionOf({ path, operator, value }: PropertyFilter, index: number): Predicate {
  const place = `propertyFilters[${index}]`;
  if (typeof path !== "string") throw new TypeError(`${place}.path must be a string`);
  if (value === null || value === undefined) throw new TypeError(`${place}.value must not be null`);
  const keys = splitPath(path);
  switch (operator) {
    case "eq":
      return (entity) => isScalar(readPath(entity, keys)) && readPath(entity, keys) === value;
    case "neq":
      return (entity) => isPresent(readPath(entity, keys)) && readPath(entity, keys) !== value;
    case "in":
      return isIn(keys, setOf(value, place));
    case "nin":
      return notIn(keys, setOf(value, place));
    case "exists":
      if (typeof value !== "boolean") throw new TypeError(`${place}.value must be a boolean`);
      return (entity) => isPresent(readPath(entity, keys)) === value;
    case "gt":
      return ordered(keys, value, (order) => order > 0);
    case "gte":
      return ordered(keys, value, (order) => order >= 0);
    case "lt":
      return ordered(keys, value, (order) => order < 0);
    case "lte":
      return ordered(keys, value, (order) => order <= 0);
    default:
      throw new TypeError(`${place}.operator is not an operator`);
  }
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
  const from = start === undefined ? Number.NEGATIVE_INFINITY : instantOf(start, "dateRange.start");
  const to = end === undefined ? Number.POSITIVE_INFINITY : instantOf(end, "dateRange.end");
  return (entity) => {
    const found = readPath(entity, keys);
    const instant = typeof found === "string" && iso8601.test(found) ? Date.parse(found) : Number.NaN;
    return instant >= from && instant < to;
  };
}

const iso8601 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/u;

function instantOf(iso: string, place: string): number {
  const instant = Date.parse(iso);
  if (Number.isNaN(instant)) throw new TypeError(`${place} must be an ISO 8601 timestamp`);
  return instant;
}

function setOf(value: unknown, place: string): ReadonlySet<unknown> {
  if (!Array.isArray(value)) throw new TypeError(`${place}.value must be an array`);
  return new Set(value);
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isScalar(value: unknown): boolean {
  return isPresent(value) && typeof value !== "object";
}
