// Tests entities in columns beyond their answers, which the differential test compares.

import { describe, expect, test } from "vitest";
import { createTable } from "../../src/exports/predicate.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { where } from "../support/backends/one-filter.ts";

const all: FilterDefinition = { propertyFilters: [] };
const people: FilterDefinition = { entityTypes: ["Person"], propertyFilters: [] };

describe("a table", () => {
  test("takes any iterable, and numbers its rows", () => {
    const rows = new Set([{ type: "Person" }, { type: "Company" }, { type: "Person" }]);
    expect(createTable(rows).size).toBe(3);
    expect(createTable(rows).select(people)).toEqual(Uint32Array.of(0, 2));
  });

  test("may be empty", () => {
    const table = createTable([]);
    expect([table.size, table.count(people), table.select(all), table.countBy(all, "type")]).toEqual([
      0,
      0,
      new Uint32Array(),
      new Map(),
    ]);
  });

  test("has rows up to and beyond each word of a bitmap", () => {
    for (const size of [1, 31, 32, 33, 63, 64, 65]) {
      const table = createTable(
        Array.from({ length: size }, (_, row) => ({ type: row % 2 === 0 ? "Person" : "x" })),
      );
      expect(table.count(all)).toBe(size);
      expect(table.count(people)).toBe(Math.ceil(size / 2));
      expect(table.select(all)).toEqual(Uint32Array.from({ length: size }, (_, row) => row));
    }
  });

  test("counts values in the order in which they come in the slice", () => {
    const list = [1];
    const table = createTable([{ a: "x" }, { a: 1 }, {}, { a: "1" }, { a: null }, { a: list }, { a: 1 }]);
    expect([...table.countBy(all, "a")]).toEqual([
      ["x", 1],
      [1, 2],
      [null, 2],
      ["1", 1],
      [list, 1],
    ]);
    expect([...table.countBy(where("a", "neq", "x"), "a")][0]).toEqual([1, 2]);
  });

  test("refuses by name an argument that is not a list of entities", () => {
    for (const entities of [undefined, null, 5, {}])
      expect(() => Reflect.apply(createTable, undefined, [entities])).toThrow(
        new TypeError("entities must be iterable"),
      );
  });

  test("refuses a malformed filter or path with its position", () => {
    const table = createTable([{}]);
    const wrong = { propertyFilters: [{ path: "a", operator: "like", value: "x" }] };
    for (const run of [table.select, table.count]) {
      expect(() => Reflect.apply(run, undefined, [wrong])).toThrow(
        "propertyFilters[0].operator must be one of",
      );
    }
    expect(() => Reflect.apply(table.countBy, undefined, [all])).toThrow(
      new TypeError("path must be a string"),
    );
  });

  test("answers any number of paths, as it keeps only a few columns", () => {
    const table = createTable([{ a1: 1, a199: 1 }, {}]);
    const paths = Array.from({ length: 200 }, (_, at) => where(`a${at}`, "exists", true));
    expect(paths.map(table.count).reduce((sum, count) => sum + count)).toBe(2);
    expect(table.count(where("a1", "exists", true))).toBe(1);
  });

  test("reads a column once, while no more are requested than it keeps", () => {
    let reads = 0;
    const entity = Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`a${at}`, at]));
    const counted = new Proxy(entity, {
      get: (target, key) => {
        reads++;
        return Reflect.get(target, key);
      },
    });
    const table = createTable([counted]);
    for (let round = 0; round < 3; round++)
      for (let at = 0; at < 64; at++) expect(table.count(where(`a${at}`, "exists", true))).toBe(1);
    expect(reads).toBe(64);
  });

  test("reads no further column once no row is left", () => {
    let reads = 0;
    const entity = {
      get a(): number {
        reads++;
        return 1;
      },
    };
    const none = {
      entityTypes: [],
      propertyFilters: [{ path: "a", operator: "exists", value: true }],
    } as const;
    expect(createTable([entity]).count(none)).toBe(0);
    expect(reads).toBe(0);
  });
});
