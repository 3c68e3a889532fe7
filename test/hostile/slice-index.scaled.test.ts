// Tests an index of many slices, and of slices with many values: time and memory grow with its content, not with its square.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { SliceIndex } from "../../src/exports/match.ts";
import { createCatalog, type FilterDefinition } from "../../src/index.ts";
import { loopOf } from "../match/support/loop.ts";
import { randomFrom } from "../support/backends/random.ts";
import { staysWithin } from "../support/growth.ts";
import { isThorough } from "../support/runs.ts";

const now = Date.parse("2026-11-20T12:00:00.000Z");
const MINUTE = 60_000;

type Make = (at: number, count: number) => string | FilterDefinition;

const iso = (minutes: number): string => new Date(minutes * MINUTE).toISOString();
const within = (start: number, end: number, field = "created_at"): FilterDefinition => ({
  propertyFilters: [],
  dateRange: { field, start: iso(start), end: iso(end) },
});

/** Slices, no two of which are alike; each is made from its number. */
const families: Readonly<Record<string, Make>> = {
  "a type each": (at) => `type:T${at}`,
  "the same type": () => "type:Person",
  "a value each": (at) => ({ propertyFilters: [{ path: "n", operator: "eq", value: at }] }),
  "a path each": (at) => ({ propertyFilters: [{ path: `p${at}`, operator: "in", value: ["a"] }] }),
  "a date field each": (at) => within(at, at + 1, `f${at}`),
  "a condition each": (at) => ({ propertyFilters: [{ path: "n", operator: "gt", value: at }] }),
  "ranges apart": (at) => within(2 * at, 2 * at + 1),
  "ranges inside each other": (at, count) => within(at, 2 * count - at),
  "ranges that overlap": (at, count) => within(at, at + count),
  "starts alone": (at) => ({ propertyFilters: [], dateRange: { field: "created_at", start: iso(at) } }),
  "ends alone": (at) => ({ propertyFilters: [], dateRange: { field: "created_at", end: iso(at) } }),
  "hours back": (at) => `after:${at}h`,
  "days back, and a day": (at) => `after:${at % 50_000}d before:2026-11-0${1 + (at % 9)}`,
  "months back": (at) => `after:${at % 20_000}mo before:${at % 13}mo`,
  "types, names and dates": (at, count) => ({
    ...within(at, at + count),
    entityTypes: [`T${at}`, "Person"],
    propertyFilters: [{ path: "shape_id", operator: "in", value: [`s${at}`, "s"] }],
  }),
};

const orders: Readonly<Record<string, (numbers: readonly number[]) => readonly number[]>> = {
  descending: (numbers) => numbers.toReversed(),
  random: (numbers) => {
    const random = randomFrom(numbers.length);
    const keyed = numbers.map((at) => [random.below(2 ** 31), at] as const);
    return keyed.toSorted(([a], [b]) => a - b).map(([, at]) => at);
  },
};

/** How large the largest are. */
const most = isThorough ? 100_000 : 20_000;

const numbersTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

const entities: readonly unknown[] = [0, 1, 2, 3].map((at) => ({
  type: at === 0 ? "Person" : `T${at}`,
  shape_id: "s",
  n: at,
  p3: "a",
  f3: iso(3),
  created_at: at < 2 ? iso(at) : new Date(now - at * 3_600_000).toISOString(),
}));

/** Fills an index, asks it, and empties it again. */
function fillAndEmpty(make: Make, count: number, order: readonly number[]): void {
  const index = new SliceIndex();
  for (const at of order) index.add(`slice ${at}`, make(at, count));
  for (const entity of entities) index.match(entity, now);
  for (const at of order) index.remove(`slice ${at}`);
  expect(index.size).toBe(0);
}

describe("the time to fill and empty an index grows with its slices", () => {
  for (const [name, make] of Object.entries(families)) {
    test.each(isThorough ? Object.keys(orders) : ["random"])(
      `${name}, in %s order`,
      { timeout: 120_000 },
      (order) => {
        const work = (count: number): (() => void) => {
          const numbers = orders[order]?.(numbersTo(count)) ?? [];
          return () => fillAndEmpty(make, count, numbers);
        };
        expect(staysWithin(work(600), work(2400))).toBe(true);
      },
    );
  }
});

