// An entity that is in one slice and not in another.

import { readPath } from "../backends/predicate/read.ts";
import { testOf } from "../backends/predicate/test.ts";
import { isRecord } from "../data/guards.ts";
import { type Condition, conditionsOf } from "../semantics/conditions.ts";
import type { FilterDefinition, Scalar } from "../semantics/definition.ts";
import { joinPath, splitPath } from "../semantics/path.ts";
import { firstTimestamp } from "../semantics/timestamp.ts";
import { type Box, boxOf, isImplied, itself } from "./box.ts";

/**
 * An entity that is in `a` but not in `b`: a plain JSON object, with the properties that the two compare. `null` if
 * there is none, or possibly if none was found: see `docs/slices.md`, "What is exact".
 *
 * @throws TypeError that names the place if a filter is malformed.
 * @example
 * ```ts
 * const of = (...types: string[]) => ({ entityTypes: types, propertyFilters: [] });
 * witness(of("Person", "Company"), of("Person")); // { type: "Company" }
 * ```
 */
export function witness(a: FilterDefinition, b: FilterDefinition): Readonly<Record<string, unknown>> | null {
  const [wanted, others] = [conditionsOf(a), conditionsOf(b)];
  const [inner] = [a, b].map(boxOf);
  if (inner === undefined) return null;
  for (const broken of others) {
    if (isImplied(broken, inner.get(joinPath(broken.keys)) ?? [])) continue;
    const entity = entityIn(inner, broken);
    const has = (condition: Condition) => testOf(condition, (each) => readPath(each, condition.keys))(entity);
    if (wanted.every(has) && !has(broken)) return entity;
  }
  return null;
}

/** An entity with a value on each side, and one at the path of a condition that breaks it. Without one, the path has no value. */
function entityIn(inner: NonNullable<Box>, broken: Condition): Readonly<Record<string, unknown>> {
  const entity = {};
  const brokenPath = joinPath(broken.keys);
  const breaks = testOf(broken, itself);
  for (const [path, side] of new Map([...inner, [brokenPath, inner.get(brokenPath) ?? []] as const])) {
    const isBroken = path === brokenPath;
    const tests = side.map((each) => testOf(each, itself));
    const values = (isBroken ? [...side, broken] : side).flatMap(valuesNear);
    const value = values.find((each) => tests.every((test) => test(each)) && !(isBroken && breaks(each)));
    if (value !== undefined) put(entity, splitPath(path), value);
  }
  return entity;
}

/** Two values: one satisfies a condition, the other does not. */
function valuesNear(condition: Condition): readonly unknown[] {
  switch (condition.kind) {
    case "in":
    case "nin":
      return [...condition.values, ...condition.values.flatMap(othersLike), anyText];
    case "exists":
      return [anyText];
    case "range":
      return [condition.start ?? firstTimestamp, condition.end];
    case "order":
      return typeof condition.bound === "number"
        ? [condition.bound, condition.bound + 1, condition.bound - 1]
        : [condition.bound, `${condition.bound}~`, ""];
  }
}

/** A value where any will do: a text, as IDs and names are. */
const anyText = "any";

/** Two texts that are in no list whose longest value is this one: any other, and the same instant written differently. */
function othersLike(value: Scalar): readonly string[] {
  return [`not ${value}`, String(value).replace("Z", "0Z")];
}

function put(entity: object, keys: readonly string[], value: unknown): void {
  let place: unknown = entity;
  keys.forEach((key, index) => {
    if (!isRecord(place)) return;
    if (!Object.hasOwn(place, key))
      Object.defineProperty(place, key, { value: index < keys.length - 1 ? {} : value, enumerable: true });
    place = place[key];
  });
}
