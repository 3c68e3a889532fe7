// A difference between an index and the loop over its slices, with as few slices as it gets.

import { inspect } from "node:util";
import { smallerLists, smallest } from "../../support/backends/shrink.ts";
import { loopOf, type Slices } from "./loop.ts";
import type { IndexClass } from "./run.ts";
import type { Slice } from "./slices.ts";
import { optionsOf, type World } from "./world.ts";

/** What differs for an entity at a time: with one slice if one alone differs, else with as few as halving finds. */
export function report(
  Index: IndexClass,
  slices: Slices,
  world: World,
  entity: unknown,
  now: number,
): string {
  const found = (some: Slices): string => JSON.stringify(indexOf(Index, some, world).match(entity, now));
  const expected = (some: Slices): string => JSON.stringify(loopOf(some, now, world).match(entity));
  const differs = (some: Slices): boolean => found(some) !== expected(some);
  const few = smallest<readonly (readonly [string, Slice])[]>([...slices], smallerLists, (some) =>
    differs(new Map(some)),
  );
  const shown = new Map(few);
  return [
    !differs(shown)
      ? "the index differs from the loop, but not if it is made anew of the same slices"
      : "the index differs from the loop",
    ...[...shown]
      .slice(0, 5)
      .map(([id, slice]) => `slice     ${JSON.stringify(id)} ${JSON.stringify(slice)}`),
    `fields    ${JSON.stringify(world.fields)}`,
    `entity    ${inspect(entity, { depth: 5, breakLength: Infinity, showHidden: true })}`,
    `inherits  ${inspect(inheritedBy(entity), { depth: 5, breakLength: Infinity })}`,
    `now       ${now} (${new Date(now).toISOString()})`,
    `expected  ${expected(shown)}`,
    `found     ${found(shown)}`,
  ].join("\n");
}

function indexOf(Index: IndexClass, slices: Slices, world: World): InstanceType<IndexClass> {
  const index = new Index(optionsOf(world));
  for (const [id, slice] of slices) index.add(id, slice);
  return index;
}

function inheritedBy(entity: unknown): unknown {
  return typeof entity === "object" && entity !== null ? Object.getPrototypeOf(entity) : undefined;
}
