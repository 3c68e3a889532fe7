// A filter as a query of MongoDB.
import { type Condition, isAbsence } from "../../semantics/conditions.ts";
import type { FilterDefinition } from "../../semantics/definition.ts";
import { storableConditionsOf } from "../../semantics/storable.ts";
import { byExpression } from "./expression.ts";
import { byField } from "./field.ts";
import { all, type MongoQuery, none } from "./query.ts";

/**
 * Writes a filter as a query for `find` or `$match`. Dates are found as BSON dates, and as texts of the form
 * `YYYY-MM-DDTHH:MM:SS.sssZ`. Strings are compared by code points unless the operation has a collation: give it none.
 *
 * @throws TypeError that names the place if the filter is malformed.
 *
 * @example
 * ```ts
 * const people = await collection.find(toMongo(filter)).toArray();
 * ```
 */
export function toMongo(filter: FilterDefinition): MongoQuery {
  const conditions = storableConditionsOf(filter).map(queryOf);
  return conditions.length === 0 ? all() : { $and: conditions };
}

function queryOf(condition: Condition): MongoQuery {
  const { keys } = condition;
  // No key of a document has U+0000.
  if (keys.some((key) => key.includes("\0"))) return isAbsence(condition) ? all() : none();
  // Keys that a path cannot express: empty ones, those with dots, and those that look like an operator.
  return keys.some((key) => key === "" || /^\$|\./.test(key)) ? byExpression(condition) : byField(condition);
}
