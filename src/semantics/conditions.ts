// A filter definition as the conditions that all must hold, in the few forms that every backend runs.
import { typeProperty } from "../vocabulary/entity.ts";
import { requireDefinition } from "./check-definition.ts";
import type { FilterDefinition, PropertyFilter } from "./definition.ts";
import { splitPath } from "./path.ts";

/** A value that can equal another. */
export type Scalar = string | number | boolean;

/** What orders: numbers with numbers, strings with strings. */
export type OrderOperator = "gt" | "gte" | "lt" | "lte";

/** One condition on the value at one place of an entity. */
export type Condition = Place & (Membership | Presence | Order | Range);

/** Where the value is. */
export interface Place {
  readonly keys: readonly string[];
  /** For messages: where in the definition that is said, such as `propertyFilters[0] (path "a.b")`. */
  readonly where: string;
}

/** Present, and equal to one of the values (`in`), or to none of them (`nin`). */
export interface Membership {
  readonly kind: "in" | "nin";
  readonly values: readonly Scalar[];
  /** Whether the filter asks for one value and not for a list. */
  readonly isSingle: boolean;
}

/** There and not null, or not. */
export interface Presence {
  readonly kind: "exists";
  readonly isPresent: boolean;
}

/** Ordered before or after the bound, which is of the same kind. */
export interface Order {
  readonly kind: OrderOperator;
  readonly bound: string | number;
}

/** A date from `start` to just before `end`; without both, any date. */
export interface Range {
  readonly kind: "range";
  readonly start: string | undefined;
  readonly end: string | undefined;
}

/** The conditions of a filter, in its order. Throws a `TypeError` that names the place if it is malformed. */
export function conditionsOf(filter: FilterDefinition): readonly Condition[] {
  requireDefinition(filter);
  const { entityTypes, propertyFilters, dateRange } = filter;
  const conditions = propertyFilters.map(conditionOf);
  if (entityTypes !== undefined) {
    conditions.unshift({ ...placeOf("entityTypes", typeProperty), ...oneOf("in", entityTypes) });
  }
  if (dateRange !== undefined) {
    const { field, start, end } = dateRange;
    conditions.push({ ...placeOf("dateRange", field), kind: "range", start, end });
  }
  return conditions;
}

function conditionOf({ path, operator, value }: PropertyFilter, index: number): Condition {
  const place = placeOf(`propertyFilters[${index}]`, path);
  switch (operator) {
    case "eq":
      return { ...place, ...oneOf("in", [value], true) };
    case "neq":
      return { ...place, ...oneOf("nin", [value], true) };
    case "in":
    case "nin":
      return { ...place, ...oneOf(operator, Array.isArray(value) ? value : []) };
    case "exists":
      return { ...place, kind: operator, isPresent: value === true };
    default: {
      const orders = typeof value === "number" || typeof value === "string";
      return { ...place, ...(orders ? { kind: operator, bound: value } : oneOf("in", [])) };
    }
  }
}

function placeOf(where: string, path: string): Place {
  return { keys: splitPath(path), where: `${where} (path ${JSON.stringify(path)})` };
}

/** Lists and objects equal nothing, so they are no members; each value is there once, and -0 is 0. */
function oneOf(kind: "in" | "nin", list: readonly unknown[], isSingle = false): Membership {
  return { kind, values: [...new Set(list.filter(isScalar))], isSingle };
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
