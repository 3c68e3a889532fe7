// The child process: what it costs to make an index, to change it, to write and read it, and to keep it.
import { SliceIndex } from "../../src/exports/match.ts";
import { compilePredicate } from "../../src/exports/predicate.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { cpuOf } from "../cpu.ts";
import { median } from "../statistics.ts";
import { indexOf } from "./matchers.ts";
import { dateKinds, definitionAt, entityLines, entityOf, now, storedSlices, worldOf } from "./population.ts";

const [mode, dateKind, size] = process.argv.slice(2);
const dates = dateKinds.find((each) => each === dateKind);
if (dates === undefined)
  throw new TypeError(
    "usage: upkeep-worker.ts <build | text | change | json | memory | loop> <dates> <slices>",
  );

const world = worldOf(Number(size));
const { catalog } = world;
const slices = storedSlices(Number(size), dates, world);
const entities = entityLines(1000, world).map(entityOf);
console.log(JSON.stringify(measure()));

function measure(): unknown {
  switch (mode ?? "") {
    case "build":
      return built(definitions());
    case "text":
      return built(slices);
    case "change":
      return changed(definitions());
    case "json":
      return written();
    case "memory":
      return { bytes: keptBy(indexFromCopies) };
    case "loop":
      return { bytes: keptBy(loopFromCopies) };
    default:
      throw new TypeError(`${String(mode)} is not measured`);
  }
}

interface Named {
  readonly id: string;
  readonly text?: string;
  readonly filter?: FilterDefinition;
}

function definitions(): readonly Required<Omit<Named, "text">>[] {
  return slices.map(({ id, text }) => ({ id, filter: definitionAt(text, catalog, now) }));
}

/** Microseconds until the first entity is matched, in a process that has built none before, and in one that has. */
function built(named: readonly Named[]): unknown {
  const entity = entities[0] ?? {};
  const builds = named.length > 10_000 ? 4 : 9;
  const costs = Array.from({ length: builds }, () =>
    cpuOf(() => {
      const index = new SliceIndex({ catalog });
      for (const { id, text, filter } of named) index.add(id, filter ?? text ?? "");
      return index.match(entity, now).length + index.size;
    }),
  );
  return { cold: costs[0], warm: median(costs.slice(builds >> 1)) };
}

/** Microseconds of one removal with the addition that makes up for it, and of an entity between every two of these. */
function changed(named: ReturnType<typeof definitions>): unknown {
  const index = indexOf(slices, "absolute", world);
  const changes = Math.min(named.length, 2000);
  const rounds = Array.from({ length: 7 }, () => {
    const matching = cpuOf(() => matchSome(index, changes));
    const changing = cpuOf(() => {
      for (const { id, filter } of named.slice(0, changes)) {
        index.remove(id);
        index.add(id, filter);
      }
    });
    const both = cpuOf(() => {
      for (const [at, { id, filter }] of named.slice(0, changes).entries()) {
        index.remove(id);
        index.add(id, filter);
        index.match(entities[at % entities.length] ?? {}, now);
      }
    });
    return { changing: changing / changes, matching: matching / changes, both: both / changes };
  });
  const middle = (member: "changing" | "matching" | "both"): number =>
    median(rounds.slice(2).map((round) => round[member]));
  return { change: middle("changing"), match: middle("matching"), both: middle("both") };
}

function matchSome(index: SliceIndex, count: number): number {
  let sum = 0;
  for (let at = 0; at < count; at++) sum += index.match(entities[at % entities.length] ?? {}, now).length;
  return sum;
}

/** Microseconds to write an index as JSON text and to read it again, and the bytes of the text a slice. */
function written(): unknown {
  const index = indexOf(slices, dates ?? "absolute", world);
  let text = "";
  let sum = 0;
  const writing: number[] = [];
  const reading: number[] = [];
  for (let round = 0; round < 5; round++) {
    writing.push(
      cpuOf(() => {
        text = JSON.stringify(index.toJSON());
      }),
    );
    reading.push(
      cpuOf(() => {
        const again = SliceIndex.fromJSON(JSON.parse(text), { catalog });
        sum += again.match(entities[0] ?? {}, now).length;
      }),
    );
  }
  const bytes = Buffer.byteLength(text) / slices.length;
  return { write: median(writing), read: median(reading), bytes, sum };
}

/**
 * Bytes a slice that are still there when all garbage is gone, once some entities have been matched. The JSON of the slices
 * is there before, so that it does not count; what is made of it does, identifiers and texts included.
 */
function keptBy(make: (copies: readonly string[]) => (entity: unknown) => unknown): number {
  const copies = slices.map(({ id, text }) =>
    JSON.stringify({ id, slice: dates === "rolling" ? text : definitionAt(text, catalog, now) }),
  );
  // What the program itself needs, and makes only once, is no part of it.
  const warm = make(copies.slice(0, 500));
  for (const entity of entities) warm(entity);
  const before = used();
  const keeper = make(copies);
  // What is made at the first match is made by few of them; the loop would take minutes for all.
  for (const entity of entities.slice(0, 20)) keeper(entity);
  const bytes = (used() - before) / slices.length;
  keeper(entities[0]);
  warm(entities[0]);
  return bytes;
}

interface Copy {
  readonly id: string;
  readonly slice: string | FilterDefinition;
}

function indexFromCopies(copies: readonly string[]): (entity: unknown) => unknown {
  const index = new SliceIndex({ catalog });
  for (const copy of copies) {
    const { id, slice }: Copy = JSON.parse(copy);
    index.add(id, slice);
  }
  return (entity) => index.match(entity, now);
}

/** What the loop keeps: an identifier and a compiled predicate for each slice. */
function loopFromCopies(copies: readonly string[]): (entity: unknown) => unknown {
  const compiled = copies.map((copy) => {
    const { id, slice }: Copy = JSON.parse(copy);
    return {
      id,
      isMember: compilePredicate(typeof slice === "string" ? definitionAt(slice, catalog, now) : slice),
    };
  });
  return (entity) => compiled.filter(({ isMember }) => isMember(entity)).length;
}

/** Bytes on the heap and beside it; the latter hold the buffers of arrays. */
function used(): number {
  for (let each = 0; each < 4; each++) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
