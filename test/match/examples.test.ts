// Tests by examples what the index is documented to do, and its errors for wrong uses.

import { describe, expect, test } from "vitest";
import { SliceIndex } from "../../src/exports/match.ts";
import { createCatalog, type FilterDefinition, parse, query, term } from "../../src/index.ts";
import { changesOf } from "./support/loop.ts";

const catalog = createCatalog({
  shapes: [
    { id: "s1", name: "crm" },
    { id: "s2", name: "crm" },
  ],
  sources: [{ id: "g1", name: "gmail" }],
});
const noon = Date.parse("2026-11-20T12:00:00.000Z");
const anything: FilterDefinition = { propertyFilters: [] };

/** An index with these slices, by their ids. */
function indexOf(slices: Readonly<Record<string, string | FilterDefinition>>): SliceIndex {
  const index = new SliceIndex({ catalog });
  for (const [id, slice] of Object.entries(slices)) index.add(id, slice);
  return index;
}

/** The index after a trip through JSON. */
function again(index: SliceIndex): SliceIndex {
  return SliceIndex.fromJSON(JSON.parse(JSON.stringify(index)));
}

describe("the slices of an index", () => {
  test("may be texts, trees and definitions", () => {
    const index = new SliceIndex({ catalog });
    index.add("text", "type:Person shape:crm");
    index.add("read", parse("type:Person source:gmail").query);
    index.add("built", query([term("type", "Person")]));
    index.add("definition", { entityTypes: ["Person"], propertyFilters: [] });
    index.add("other", "type:Company");
    const person = { type: "Person", shape_id: "s2", source_id: "g1" };
    expect(index.match(person, noon)).toEqual(["text", "read", "built", "definition"]);
  });

  test("may be none, and then nothing matches", () => {
    const index = new SliceIndex();
    expect([index.size, index.has("a"), index.remove("a"), index.match({}, noon)]).toEqual([
      0,
      false,
      false,
      [],
    ]);
    expect(index.changes(null, {}, noon)).toEqual({ entered: [], left: [] });
    expect(again(index).size).toBe(0);
  });

  test("are returned in insertion order, which a slice keeps when it is replaced", () => {
    const index = indexOf({ z: "type:A", "10": "type:A", a: "type:A", "9": "type:A", __proto__x: "type:A" });
    index.add("__proto__", "type:A");
    const before = index.match({ type: "A" }, noon);
    expect(new Set(before).size).toBe(6);
    index.replace(before[1] ?? "", "type:B");
    expect(index.match({ type: "A" }, noon)).toEqual(before.toSpliced(1, 1));
    index.replace(before[1] ?? "", anything);
    expect(index.match({ type: "A" }, noon)).toEqual(before);
    expect(again(index).match({ type: "A" }, noon)).toEqual(before);
  });

  test("come last if they are removed and added again", () => {
    const index = indexOf({ a: "type:A", b: "type:A", c: "type:A" });
    expect([index.remove("a"), index.remove("a"), index.has("a"), index.size]).toEqual([
      true,
      false,
      false,
      2,
    ]);
    index.add("a", "type:A");
    expect(index.match({ type: "A" }, noon)).toEqual(["b", "c", "a"]);
  });

  test("keep their order when most are removed and others added", () => {
    const index = new SliceIndex();
    const ids = Array.from({ length: 1000 }, (_, at) => `slice ${(at * 617) % 1000}`);
    for (const id of ids) index.add(id, "type:A after:7d");
    for (const id of ids.filter((_, at) => at % 10 !== 0)) index.remove(id);
    for (const id of ids.slice(1, 10)) index.add(id, "type:A before:today");
    const expected = [...ids.filter((_, at) => at % 10 === 0), ...ids.slice(1, 10)];
    expect(index.match({ type: "A", created_at: "2026-11-19" }, noon)).toEqual(expected);
    expect(index.size).toBe(109);
  });

  test("do not change with a definition that was added, which is not frozen", () => {
    const types = ["A"];
    const value: string[] = ["s1"];
    const object = {};
    const filters = [
      { path: "shape_id", operator: "in", value },
      { path: "n", operator: "neq", value: object },
    ] as const;
    const definition = { entityTypes: types, propertyFilters: [...filters], dateRange: { field: "at" } };
    const index = indexOf({ a: definition });
    types.push("B");
    value.length = 0;
    definition.propertyFilters.length = 0;
    definition.dateRange.field = "other";
    expect(Object.isFrozen(object)).toBe(false);
    const member = { type: "A", shape_id: "s1", n: 1, at: "2026-01-01" };
    expect(index.match(member, noon)).toEqual(["a"]);
    expect(index.match({ ...member, type: "B" }, noon)).toEqual([]);
    index.replace("a", anything);
    expect(index.match({}, noon)).toEqual(["a"]);
    expect(index.remove("a")).toBe(true);
    expect(index.match(member, noon)).toEqual([]);
  });
});