describe("the time of a change and a match grows with the slices", () => {
  test.each(Object.keys(families))("%s", { timeout: 120_000 }, (name) => {
    const make = families[name];
    if (make === undefined) expect.fail(name);
    const work = (count: number): (() => void) => {
      const index = new SliceIndex();
      for (const at of numbersTo(count)) index.add(`slice ${at}`, make(at, count));
      return () => {
        for (const at of numbersTo(60)) {
          index.replace(`slice ${at * 7}`, make(count + at, count));
          index.match(entities[at % entities.length], now + at * MINUTE);
          index.replace(`slice ${at * 7}`, make(at * 7, count));
        }
      };
    };
    expect(staysWithin(work(600), work(2400))).toBe(true);
  });
});

describe("the time for a slice with many values grows linearly", () => {
  const values = (count: number): readonly string[] => numbersTo(count).map((at) => `v${at}`);
  const many: Readonly<Record<string, (count: number) => FilterDefinition>> = {
    types: (count) => ({ entityTypes: values(count), propertyFilters: [] }),
    "ids, twice": (count) => ({
      propertyFilters: [
        { path: "shape_id", operator: "in", value: values(count) },
        { path: "shape_id", operator: "in", value: values(count).toReversed() },
      ],
    }),
    "values that it is not": (count) => ({
      propertyFilters: [{ path: "shape_id", operator: "nin", value: values(count) }],
    }),
    "parts on one path": (count) => ({
      propertyFilters: numbersTo(count).map((at) => ({ path: "n", operator: "neq", value: at }) as const),
    }),
    "parts on paths of their own": (count) => ({
      propertyFilters: numbersTo(count).map(
        (at) => ({ path: `p${at}`, operator: "exists", value: false }) as const,
      ),
    }),
  };

  test.each(Object.keys(many))("%s", { timeout: 120_000 }, (name) => {
    const work = (count: number): (() => void) => {
      const filter = many[name]?.(count);
      return () => {
        if (filter === undefined) expect.fail(name);
        const index = new SliceIndex();
        index.add("a", filter);
        index.add("b", "type:v1");
        for (const type of ["v0", `v${count - 1}`, "none"]) index.match({ type, shape_id: type }, now);
        index.replace("a", filter);
        SliceIndex.fromJSON(JSON.parse(JSON.stringify(index)));
        index.remove("a");
      };
    };
    const large = name.startsWith("parts") ? 2000 : most;
    expect(staysWithin(work(large / 4), work(large))).toBe(true);
  });

  test("and 100 000 types are found", () => {
    const index = new SliceIndex();
    index.add("a", { entityTypes: values(100_000), propertyFilters: [] });
    expect(index.match({ type: "v99999" }, now)).toEqual(["a"]);
    expect(index.match({ type: "v100000" }, now)).toEqual([]);
  });
});

describe(`an index of ${most} slices`, () => {
  const count = most;
  /** With the bytes of a slice: a tenth more than what was measured. */
  const few = [
    ["a type each", 1030],
    ["hours back", 690],
    ["types, names and dates", 1860],
  ] as const;

  test.each(few)(
    "stays within its memory and agrees with the loop: %s, in random order",
    { timeout: 120_000 },
    (name, bytes) => {
      const make = families[name];
      if (make === undefined) expect.fail(name);
      const order = orders["random"]?.(numbersTo(count)) ?? [];
      const before = heldBytes();
      const index = new SliceIndex();
      for (const at of order) index.add(`${at}`, make(at, count));
      expect((heldBytes() - before) / count).toBeLessThan(bytes);
      const slices = new Map(order.map((at) => [`${at}`, make(at, count)]));
      const loop = loopOf(slices, now, { catalog: createCatalog({}), fields: {} });
      for (const entity of entities) expect(index.match(entity, now)).toEqual(loop.match(entity));
      for (const at of order) index.remove(`${at}`);
      expect([index.size, index.match(entities[0], now)]).toEqual([0, []]);
    },
  );

  test("retains no removed slices", () => {
    const before = heldBytes();
    const index = new SliceIndex();
    const slice: Make = families["types, names and dates"] ?? expect.fail("no such family");
    for (const at of numbersTo(count / 2)) index.add(`${at}`, slice(at, count));
    for (const at of numbersTo(count / 2)) index.remove(`${at}`);
    expect([index.size, (heldBytes() - before) / (count / 2) < 300]).toEqual([0, true]);
  });
});

/** The bytes of this process that are still held after garbage was collected. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
