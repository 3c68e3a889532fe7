// Conditions as property filters in one form, whatever form they were given in.
import type { Condition, DateCondition } from "../semantics/conditions.ts";
import type { PropertyFilter } from "../semantics/definition.ts";

/** The filter of a condition at a path: `eq` is `in`, `neq` is `nin`, values are in order. */
export function canonicalFilter(path: string, condition: Exclude<Condition, DateCondition>): PropertyFilter {
  switch (condition.kind) {
    case "in":
      return { path, operator: condition.kind, value: inOrder(condition.values) };
    case "nin":
      // `nin` of an empty list only requires a value.
      if (condition.values.length === 0) return { path, operator: "exists", value: true };
      return { path, operator: condition.kind, value: inOrder(condition.values) };
    case "order":
      // -0 is 0, as it is in lists.
      return { path, operator: condition.operator, value: condition.bound === 0 ? 0 : condition.bound };
    case "exists":
      return { path, operator: condition.kind, value: condition.isPresent };
  }
}

/** In the order of their JSON, which distinguishes 1 from "1". */
export function inOrder<T>(list: readonly T[]): readonly T[] {
  return list
    .map((value) => ({ value, text: JSON.stringify(value) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ value }) => value);
}