describe("the time of a match", () => {
  const index = indexOf({
    week: "after:7d",
    day: "after:today",
    month: "after:1mo before:yesterday",
    fixed: "after:2026-11-01 before:2026-12-01",
  });
  const at = (now: string, created_at: unknown): readonly string[] =>
    index.match({ created_at }, Date.parse(now));

  test("may be later or earlier than the one before", () => {
    const created = "2026-11-18T12:00:00.000Z";
    expect(at("2026-11-18T13:00:00Z", created)).toEqual(["week", "day", "fixed"]);
    expect(at("2026-11-25T12:00:00.000Z", created)).toEqual(["week", "month", "fixed"]);
    expect(at("2026-11-25T12:00:00.001Z", created)).toEqual(["month", "fixed"]);
    expect(at("2026-12-18T12:00:00.001Z", created)).toEqual(["fixed"]);
    expect(at("2026-11-20T12:00:00Z", created)).toEqual(["week", "month", "fixed"]);
  });

  test("may bring back an entity near the end of a month", () => {
    const created = "2026-02-28T12:00:00.000Z";
    const times = [
      "2026-03-28T12:00:00.000Z",
      "2026-03-28T12:00:00.001Z",
      "2026-03-29T00:00:00.000Z",
      "2026-03-31T12:00:00.001Z",
    ];
    expect(times.map((time) => at(time, created).includes("month"))).toEqual([true, false, true, false]);
  });

  test("is now by default", () => {
    const created_at = new Date().toISOString();
    expect(index.match({ created_at })).toContain("week");
    expect(index.changes(null, { created_at }).entered).toContain("week");
    expect(index.match({ created_at: "2020-01-01" })).toEqual([]);
  });

  test("may be a Date", () => {
    expect(index.match({ created_at: new Date(noon) }, new Date(noon))).toEqual(["week", "day", "fixed"]);
  });

  test("may be one at which a date is out of the calendar, and the slice is then empty", () => {
    const early = indexOf({
      back: "before:30d",
      both: "before:now before:1y",
      now: "before:now",
      all: anything,
    });
    const created_at = "0001-01-01";
    expect(early.match({ created_at }, Date.parse("0001-01-30T23:59:59.999Z"))).toEqual(["now", "all"]);
    expect(early.match({ created_at }, Date.parse("0001-01-31T00:00:00.000Z"))).toEqual(["now", "all"]);
    expect(early.match({ created_at }, Date.parse("0001-01-31T00:00:00.001Z"))).toEqual([
      "back",
      "now",
      "all",
    ]);
    expect(early.match({ created_at }, Date.parse("0002-01-01T00:00:00.000Z"))).toEqual([
      "back",
      "both",
      "now",
      "all",
    ]);
    expect(early.match({ created_at }, Date.parse("+010000-01-01T00:00:00.000Z"))).toEqual(["back", "all"]);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, new Date(Number.NaN), "2026-11-20", 1n, null])(
    "may not be %s",
    (now) => {
      const error = new TypeError("now must be a valid Date or a time in milliseconds");
      expect(() => Reflect.apply(index.match, index, [{}, now])).toThrow(error);
      expect(() => Reflect.apply(index.changes, index, [null, {}, now])).toThrow(error);
    },
  );
});

describe("changes", () => {
  const index = indexOf({
    people: "type:Person",
    recent: "after:7d",
    crm: "shape:crm",
    all: anything,
    none: { propertyFilters: [{ path: "type", operator: "exists", value: false }] },
  });
  const before = { type: "Person", shape_id: "s1", created_at: "2026-11-01" };

  test("are the difference of two matches, in the order of the index", () => {
    const after = { shape_id: "s2", created_at: "2026-11-20" };
    expect(index.changes(before, after, noon)).toEqual({ entered: ["recent", "none"], left: ["people"] });
    expect(index.changes(after, before, noon)).toEqual({ entered: ["people"], left: ["recent", "none"] });
    expect(index.changes(before, before, noon)).toEqual({ entered: [], left: [] });
    expect(index.changes(before, after, noon)).toEqual(
      changesOf(index.match(before, noon), index.match(after, noon)),
    );
  });

  test("of a new or deleted entity include every slice that it is in or was in", () => {
    expect(index.changes(null, before, noon)).toEqual({ entered: ["people", "crm", "all"], left: [] });
    expect(index.changes(before, null, noon)).toEqual({ entered: [], left: ["people", "crm", "all"] });
    expect(index.changes(null, null, noon)).toEqual({ entered: [], left: [] });
  });
});

describe("a match of an unusual entity", () => {
  const index = indexOf({
    a: "type:A",
    b: "type:A after:7d shape:crm",
    n: { propertyFilters: [{ path: "n", operator: "nin", value: [1] }] },
  });

  test("may have a getter that queries the index", () => {
    const inner = { type: "A", shape_id: "s1", created_at: "2026-11-19", n: 2 };
    for (const name of ["type", "shape_id", "created_at", "n"] as const) {
      const outer = Object.defineProperty({ ...inner, n: 1 }, name, {
        get: () => {
          expect(index.match(inner, noon)).toEqual(["a", "b", "n"]);
          expect(index.match({}, noon)).toEqual([]);
          return name === "n" ? 1 : inner[name];
        },
      });
      expect([name, index.match(outer, noon)]).toEqual([name, ["a", "b"]]);
    }
  });

  test("returns no slice that it is not in when the index changes meanwhile", () => {
    const later = { propertyFilters: [], dateRange: { field: "due", start: "1960-01-01T00:00:00.000Z" } };
    const changed = (change: (own: SliceIndex) => void): readonly string[] => {
      const own = indexOf({ a: "type:A", b: "type:A after:7d" });
      const entity = {
        created_at: "2026-11-19",
        get type() {
          change(own);
          return "A";
        },
      };
      return own.match(entity, noon);
    };
    expect(changed((own) => own.replace("a", later))).toEqual(["b"]);
    expect(changed((own) => own.remove("a"))).toEqual(["b"]);
    expect(changed((own) => own.remove("b"))).toEqual(["a"]);
  });

  test("treats a property that throws as missing", () => {
    const thrower = new Proxy(
      {},
      {
        getOwnPropertyDescriptor: () => {
          throw new Error("no");
        },
      },
    );
    expect(index.match(thrower, noon)).toEqual([]);
    expect(
      index.match(
        Object.defineProperty({ n: 2 }, "type", {
          get: () => {
            throw new Error("no");
          },
        }),
        noon,
      ),
    ).toEqual(["n"]);
  });
});
