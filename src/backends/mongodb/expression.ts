// Conditions by aggregation expressions, which reach keys that no path can spell. No index serves them.
import type { Condition } from "../../semantics/conditions.ts";
import { dateBounds, type MongoQuery, textBounds, textPattern } from "./query.ts";

/** A condition at any keys. */
export function byExpression(condition: Condition): MongoQuery {
  // Object by object: `$getField` of a non-object is null on a server, but an error or the whole document in other implementations.
  const value = condition.keys.reduce<unknown>(
    (object, key) =>
      letBe(object, cond(isType("object"), { $getField: { field: { $literal: key }, input: "$$v" } }, null)),
    "$$ROOT",
  );
  return { $expr: letBe(value, testOf(condition)) };
}

function testOf(condition: Condition): unknown {
  const present = { $not: [{ $in: [{ $type: "$$v" }, ["missing", "null", "undefined"]] }] };
  switch (condition.kind) {
    case "exists":
      return condition.isPresent ? present : { $not: [present] };
    case "in":
      return isAmong(condition.values);
    case "nin":
      return { $and: [present, { $not: [isAmong(condition.values)] }] };
    case "range": {
      const texts = [
        { $regexMatch: { input: "$$v", regex: textPattern } },
        ...textBounds(condition).map(comparison),
      ];
      const dates = dateBounds(condition).map(comparison);
      return cond(isType("string"), { $and: texts }, { $and: [isType("date"), ...dates] });
    }
    case "order": {
      const order = comparison([`$${condition.operator}`, { $literal: condition.bound }]);
      return { $and: [typeof condition.bound === "number" ? { $isNumber: "$$v" } : isType("string"), order] };
    }
  }
}

function letBe(v: unknown, within: unknown): unknown {
  return { $let: { vars: { v }, in: within } };
}

function cond(test: unknown, yes: unknown, no: unknown): unknown {
  return { $cond: [test, yes, no] };
}

function isType(type: string): unknown {
  return { $eq: [{ $type: "$$v" }, type] };
}

function isAmong(values: readonly unknown[]): unknown {
  return { $in: ["$$v", { $literal: values }] };
}

function comparison([operator, bound]: readonly [operator: string, bound: unknown]): unknown {
  return { [operator]: ["$$v", bound] };
}
