// Runs a filter on one entity at a time.
import { conditionsOf } from "../../semantics/conditions.ts";
import type { FilterDefinition } from "../../semantics/definition.ts";
import { readPath } from "./read.ts";
import { testOf } from "./test.ts";

/**
 * Whether an entity is in a slice.
 *
 * @example
 * ```ts
 * const isMember: Predicate = compilePredicate(filter);
 * ```
 */
export type Predicate = (entity: unknown) => boolean;

/**
 * Compiles a filter to a predicate, without `eval`. The entity's type is its `type` property. Only own properties count.
 *
 * @throws TypeError that names the place if the filter is malformed.
 *
 * @example
 * ```ts
 * const people = entities.filter(compilePredicate({ entityTypes: ["Person"], propertyFilters: [] }));
 * ```
 */
export function compilePredicate(filter: FilterDefinition): Predicate {
  const tests = conditionsOf(filter).map((condition) => ({ keys: condition.keys, test: testOf(condition) }));
  return (entity) => tests.every(({ keys, test }) => test(readPath(entity, keys)));
}
