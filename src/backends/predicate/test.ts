// Whether what is read from a source satisfies a condition; the source is an entity, or the value itself.
import type { Condition, DateCondition, Order } from "../../semantics/conditions.ts";
import type { Scalar } from "../../semantics/definition.ts";
import { afterTimestamps, firstTimestamp, isDate } from "../../semantics/timestamp.ts";
import { compareCodePoints } from "./compare.ts";
import { boundsOf, instantOfValue } from "./instant.ts";
import { isPresent } from "./read.ts";

/** Reads a value; `undefined` stands for a missing one. */
export type Read<Source> = (source: Source) => unknown;

/** A question about a source. */
export type Test<Source> = (source: Source) => boolean;

/** The test of a condition. It calls `read` itself, as a call more for each entity can be measured. */
export function testOf<Source>(condition: Condition, read: Read<Source>): Test<Source> {
  switch (condition.kind) {
    case "in":
      return oneOf(condition.values, read);
    case "nin": {
      const values = new Set<unknown>(condition.values);
      return (source) => {
        const value = read(source);
        return isPresent(value) && !values.has(value);
      };
    }
    case "exists":
      return (source) => isPresent(read(source)) === condition.isPresent;
    case "range":
      return within(condition, read);
    case "order":
      return ordered(condition, read);
  }
}

/** A set is slower than a comparison or two. */
function oneOf<Source>(values: readonly Scalar[], read: Read<Source>): Test<Source> {
  const [first, second] = values;
  if (values.length === 1) return (source) => read(source) === first;
  if (values.length === 2) {
    return (source) => {
      const value = read(source);
      return value === first || value === second;
    };
  }
  const set = new Set<unknown>(values);
  return (source) => set.has(read(source));
}

/** Numbers order with numbers and strings with strings; nothing else orders. */
function ordered<Source>({ operator, bound }: Order, read: Read<Source>): Test<Source> {
  const holds = orders[operator];
  return (source) => {
    const value = read(source);
    if (typeof value === "number" && typeof bound === "number") return holds(value - bound);
    return typeof value === "string" && typeof bound === "string" && holds(compareCodePoints(value, bound));
  };
}

const orders: Readonly<Record<Order["operator"], (order: number) => boolean>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** Of the forms of a date one alone has 24 characters, and its texts are in order: it need not be converted. */
function within<Source>(range: DateCondition, read: Read<Source>): Test<Source> {
  const { start = firstTimestamp, end = afterTimestamps } = range;
  const [from, to] = boundsOf(range);
  return (source) => {
    const value = read(source);
    if (typeof value === "string" && value.length === 24)
      return value >= start && value < end && isDate(value);
    const instant = instantOfValue(value);
    return instant >= from && instant < to;
  };
}
