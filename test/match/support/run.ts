// Runs an index next to the loop over all slices: slices come, go and change, time moves both ways, entities are asked about.

import { inspect } from "node:util";
import { expect } from "vitest";
import { SliceIndex } from "../../../src/exports/match.ts";
import { type Random, randomFrom } from "../../support/backends/random.ts";
import { drawEntity } from "./entities.ts";
import { changesOf, type Loop, loopOf, type Slices } from "./loop.ts";
import { drawSlice } from "./slices.ts";
import { drawWorld, nextTime, optionsOf, type World } from "./world.ts";

/** What was done in one run or in several. */
export interface Tally {
  /** How often it was decided whether an entity is in a slice at a time. */
  checks: number;
  /** In how many of them it is. */
  matched: number;
  /** How often a slice was added, removed or replaced. */
  edits: number;
  /** How often the index was written as JSON and read again. */
  trips: number;
}

/** How much one run does. */
export interface Size {
  readonly steps: number;
  /** Of each step. */
  readonly entities: number;
  /** How many slices the index may have; one of these is drawn for each run. */
  readonly slices: readonly number[];
}

/** Sizes at which a set of slices needs another word of bits, and next to them. */
export const manySizes: readonly number[] = [1, 5, 31, 32, 33, 64, 65, 100, 100, 200, 300];

/** An index and what it has to be equal to. */
interface Pair {
  index: SliceIndex;
  readonly slices: Slices;
  /** How many slices it had in all: ids are not used again, but for those that were removed. */
  added: number;
  readonly tally: Tally;
}

/** One run, all of which follows from the seed; throws what differs first. */
export function runOnce(
  seed: number,
  { steps, entities, slices }: Size,
  tally: Tally = { checks: 0, matched: 0, edits: 0, trips: 0 },
): Tally {
  const random = randomFrom(seed);
  const world = drawWorld(random);
  const pair: Pair = { index: new SliceIndex(optionsOf(world)), slices: new Map(), added: 0, tally };
  const most = random.pick(slices);
  while (pair.added < most) add(pair, world, random, idOf(pair.added++));
  let now = world.middle;
  for (let step = 0; step < steps; step++) {
    try {
      edit(pair, world, random, most);
      if (random.chance(0.1)) {
        pair.index = SliceIndex.fromJSON(JSON.parse(JSON.stringify(pair.index)), optionsOf(world));
        tally.trips++;
      }
      now = nextTime(random, now, world);
      ask(pair, world, random, { loop: loopOf(pair.slices, now, world), now, entities });
    } catch (error) {
      throw new Error(`seed ${seed}, step ${step}: ${String(error)}`, { cause: error });
    }
  }
  return tally;
}

/** Runs with one seed after the other, until there were so many checks. */
export function runMany(firstSeed: number, checks: number, size: Size): Tally {
  const tally = runOnce(firstSeed, size);
  for (let seed = firstSeed + 1; tally.checks < checks; seed++) runOnce(seed, size, tally);
  return tally;
}

/** Some changes of the index, and of the slices next to it: more are added than removed, up to the most. */
function edit(pair: Pair, world: World, random: Random, most: number): void {
  const { index, slices } = pair;
  if (random.chance(0.02)) clear(pair, world, random, most);
  const ids = [...slices.keys()];
  for (let left = random.pick([0, 1, 1, 2, 5]); left > 0; left--) {
    const id = random.pick([...random.some(ids, 1), ""]);
    if (slices.has(id) && random.chance(0.3)) {
      const slice = drawSlice(world, random);
      index.replace(id, slice);
      slices.set(id, slice);
    } else if (slices.has(id) && random.chance(slices.size >= most ? 0.9 : 0.25)) {
      if (!index.remove(id)) throw new Error(`${id} was not there`);
      slices.delete(id);
    } else {
      const wasThere = ids.includes(id) && !slices.has(id);
      add(pair, world, random, wasThere ? id : idOf(pair.added++));
    }
    pair.tally.edits++;
  }
}

/** Takes most slices away, and adds others for some of them, under old names and new ones. */
function clear(pair: Pair, world: World, random: Random, most: number): void {
  const gone = [...pair.slices.keys()].filter(() => random.chance(0.85));
  for (const id of gone) {
    pair.index.remove(id);
    pair.slices.delete(id);
    pair.tally.edits++;
  }
  for (const id of random.some(gone, most >> 2)) add(pair, world, random, id);
  while (pair.slices.size < most && random.chance(0.99)) add(pair, world, random, idOf(pair.added++));
}

function add({ index, slices }: Pair, world: World, random: Random, id: string): void {
  const slice = drawSlice(world, random);
  index.add(id, slice);
  slices.set(id, slice);
}

/** Ids in no order at all, some of which are numbers or members of every object. */
function idOf(count: number): string {
  const curious = ["__proto__", "constructor", "toString", "length", " ", "😀", "-1", "01"][count - 5];
  return curious ?? (count % 3 === 0 ? String(100_000 - count) : `slice ${(count * 7919) % 10_007} ${count}`);
}

interface Question {
  readonly loop: Loop;
  readonly now: number;
  readonly entities: number;
}

/** Asks about some entities, and about the change from one to the next. */
function ask(
  { index, slices, tally }: Pair,
  world: World,
  random: Random,
  { loop, now, entities }: Question,
): void {
  const nothing: Answer = { entity: null, ids: [] };
  let before = nothing;
  expect(index.size).toBe(slices.size);
  for (let count = 0; count < entities; count++) {
    const { definitions } = loop;
    const target = definitions.length > 0 ? random.pick(definitions) : undefined;
    const entity = drawEntity(world, random, now, target);
    const after: Answer = { entity, ids: loop.match(entity) };
    tally.checks += slices.size;
    tally.matched += after.ids.length;
    if (differs(index.match(entity, now), after.ids)) expect.fail(report(slices, world, entity, now));
    if (random.chance(0.2)) {
      const [from, to] = random.chance(0.8) ? [before, after] : [after, nothing];
      const found = index.changes(from.entity, to.entity, now);
      const [gone, come] = [from, to].map((each) => (each.entity === null ? [] : each.ids));
      expect(found).toEqual(changesOf(gone ?? [], come ?? []));
    }
    before = after;
  }
}

interface Answer {
  readonly entity: unknown;
  readonly ids: readonly string[];
}

/** A difference by one slice, if it is there for that alone; else by the first few. */
function report(slices: Slices, world: World, entity: unknown, now: number): string {
  const answers = (some: Slices): readonly [found: readonly string[], expected: readonly string[]] => {
    const index = new SliceIndex(optionsOf(world));
    for (const [id, slice] of some) index.add(id, slice);
    return [index.match(entity, now), loopOf(some, now, world).match(entity)];
  };
  const one = [...slices].find((each) => differs(...answers(new Map([each]))));
  const shown = one === undefined ? slices : new Map([one]);
  return [
    "the index differs from the loop over its slices",
    `entity    ${inspect(entity, { depth: 5, showHidden: true })}, inherits ${inspect(Object.getPrototypeOf(Object(entity)))}`,
    `now       ${now} (${new Date(now).toISOString()}), fields ${JSON.stringify(world.fields)}`,
    `made anew ${inspect(answers(shown))} of ${inspect([...shown].slice(0, 5), { depth: 9 })}`,
  ].join("\n");
}

function differs(found: readonly string[], expected: readonly string[]): boolean {
  return found.length !== expected.length || found.some((id, at) => id !== expected[at]);
}
