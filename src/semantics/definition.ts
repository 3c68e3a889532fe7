// The compiled form of a slice: what the service stores and the backends run.
import type { Operator } from "../vocabulary/operators.ts";

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
 * A condition on one property.
 *
 * @example
 * ```ts
 * const gmail: PropertyFilter = { path: "source_id", operator: "in", value: ["c0ffee00-…"] };
 * ```
 */
export interface PropertyFilter {
  /** Object keys joined by `.`; `\.` and `\\` escape. Own properties only, never into a list or a string. */
  readonly path: string;
  /** How it compares. */
  readonly operator: Operator;
  /** With what: an array for `in` and `nin`, a boolean for `exists`, any JSON value but null for the others. */
  readonly value: unknown;
}

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
 * Names that the catalog does not know. They are in no filter.
 *
 * @example
 * ```ts
 * const { shapes, sources }: Names = compiled.unresolved;
 * ```
 */
export interface Names {
  /** Names that were looked up among the shapes, such as those of `shape:`; each once, in the order of the query. */
  readonly shapes: readonly string[];
  /** Names that were looked up among the sources, such as those of `source:`; each once, in the order of the query. */
  readonly sources: readonly string[];
}

/** Everything a query means: the members of {@link Compiled} that do not depend on diagnostics. */
export interface Definition {
  readonly filter_definition: FilterDefinition;
  readonly scope_warnings: readonly string[];
  readonly unresolved: Names;
}
