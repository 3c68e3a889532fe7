// Conditions by query operators, which indexes serve. They look into lists, where no path of a filter leads.
import type { Condition } from "../../semantics/conditions.ts";
import { dateBounds, type MongoQuery, textBounds, textPattern } from "./query.ts";

/** A condition at keys that a path of MongoDB can spell. */
export function byField(condition: Condition): MongoQuery {
  const { keys } = condition;
  const at = (length: number, test: MongoQuery): MongoQuery => ({ [keys.slice(0, length).join(".")]: test });
  const value = (test: MongoQuery): MongoQuery => at(keys.length, test);
  const inObjects = (query: MongoQuery): MongoQuery => {
    const ways = keys.slice(1).map((_, index) => at(index + 1, noList()));
    return ways.length === 0 ? query : { $and: [...ways, query] };
  };
  // A list is a value like any other: it exists, and equals nothing.
  const present = (test: MongoQuery): MongoQuery =>
    inObjects({ $or: [value({ $type: "array" }), value({ $ne: null, ...test })] });
  switch (condition.kind) {
    case "exists":
      return condition.isPresent ? present({}) : { $nor: [present({})] };
    case "in":
      return inObjects(value({ $in: condition.values, ...noList() }));
    case "nin":
      return present({ $nin: condition.values });
    case "range": {
      const dates = { ...Object.fromEntries(dateBounds(condition)), $type: "date" };
      const texts = { ...Object.fromEntries(textBounds(condition)), $regex: textPattern };
      return inObjects({ $or: [value({ ...dates, ...noList() }), value({ ...texts, ...noList() })] });
    }
    case "order":
      return inObjects(value({ [`$${condition.operator}`]: condition.bound, ...noList() }));
  }
}

function noList(): MongoQuery {
  return { $not: { $type: "array" } };
}
