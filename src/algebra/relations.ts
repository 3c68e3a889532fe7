// How two slices relate.
import { isRecord } from "../data/guards.ts";
import type { FilterDefinition } from "../semantics/definition.ts";
import { mustBe } from "../semantics/filter-validation.ts";
import { type Box, boxOf, commonBox, holds } from "./box.ts";

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
 * Whether every entity in `inner` is in `outer` too. `false` may also mean that it is not known: see `docs/slices.md`,
 * "What is exact". Definitions that `compile` or {@link normalize} made are read
 * once, and are then compared much faster than others.
 *
 * @param outer - The slice that may have more.
 * @param inner - The slice that must have nothing else.
 * @throws TypeError that names the place if a filter is malformed.
 * @example
 * ```ts
 * const people = { entityTypes: ["Person"], propertyFilters: [] };
 * contains({ propertyFilters: [] }, people); // true
 * contains(people, { propertyFilters: [] }); // false
 * ```
 */
export function contains(outer: FilterDefinition, inner: FilterDefinition): boolean {
  return holds(boxOfArgument(outer, "outer"), boxOfArgument(inner, "inner"));
}

/**
 * The same as {@link contains} in the order of an access check, which is also that of `coveredBy` and `witness`: the requested slice,
 * then the allowed one. `false` may also mean that it is not known, so refusing is safe.
 *
 * @param inner - The requested slice.
 * @param outer - What is allowed.
 * @throws TypeError that names the place if a filter is malformed.
 * @example
 * ```ts
 * const allowed = { entityTypes: ["Person", "Deal"], propertyFilters: [] };
 * isWithin({ entityTypes: ["Person"], propertyFilters: [] }, allowed); // true
 * isWithin({ propertyFilters: [] }, allowed); // false: it has entities of all types
 * ```
 */
export function isWithin(inner: FilterDefinition, outer: FilterDefinition): boolean {
  return contains(outer, inner);
}

function boxOfArgument(filter: FilterDefinition, argument: "outer" | "inner"): Box {
  if (!isRecord(filter)) throw mustBe(argument, "an object");
  return boxOf(filter);
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
