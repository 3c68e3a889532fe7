// A filter definition as the conditions that all must hold, in the few forms that every backend runs.
import { typeProperty } from "../vocabulary/entity.ts";
import { operators } from "../vocabulary/operators.ts";
import { jsonOf, listOf, membersOf, mustBe, stringOf, timestampOf } from "./checked.ts";
import type { FilterDefinition } from "./definition.ts";
import { splitPath } from "./path.ts";

/**
 * A value that can equal another.
 *
 * @example
 * ```ts
 * const values: readonly Scalar[] = ["Person", 5, true];
 * ```
 */
export type Scalar = string | number | boolean;

/** What orders: numbers with numbers, strings with strings. */
export type OrderOperator = "gt" | "gte" | "lt" | "lte";

/** One condition on the value at one place of an entity. */
export type Condition = Place & (Membership | Presence | Order | Range);

/** Where the value is. */
export interface Place {
  readonly keys: readonly string[];
  /** For messages: where in the definition it is said, such as `propertyFilters[0].path`. */
  readonly at: string;
}

/** Present, and equal to one of the values (`in`), or to none of them (`nin`). */
export interface Membership {
  readonly kind: "in" | "nin";
  readonly values: readonly Scalar[];
  /** Whether the filter asks for one value and not for a list: an index may serve that one. */
  readonly isSingle: boolean;
}

/** There and not null, or not. */
export interface Presence {
  readonly kind: "exists";
  readonly isPresent: boolean;
}

/** Ordered before or after the bound, which is of the same kind. */
export interface Order {
  readonly kind: "order";
  readonly operator: OrderOperator;
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
  const { entityTypes, propertyFilters, dateRange } = membersOf("", filter, [
    "entityTypes",
    "propertyFilters",
    "dateRange",
  ]);
  const types = entityTypes === undefined ? [] : [typeCondition("entityTypes", entityTypes)];
  const dates = dateRange === undefined ? [] : [dateCondition("dateRange", dateRange)];
  return [...types, ...listOf("propertyFilters", propertyFilters, propertyCondition), ...dates];
}

/** Whether a condition asks for nothing to be there: the one that holds where nothing is. */
export function isAbsence(condition: Condition): boolean {
  return condition.kind === "exists" && !condition.isPresent;
}

function typeCondition(at: string, types: unknown): Condition {
  return { at, keys: [typeProperty], ...membership("in", listOf(at, types, stringOf)) };
}

function propertyCondition(at: string, filter: unknown): Condition {
  const { path, operator, value } = membersOf(at, filter, ["path", "operator", "value"]);
  const place = placeOf(`${at}.path`, path);
  const json = (): Scalar | object => jsonOf(`${at}.value`, value);
  switch (operator) {
    case "eq":
      return { ...place, ...membership("in", [json()], true) };
    case "neq":
      return { ...place, ...membership("nin", [json()]) };
    case "in":
    case "nin":
      return { ...place, ...membership(operator, listOf(`${at}.value`, value, jsonOf)) };
    case "exists":
      if (typeof value !== "boolean") throw mustBe(`${at}.value`, "a boolean");
      return { ...place, kind: "exists", isPresent: value };
    case "gt":
    case "gte":
    case "lt":
    case "lte": {
      const bound = json();
      if (typeof bound === "string" || typeof bound === "number")
        return { ...place, kind: "order", operator, bound };
      // Nothing orders with it, and nothing is one of none.
      return { ...place, ...membership("in", []) };
    }
    default:
      throw mustBe(`${at}.operator`, `one of ${operators.join(", ")}`);
  }
}

function dateCondition(at: string, range: unknown): Condition {
  const { field, start, end } = membersOf(at, range, ["field", "start", "end"]);
  return {
    ...placeOf(`${at}.field`, field),
    kind: "range",
    start: timestampOf(`${at}.start`, start),
    end: timestampOf(`${at}.end`, end),
  };
}

function placeOf(at: string, path: unknown): Place {
  return { at, keys: splitPath(stringOf(at, path)) };
}

/** Lists and objects equal nothing, so they are no members; each value is there once, and -0 is 0. */
function membership(kind: "in" | "nin", list: readonly (Scalar | object)[], isSingle = false): Membership {
  return { kind, values: [...new Set(list.filter(isScalar))], isSingle };
}

function isScalar(value: Scalar | object): value is Scalar {
  return typeof value !== "object";
}
