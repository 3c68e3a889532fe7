// What is compared: ways to find the stored slices that an entity is in.
import { SliceIndex } from "../../src/exports/match.ts";
import { compilePredicate } from "../../src/exports/predicate.ts";
import type { Entity } from "../backends/entities.ts";
import { now } from "../now.ts";
import { type DateKind, definitionAt, type StoredSlice, type World } from "./population.ts";

/** The ids of the slices that an entity is in, in the order in which they are stored. */
export type FindSlices = (entity: Entity) => readonly string[];

/** In the order in which a round measures them. */
export const matcherNames = ["index", "loop"] as const;

/** A way to find slices. */
interface Matcher {
  /** If dates roll, time passes between two entities, so that windows have moved each time. */
  readonly finds: FindSlices;
  /** The same slices at another instant. */
  readonly at: (instant: number) => FindSlices;
}

/** Makes a matcher. */
export function matcherOf(
  name: (typeof matcherNames)[number],
  dates: DateKind,
  slices: readonly StoredSlice[],
  world: World,
): Matcher {
  if (name === "loop") {
    const at = (instant: number): FindSlices => findsIn(loopOf(slices, world, instant));
    return { finds: at(now), at };
  }
  const index = indexOf(slices, dates, world);
  let instant = now;
  return {
    finds: (entity) => {
      if (dates === "rolling") instant += step;
      return index.match(entity, instant);
    },
    at: (other) => (entity) => index.match(entity, other),
  };
}

/** Milliseconds from one entity to the next. */
const step = 997;

/** An index of slices: as filter definitions if their dates are fixed, as texts if they move. */
export function indexOf(slices: readonly StoredSlice[], dates: DateKind, { catalog }: World): SliceIndex {
  const index = new SliceIndex({ catalog });
  for (const { id, text } of slices)
    index.add(id, dates === "rolling" ? text : definitionAt(text, catalog, now));
  return index;
}

/** A slice of a loop. */
interface Compiled {
  readonly id: string;
  readonly isMember: (entity: unknown) => boolean;
}

/** Predicates that are compiled once: no figure shows that it would have to compile those whose dates move again. */
export function loopOf(
  slices: readonly StoredSlice[],
  { catalog }: World,
  instant: number,
): readonly Compiled[] {
  return slices.map(({ id, text }) => ({
    id,
    isMember: compilePredicate(definitionAt(text, catalog, instant)),
  }));
}

function findsIn(compiled: readonly Compiled[]): FindSlices {
  return (entity) => {
    const ids: string[] = [];
    for (const { id, isMember } of compiled) if (isMember(entity)) ids.push(id);
    return ids;
  };
}
