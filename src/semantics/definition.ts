// The compiled form of a slice: what the service stores and the backends run.

/**
 * A resolved filter; all its parts must hold. The member names are those of the service's API.
 *
 * @example
 * ```ts
 * const everyone: FilterDefinition = { entityTypes: ["Person"], propertyFilters: [] };
 * ```
 */
export interface FilterDefinition {
  /** The entity's type is one of these. Missing: any type. Empty: no entity. */
  readonly entityTypes?: readonly string[];
  /** All of these hold. */
  readonly propertyFilters: readonly PropertyFilter[];
  /** The entity's date is in this range. Missing: any date. */
  readonly dateRange?: DateRange;
}

/**
 * A condition on one property. What the value may be depends on the operator: a list for `in` and `nin`, a boolean for `exists`, and any
 * JSON value but null for the others. Lists and objects equal nothing, and only numbers and strings have an order.
 *
 * @example
 * ```ts
 * const gmail: PropertyFilter = { path: "source_id", operator: "in", value: ["c0ffee00-…"] };
 * ```
 */
export type PropertyFilter = {
  /** Object keys joined by `.`; `\.` and `\\` escape. Own properties only, never into a list or a string. */
  readonly path: string;
} & (
  | { readonly operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"; readonly value: Scalar | object }
  | { readonly operator: "in" | "nin"; readonly value: readonly (Scalar | object)[] }
  | { readonly operator: "exists"; readonly value: boolean }
);

/**
 * A value that can equal another.
 *
 * @example
 * ```ts
 * const values: readonly Scalar[] = ["Person", 5, true];
 * ```
 */
export type Scalar = string | number | boolean;

/**
 * A half-open range of time `[start, end)`.
 *
 * @example
 * ```ts
 * const march: DateRange = { field: "created_at", start: "2026-03-01T00:00:00.000Z", end: "2026-04-01T00:00:00.000Z" };
 * ```
 */
export interface DateRange {
  /** The property that holds the entity's date, as a path. */
  readonly field: string;
  /** The first instant in it, ISO 8601 in UTC with milliseconds. Missing: from the beginning. */
  readonly start?: string;
  /** The first instant after it, ISO 8601 in UTC with milliseconds. Missing: without end. */
  readonly end?: string;
}

/**
 * Names of a query, by the table of the catalog in which they are looked up.
 *
 * @example
 * ```ts
 * const { shapes, sources }: Names = namesIn('shape:"Sales CRM" source:gmail');
 * ```
 */
export interface Names {
  /** Names of shapes, such as those of `shape:`; each once, in the order of the query. */
  readonly shapes: readonly string[];
  /** Names of sources, such as those of `source:`; each once, in the order of the query. */
  readonly sources: readonly string[];
}

/** Everything a query means: the members of {@link Compiled} that do not depend on diagnostics. */
export interface Definition {
  readonly filter_definition: FilterDefinition;
  readonly scope_warnings: readonly string[];
  readonly unresolved: Names;
}
