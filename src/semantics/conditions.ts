// A filter definition as the conditions that all must hold, in the few forms that every backend runs.
import { typeProperty } from "../vocabulary/entity.ts";
import { operators } from "../vocabulary/operators.ts";
import type { Scalar } from "./definition.ts";
import { jsonOf, listOf, membersOf, mustBe, stringOf, timestampOf } from "./filter-validation.ts";
import { splitPath } from "./path.ts";

/** What orders: numbers with numbers, strings with strings. */
export type OrderOperator = "gt" | "gte" | "lt" | "lte";

/** One condition on the value at one place of an entity. */
export type Condition = ConditionPlace & (ListCondition | Presence | Order | DateCondition);

/** Where the value is. */
export interface ConditionPlace {
  readonly keys: readonly string[];
  /** For messages: its place in the definition, such as `propertyFilters[0].path`. */
  readonly at: string;
}

/** Present, and equal to one of the values (`in`), or to none of them (`nin`). */
export interface ListCondition {
  readonly kind: "in" | "nin";
  readonly values: readonly Scalar[];
  /** Whether the filter requires one value rather than a list: an index may serve that. */
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
export interface DateCondition {
  readonly kind: "range";
  readonly start: string | undefined;
  readonly end: string | undefined;
}

/** The conditions of a filter, in its order. Throws a `TypeError` that names the place if it is malformed. */
export function conditionsOf(filter: unknown): readonly Condition[] {
  const { entityTypes, propertyFilters, dateRange } = membersOf("", filter, [
    "entityTypes",
    "propertyFilters",
    "dateRange",
  ]);
  const types = entityTypes === undefined ? [] : [typeCondition("entityTypes", entityTypes)];
  const dates = dateRange === undefined ? [] : [dateCondition("dateRange", dateRange)];
  return [...types, ...listOf("propertyFilters", propertyFilters, propertyCondition), ...dates];
}

/** Whether a condition requires a property to be missing. */
export function isAbsence(condition: Condition): boolean {
  return condition.kind === "exists" && !condition.isPresent;
}

// The members of a condition are spelled out, as an object spread is slower.

function typeCondition(at: string, types: unknown): Condition {
  return membership(at, [typeProperty], "in", listOf(at, types, stringOf));
}

function propertyCondition(place: string, filter: unknown): Condition {
  const { path, operator, value } = membersOf(place, filter, ["path", "operator", "value"]);
  const at = `${place}.path`;
  const keys = splitPath(stringOf(at, path));
  const valueAt = `${place}.value`;
  switch (operator) {
    case "eq":
      return membership(at, keys, "in", [jsonOf(valueAt, value)], true);
    case "neq":
      return membership(at, keys, "nin", [jsonOf(valueAt, value)]);
    case "in":
    case "nin":
      return membership(at, keys, operator, listOf(valueAt, value, jsonOf));
    case "exists":
      if (typeof value !== "boolean") throw mustBe(valueAt, "a boolean");
      return { at, keys, kind: "exists", isPresent: value };
    case "gt":
    case "gte":
    case "lt":
    case "lte": {
      const bound = jsonOf(valueAt, value);
      if (typeof bound === "string" || typeof bound === "number")
        return { at, keys, kind: "order", operator, bound };
      // Nothing orders with it, and nothing is one of none.
      return membership(at, keys, "in", []);
    }
    default:
      throw mustBe(`${place}.operator`, `one of ${operators.join(", ")}`);
  }
}

function dateCondition(place: string, range: unknown): Condition {
  const { field, start, end } = membersOf(place, range, ["field", "start", "end"]);
  const at = `${place}.field`;
  return {
    at,
    keys: splitPath(stringOf(at, field)),
    kind: "range",
    start: timestampOf(`${place}.start`, start),
    end: timestampOf(`${place}.end`, end),
  };
}

/** Lists and objects equal nothing, so they are not members; each value occurs once, and -0 is 0. */
function membership(
  at: string,
  keys: readonly string[],
  kind: "in" | "nin",
  list: readonly (Scalar | object)[],
  isSingle = false,
): Condition {
  return { at, keys, kind, values: [...new Set(list.filter(isScalar))], isSingle };
}

function isScalar(value: Scalar | object): value is Scalar {
  return typeof value !== "object";
}
