// What an index of slices costs besides matching: to make it, to change it, and to keep it in memory.
import { SliceIndex } from "../../src/exports/match.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { type Figures, measureInTurn, oneOf } from "../harness.ts";
import { cpuOf } from "../measure.ts";
import { now } from "../now.ts";
import type { Row } from "../results.ts";
import { median } from "../statistics.ts";
import { indexOf, loopOf } from "./matchers.ts";
import {
  type DateKind,
  dateKinds,
  definitionAt,
  entityLines,
  entityOf,
  type StoredSlice,
  storedSlices,
  type World,
  worldOf,
} from "./population.ts";

const tasks = ["make", "change", "keep", "keep loop"] as const;

/** The slices of an index, and the entities that are matched. */
interface Given {
  readonly slices: readonly StoredSlice[];
  readonly dates: DateKind;
  readonly world: World;
  readonly entities: readonly unknown[];
}

/** Measures all of it with 10 000 slices: days from filter definitions, rolling dates from texts. */
export function measureUpkeep(): readonly Row[] {
  return dateKinds.flatMap((dates) =>
    measureInTurn(
      "upkeep",
      tasks.map((name) => ({
        group: `${dates} dates`,
        name,
        args: [name, dates, "10000"],
        flags: ["--expose-gc"],
      })),
    ),
  );
}

/** The figures of one task. */
export function upkeepWork(args: readonly string[]): Figures {
  const [task, dates, size] = [oneOf(tasks, args[0]), oneOf(dateKinds, args[1]), Number(args[2])];
  const world = worldOf(size);
  const slices = storedSlices(size, dates, world);
  const entities = entityLines(200, world).map(entityOf);
  return doers[task]({ slices, dates, world, entities });
}

const doers: Readonly<Record<(typeof tasks)[number], (given: Given) => Figures>> = {
  make: made,
  change: changed,
  keep: (given) => kept(given, (slices) => indexOf(slices, given.dates, given.world)),
  "keep loop": (given) => kept(given, (slices) => loopOf(slices, given.world, now)),
};

/** Milliseconds until the first entity is matched, in a process that has made no index before, and in one that has. */
function made({ slices, dates, world: { catalog }, entities }: Given): Figures {
  const all = slices.map(({ id, text }): readonly [string, string | FilterDefinition] => [
    id,
    dates === "rolling" ? text : definitionAt(text, catalog, now),
  ]);
  const costs = Array.from({ length: 7 }, () =>
    cpuOf(() => {
      const index = new SliceIndex({ catalog });
      for (const [id, slice] of all) index.add(id, slice);
      return index.match(entities[0] ?? {}, now).length;
    }),
  );
  return { cold: (costs[0] ?? Number.NaN) / 1000, warm: median(costs.slice(3)) / 1000 };
}

/** Microseconds of a removal with the addition that makes up for it, and of an entity after that. */
function changed({ slices, dates, world, entities }: Given): Figures {
  const index = indexOf(slices, dates, world);
  const some = slices.slice(0, 2000).map(({ id, text }) => ({
    id,
    slice: dates === "rolling" ? text : definitionAt(text, world.catalog, now),
  }));
  const round = (isMatched: boolean): number =>
    cpuOf(() => {
      for (const [at, { id, slice }] of some.entries()) {
        index.remove(id);
        index.add(id, slice);
        if (isMatched) index.match(entities[at % entities.length] ?? {}, now);
      }
    }) / some.length;
  const rounds = Array.from({ length: 5 }, () => ({ change: round(false), both: round(true) })).slice(1);
  return {
    change: median(rounds.map(({ change }) => change)),
    both: median(rounds.map(({ both }) => both)),
  };
}

/** Bytes a slice that are left when all garbage is gone, once some entities were matched; identifiers and texts included. */
function kept({ slices, entities }: Given, make: (slices: readonly StoredSlice[]) => unknown): Figures {
  const lines = slices.map((slice) => JSON.stringify(slice));
  const read = (count: number): readonly StoredSlice[] =>
    lines.slice(0, count).map((line): StoredSlice => JSON.parse(line));
  const findIn = (keeper: unknown): unknown =>
    keeper instanceof SliceIndex
      ? entities.slice(0, 20).map((entity) => keeper.match(entity, now))
      : undefined;
  // What the program itself needs, and makes only once, does not count.
  const warm = make(read(500));
  findIn(warm);
  const before = used();
  const keeper = make(read(slices.length));
  findIn(keeper);
  const bytes = (used() - before) / slices.length;
  findIn(keeper);
  return { bytes };
}

/** Bytes on the heap and outside; the latter hold the buffers of arrays. */
function used(): number {
  for (let each = 0; each < 4; each++) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
