// Slices made of slices.
import type { FilterDefinition } from "../semantics/definition.ts";
import { boxOf, commonBox, endOfRange, holds, isImplied, type Side, startOf } from "./box.ts";
import { definitionOf } from "./definition.ts";

/**
 * The definition in one form: filters and values in order, each once, `eq` as `in`, no bound that excludes nothing. It is
 * frozen, and remembered, so that comparing it with many others is fast. Definitions that are equal by {@link equals} have the same form.
 *
 * @throws TypeError that names the place if the filter is malformed.
 * @example
 * ```ts
 * normalize({ propertyFilters: [{ path: "type", operator: "in", value: ["Person", "Company", "Person"] }] });
 * // { entityTypes: ["Company", "Person"], propertyFilters: [] }
 * ```
 */
export function normalize(a: FilterDefinition): FilterDefinition {
  return definitionOf(boxOf(a));
}

/**
 * A text that is equal for equal slices and different for others, however they were written. Where equality is not known
 * (see `docs/slices.md`, "What is exact"), equal slices may have different keys, never different slices the same.
 *
 * It can be stored. It is the normal form as JSON, so keys of any two versions are the same only for the same slice. A definition gets another
 * key in a new major version at most (before 1.0 a new minor one), and then the changelog says so: a stored key may then be missed, and is
 * never found for another slice.
 *
 * @throws TypeError that names the place if the filter is malformed.
 * @example
 * ```ts
 * const results = new Map<string, readonly unknown[]>();
 * results.get(cacheKey({ entityTypes: ["Person"], propertyFilters: [] }));
 * ```
 */
export function cacheKey(a: FilterDefinition): string {
  return JSON.stringify(normalize(a));
}

/**
 * The slice of what is in both, in the form of {@link normalize}.
 *
 * @throws TypeError that names the place if a filter is malformed, or both fields if the slices have date ranges of
 * different fields: a definition has one.
 * @example
 * ```ts
 * intersect({ entityTypes: ["Person", "Company"], propertyFilters: [] }, { entityTypes: ["Person"], propertyFilters: [] });
 * // { entityTypes: ["Person"], propertyFilters: [] }
 * ```
 */
export function intersect(a: FilterDefinition, b: FilterDefinition): FilterDefinition {
  return definitionOf(commonBox(boxOf(a), boxOf(b)));
}

/**
 * The union of two slices, in the form of {@link normalize}, or `null` if that is not one slice, as with
 * most. `null` may also mean that it is not known: see `docs/slices.md`, "What is exact".
 *
 * @throws TypeError that names the place if a filter is malformed.
 * @example
 * ```ts
 * const people = { entityTypes: ["Person"], propertyFilters: [] };
 * union(people, { entityTypes: ["Company"], propertyFilters: [] }); // { entityTypes: ["Company", "Person"], … }
 * union(people, { propertyFilters: [{ path: "source_id", operator: "eq", value: "g1" }] }); // null
 * ```
 */
export function union(a: FilterDefinition, b: FilterDefinition): FilterDefinition | null {
  const [first, second] = [boxOf(a), boxOf(b)];
  if (first === undefined || holds(second, first)) return definitionOf(second);
  if (second === undefined || holds(first, second)) return definitionOf(first);
  // Boxes that differ on two sides leave corners out.
  const paths = new Set([...first.keys(), ...second.keys()]);
  const [path = "", ...others] = [...paths].filter((each) => !isSame(first.get(each), second.get(each)));
  const side = united(first.get(path), second.get(path));
  return others.length > 0 || side === undefined ? null : definitionOf(new Map([...first, [path, side]]));
}

function isSame(a: Side = [], b: Side = []): boolean {
  return a.every((each) => isImplied(each, b)) && b.every((each) => isImplied(each, a));
}

/** Two lists of values, or two ranges without a gap between them, as one. */
function united([a, ...more]: Side = [], [b, ...others]: Side = []): Side | undefined {
  if (a === undefined || b === undefined || more.length + others.length > 0) return undefined;
  if (a.kind === "in" && b.kind === "in") return [{ ...a, values: [...new Set([...a.values, ...b.values])] }];
  if (a.kind !== "range" || b.kind !== "range" || startOf(a) > endOfRange(b) || startOf(b) > endOfRange(a))
    return undefined;
  const { start } = startOf(a) < startOf(b) ? a : b;
  const { end } = endOfRange(a) > endOfRange(b) ? a : b;
  return [{ ...a, start, end }];
}
