// How two slices lie to each other.
import type { FilterDefinition } from "../semantics/definition.ts";
import { boxOf, commonBox, holds } from "./box.ts";

/**
 * Whether no entity can be in a slice. `false` may also mean that it is not known: see `docs/slices.md`, "What is exact".
 *
 * @throws TypeError that names the place if the filter is malformed.
 * @example
 * ```ts
 * isEmpty({ entityTypes: [], propertyFilters: [] }); // true
 * ```
 */
export function isEmpty(a: FilterDefinition): boolean {
  return boxOf(a) === undefined;
}

/**
 * Whether every entity in `b` is in `a` too. `false` may also mean that it is not known: see `docs/slices.md`,
 * "What is exact". Definitions that `compile` or {@link normalize} made are read
 * once, and are then compared much faster than others.
 *
 * @throws TypeError that names the place if a filter is malformed.
 * @example
 * ```ts
 * const people = { entityTypes: ["Person"], propertyFilters: [] };
 * contains({ propertyFilters: [] }, people); // true
 * contains(people, { propertyFilters: [] }); // false
 * ```
 */
export function contains(a: FilterDefinition, b: FilterDefinition): boolean {
  return holds(boxOf(a), boxOf(b));
}

/**
 * Whether the same entities are in both. `false` may also mean that it is not known: see `docs/slices.md`, "What is exact".
 *
 * @throws TypeError that names the place if a filter is malformed.
 * @example
 * ```ts
 * const one = { propertyFilters: [{ path: "type", operator: "eq", value: "Person" }] } as const;
 * equals(one, { entityTypes: ["Person", "Person"], propertyFilters: [] }); // true
 * ```
 */
export function equals(a: FilterDefinition, b: FilterDefinition): boolean {
  const [first, second] = [boxOf(a), boxOf(b)];
  return holds(first, second) && holds(second, first);
}

/**
 * Whether no entity is in both. `false` may also mean that it is not known: see `docs/slices.md`, "What is exact".
 *
 * @throws TypeError that names the place if a filter is malformed.
 * @example
 * ```ts
 * disjoint({ entityTypes: ["Person"], propertyFilters: [] }, { entityTypes: ["Company"], propertyFilters: [] }); // true
 * ```
 */
export function disjoint(a: FilterDefinition, b: FilterDefinition): boolean {
  return commonBox(boxOf(a), boxOf(b)) === undefined;
}
