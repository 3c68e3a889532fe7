// What of the algebra is compared, so that a module with a mistake in it can stand in for the right one.

import type { FilterDefinition } from "../../../src/index.ts";

/** The functions over filter definitions. */
export interface Algebra {
  readonly isEmpty: (filter: FilterDefinition) => boolean;
  readonly contains: (outer: FilterDefinition, inner: FilterDefinition) => boolean;
  readonly equals: (one: FilterDefinition, other: FilterDefinition) => boolean;
  readonly disjoint: (one: FilterDefinition, other: FilterDefinition) => boolean;
  readonly coveredBy: (filter: FilterDefinition, others: readonly FilterDefinition[]) => boolean;
  readonly intersect: (one: FilterDefinition, other: FilterDefinition) => FilterDefinition;
  readonly union: (one: FilterDefinition, other: FilterDefinition) => FilterDefinition | null;
  readonly normalize: (filter: FilterDefinition) => FilterDefinition;
  readonly cacheKey: (filter: FilterDefinition) => string;
  readonly witness: (
    one: FilterDefinition,
    other: FilterDefinition,
  ) => Readonly<Record<string, unknown>> | null;
}
