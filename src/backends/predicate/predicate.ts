// Runs a filter on one entity at a time.
import { type Condition, conditionsOf, isAbsence } from "../../semantics/conditions.ts";
import type { FilterDefinition } from "../../semantics/definition.ts";
import { type Entity, isPresent, ownershipOf, readerOf, readPath } from "./read.ts";
import { type Test, testOf } from "./test.ts";

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
 * Compiles a filter to a predicate, without `eval`. The entity's type is its `type` property. Only own properties count;
 * a getter is run, and if it throws, the property counts as missing.
 *
 * @throws TypeError that names the place if the filter is malformed.
 *
 * @example
 * ```ts
 * const people = entities.filter(compilePredicate({ entityTypes: ["Person"], propertyFilters: [] }));
 * ```
 */
export function compilePredicate(filter: FilterDefinition): Predicate {
  const conditions = conditionsOf(filter);
  const exactly = allOf(conditions.map(exact));
  // Absence is the only condition that an inherited property could make false.
  const holds = allOf(conditions.map((each) => (isAbsence(each) ? exact(each) : fast(each))));
  const owns = ownershipOf(conditions.filter((each) => !isAbsence(each)).map(({ keys }) => keys));
  return (entity) => {
    try {
      // To read what is inherited too is fast; the few entities that pass are then asked whether the properties are their own.
      return isPresent(entity) ? holds(entity) && owns(entity) : exactly(entity);
    } catch {
      return exactly(entity);
    }
  };
}

function exact(condition: Condition): Test<unknown> {
  return testOf(condition, (entity) => readPath(entity, condition.keys));
}

function fast(condition: Condition): Test<Entity> {
  return testOf(condition, readerOf(condition.keys));
}

/** Explicit calls are faster than a loop. Splitting in halves limits the depth, for any number of conditions. */
function allOf<E>(tests: readonly Test<E>[]): Test<E> {
  const [a = always, b = always, c = always, d = always] = tests;
  if (tests.length < 2) return a;
  if (tests.length === 2) return (entity) => a(entity) && b(entity);
  if (tests.length < 5) return (entity) => a(entity) && b(entity) && c(entity) && d(entity);
  const half = tests.length >> 1;
  return allOf([allOf(tests.slice(0, half)), allOf(tests.slice(half))]);
}

function always(): boolean {
  return true;
}
