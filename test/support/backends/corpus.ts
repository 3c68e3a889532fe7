// Random entities, and random filters that hit some of them: a small world of keys and values for each corpus.

import type { FilterDefinition } from "../../../src/index.ts";
import type { Entity } from "./engine.ts";
import { entityOf, type World, worldFrom } from "./entities.ts";
import { filterFor } from "./filters.ts";
import { randomFrom } from "./random.ts";

/** Entities and the filters to run on them. */
export interface Corpus {
  readonly entities: readonly Entity[];
  readonly filters: readonly FilterDefinition[];
}

/** The corpus of a seed: the same seed gives the same one. Every fourth has texts with U+0000. */
export function corpus(seed: number, size: { readonly entities: number; readonly filters: number }): Corpus {
  const random = randomFrom(seed);
  const world: World = worldFrom(random, seed % 4 === 0);
  const entities = Array.from({ length: size.entities }, (_, row) => entityOf(world, random, row));
  const filters = Array.from({ length: size.filters }, () => filterFor(world, random, random.pick(entities)));
  return { entities, filters };
}
