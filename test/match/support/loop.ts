// The expected answers of an index: every slice compiled at the time of the query, and run one after the other.

import { compilePredicate, type Predicate } from "../../../src/exports/predicate.ts";
import { compile, type FilterDefinition } from "../../../src/index.ts";
import type { Slice } from "./slices.ts";
import type { World } from "./world.ts";

/** The slices that an index holds, in their order. */
export type Slices = Map<string, Slice>;

/** What a slice is at a time; undefined where it is refused then. */
function definitionAt(
  slice: Slice,
  now: number,
  { catalog, fields }: Pick<World, "catalog" | "fields">,
): FilterDefinition | undefined {
  if (typeof slice !== "string" && "propertyFilters" in slice) return slice;
  const result = compile(slice, { catalog, fields, now });
  return result.ok ? result.filter_definition : undefined;
}

/** The definitions and predicates of all slices at one time. */
export interface Loop {
  readonly definitions: readonly FilterDefinition[];
  /** The ids of the slices that an entity is in, in the order of the slices. */
  readonly match: (entity: unknown) => readonly string[];
}

/** Compiles all slices at a time. */
export function loopOf(slices: Slices, now: number, world: Pick<World, "catalog" | "fields">): Loop {
  const compiled: (readonly [id: string, isMember: Predicate])[] = [];
  const definitions: FilterDefinition[] = [];
  for (const [id, slice] of slices) {
    const definition = definitionAt(slice, now, world);
    if (definition === undefined) continue;
    definitions.push(definition);
    compiled.push([id, predicateOf(definition)]);
  }
  return {
    definitions,
    match: (entity) => compiled.flatMap(([id, isMember]) => (isMember(entity) ? [id] : [])),
  };
}

/** Definitions that do not depend on the time are compiled once. */
function predicateOf(definition: FilterDefinition): Predicate {
  const known = predicates.get(definition) ?? compilePredicate(definition);
  predicates.set(definition, known);
  return known;
}

const predicates = new WeakMap<FilterDefinition, Predicate>();

/** The difference of two matches. */
export function changesOf(
  before: readonly string[],
  after: readonly string[],
): { readonly entered: readonly string[]; readonly left: readonly string[] } {
  return {
    entered: after.filter((id) => !before.includes(id)),
    left: before.filter((id) => !after.includes(id)),
  };
}
