// Whether a value satisfies a condition, whatever it was read from.
import type { Condition, Order, Range, Scalar } from "../../semantics/conditions.ts";
import { compareCodePoints } from "./compare.ts";
import { boundsOf, instantOf } from "./instant.ts";

/** A question about one value; `undefined` stands for one that is not there. */
export type Test = (value: unknown) => boolean;

/** The test of a condition. */
export function testOf(condition: Condition): Test {
  switch (condition.kind) {
    case "in":
      return oneOf(condition.values);
    case "nin": {
      const isOne = oneOf(condition.values);
      return (value) => isPresent(value) && !isOne(value);
    }
    case "exists":
      return condition.isPresent ? isPresent : (value) => !isPresent(value);
    case "range":
      return within(condition);
    default:
      return ordered(condition);
  }
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A set is slower than a comparison or two. */
function oneOf(values: readonly Scalar[]): Test {
  const [first, second] = values;
  if (values.length === 0) return () => false;
  if (values.length === 1) return (value) => value === first;
  if (values.length === 2) return (value) => value === first || value === second;
  const set = new Set<unknown>(values);
  return (value) => set.has(value);
}

/** Numbers order with numbers and strings with strings; nothing else orders. */
function ordered({ kind, bound }: Order): Test {
  const holds = orders[kind];
  return typeof bound === "number"
    ? (value) => typeof value === "number" && holds(value - bound)
    : (value) => typeof value === "string" && holds(compareCodePoints(value, bound));
}

const orders: Readonly<Record<Order["kind"], (order: number) => boolean>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

function within(range: Range): Test {
  const [from, to] = boundsOf(range);
  return (value) => {
    const instant = instantOf(value);
    return instant >= from && instant < to;
  };
}
