// The operators of a property filter.

/**
 * How a property filter compares. No coercion between JSON types; a missing or null property fails every
 * operator but `exists: false`. Source: `docs/language.md`, "Property filters".
 *
 * @example
 * ```ts
 * const operator: Operator = "in";
 * ```
 */
export type Operator = "eq" | "neq" | "in" | "nin" | "gt" | "gte" | "lt" | "lte" | "exists";

/** All operators. */
export const operators: readonly Operator[] = ["eq", "neq", "in", "nin", "gt", "gte", "lt", "lte", "exists"];
