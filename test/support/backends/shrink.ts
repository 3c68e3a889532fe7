// Makes what differs as small as it gets, where the source is a seed and not an arbitrary of fast-check.

import { isRecord } from "../../../src/data/guards.ts";
import type { FilterDefinition } from "../../../src/index.ts";
import { acceptedBy } from "./accepted.ts";

/** The list without one stretch: all of it, then each half, down to each member. */
export function* smallerLists<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let size = list.length; size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < list.length; at += size) yield list.toSpliced(at, size);
  }
}

/** The JSON value without one of its parts, the outermost first. */
export function* smallerValues(value: unknown): Generator {
  if (Array.isArray(value)) {
    yield* smallerLists<unknown>(value);
    for (const [at, each] of value.entries())
      for (const less of smallerValues(each)) yield value.with(at, less);
  }
  if (!isRecord(value) || value instanceof Date) return;
  const members = Object.entries(value);
  for (const at of members.keys()) yield Object.fromEntries(members.toSpliced(at, 1));
  for (const [at, [key, each]] of members.entries())
    for (const less of smallerValues(each)) yield Object.fromEntries(members.with(at, [key, less]));
}

/** The filter without one of its parts, as long as it is a filter. */
export function* smallerFilters(filter: FilterDefinition): Generator<FilterDefinition> {
  for (const tried of smallerValues(filter)) {
    const accepted = acceptedBy(tried);
    if (accepted !== undefined) yield accepted;
  }
}

/** The smallest that greedy steps lead to, of which this still holds. */
export function smallest<T>(value: T, steps: (value: T) => Iterable<T>, holds: (tried: T) => boolean): T {
  for (const tried of steps(value)) if (holds(tried)) return smallest(tried, steps, holds);
  return value;
}
