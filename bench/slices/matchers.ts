// What is compared: ways to find the stored slices that an entity is in.
import { SliceIndex } from "../../src/exports/match.ts";
import { compilePredicate } from "../../src/exports/predicate.ts";
import type { Entity } from "../backends/entities.ts";
import { type DateKind, definitionAt, now, type StoredSlice, type World } from "./population.ts";

/** The ids of the slices that an entity is in, in the order in which they are stored. */
export type Finds = (entity: Entity) => readonly string[];

/** In the order in which a round measures them. */
export const matcherNames = ["index", "index, time goes on", "loop"] as const;

/** One of {@link matcherNames}. */
export type MatcherName = (typeof matcherNames)[number];

/** A way to find slices. */
export interface Matcher {
  readonly finds: Finds;
  /** The same slices at another instant. */
  readonly at: (instant: number) => Finds;
}

/** Makes a matcher. */
export function matcherOf(
  name: MatcherName,
  dates: DateKind,
  slices: readonly StoredSlice[],
  world: World,
): Matcher {
  if (name === "loop") {
    const at = (instant: number): Finds => loopOf(slices, world, instant);
    return { finds: at(now), at };
  }
  const index = indexOf(slices, dates, world);
  const at =
    (instant: number): Finds =>
    (entity) =>
      index.match(entity, instant);
  if (name === "index") return { finds: at(now), at };
  let instant = now;
  return {
    finds: (entity) => {
      instant += step;
      return index.match(entity, instant);
    },
    at,
  };
}

/** An index of slices: as filter definitions if their dates are fixed, as texts if they move. */
export function indexOf(slices: readonly StoredSlice[], dates: DateKind, { catalog }: World): SliceIndex {
  const index = new SliceIndex({ catalog });
  for (const { id, text } of slices)
    index.add(id, dates === "rolling" ? text : definitionAt(text, catalog, now));
  return index;
}

/** Milliseconds from one entity to the next: a window that rolls has moved each time. */
const step = 997;

/** Predicates that are compiled once: it is never shown that it would have to compile those whose dates move again. */
function loopOf(slices: readonly StoredSlice[], { catalog }: World, instant: number): Finds {
  const compiled = slices.map(({ id, text }) => {
    const isMember = compilePredicate(definitionAt(text, catalog, instant));
    return { id, isMember };
  });
  return (entity) => {
    const ids: string[] = [];
    for (const { id, isMember } of compiled) if (isMember(entity)) ids.push(id);
    return ids;
  };
}
