// Tests an index as JSON: what is in it, and that the index that is read again is the same.

import { expect, test } from "vitest";
import { SliceIndex } from "../../src/exports/match.ts";
import { createCatalog } from "../../src/index.ts";

const noon = Date.parse("2026-11-20T12:00:00.000Z");
const catalog = createCatalog({ shapes: [{ id: "s1", name: "crm" }] });

test("the JSON contains the IDs of names, and dates as they were written", () => {
  const index = new SliceIndex({ catalog, fields: { date: "at.created", shape: "kind" } });
  index.add("a", "after:7d type:A shape:crm after:2026-01-01 report before:today");
  index.add("b", "shape:nowhere");
  index.add("c", { propertyFilters: [], dateRange: { field: "x", start: "2026-01-01T00:00:00.000Z" } });
  expect(JSON.parse(JSON.stringify(index))).toEqual({
    version: 1,
    slices: [
      {
        id: "a",
        filter: { entityTypes: ["A"], propertyFilters: [{ path: "kind", operator: "in", value: ["s1"] }] },
        dates: { field: "at.created", starts: ["7d", "2026-01-01"], ends: ["today"] },
      },
      { id: "b", filter: { propertyFilters: [{ path: "kind", operator: "in", value: [] }] } },
      {
        id: "c",
        filter: { propertyFilters: [], dateRange: { field: "x", start: "2026-01-01T00:00:00.000Z" } },
      },
    ],
  });
});

test("the JSON is read without a catalog, and an index writes the same again", () => {
  const index = new SliceIndex({ catalog });
  index.add("crm", "shape:crm after:7d");
  index.add("all", { propertyFilters: [] });
  index.add("gone", "type:A");
  index.remove("gone");
  const text = JSON.stringify(index);
  const read = SliceIndex.fromJSON(JSON.parse(text));
  expect(JSON.stringify(read)).toBe(text);
  expect([read.size, read.has("crm"), read.has("gone")]).toEqual([2, true, false]);
  const entity = { shape_id: "s1", created_at: "2026-11-19" };
  expect(read.match(entity, noon)).toEqual(["crm", "all"]);
  expect(() => read.add("more", "shape:crm")).toThrow("give the index a catalog");
});

test("additional members in the JSON of a newer version are ignored", () => {
  const dates = { field: "at", starts: ["7d"], ends: [], zone: "UTC" };
  const slice = { id: "a", filter: { propertyFilters: [] }, dates, note: "n" };
  const read = SliceIndex.fromJSON({ version: 1, slices: [slice], written: "2026-11-20" });
  expect(read.match({ at: "2026-11-19" }, noon)).toEqual(["a"]);
  expect(read.match({ at: "2026-11-01" }, noon)).toEqual([]);
});

test("slices that are added to an index from JSON have its options", () => {
  const read = SliceIndex.fromJSON({ slices: [] }, { catalog, fields: { shape: "kind" } });
  read.add("a", "shape:crm");
  expect(read.match({ kind: "s1" }, noon)).toEqual(["a"]);
});

test("changes to parsed JSON do not change the index", () => {
  const filter = { entityTypes: ["A"], propertyFilters: [] };
  const dates = { field: "at", starts: ["7d"], ends: [] };
  const read = SliceIndex.fromJSON({ slices: [{ id: "a", filter, dates }] });
  filter.entityTypes.length = 0;
  dates.starts[0] = "1d";
  dates.field = "other";
  expect(read.match({ type: "A", at: "2026-11-15" }, noon)).toEqual(["a"]);
  read.replace("a", "type:B");
  expect(read.match({ type: "A", at: "2026-11-15" }, noon)).toEqual([]);
  expect(read.remove("a")).toBe(true);
  expect(read.toJSON()).toEqual({ version: 1, slices: [] });
});

test("changes to the result of toJSON do not change the index", () => {
  const index = new SliceIndex();
  index.add("a", "type:A after:7d");
  const text = JSON.stringify(index);
  const { slices } = index.toJSON();
  index.add("b", "type:A");
  expect(slices.length).toBe(1);
  for (const slice of slices) {
    // What is frozen stays as it is, and what is not must be a copy.
    Reflect.set(slice, "id", "c");
    Reflect.set(slice.dates ?? {}, "field", "at");
    Reflect.set(slice.dates?.starts ?? [], 0, "1d");
    Reflect.set(slice.filter, "entityTypes", []);
    Reflect.set(slice.filter.entityTypes ?? [], 0, "B");
  }
  index.remove("b");
  expect(JSON.stringify(index)).toBe(text);
  // Enough for the index to be built again.
  for (const at of Array.from({ length: 300 }, (_, number) => `${number}`)) index.add(at, "type:B");
  for (const at of Array.from({ length: 300 }, (_, number) => `${number}`)) index.remove(at);
  expect([index.has("a"), index.match({ type: "A", created_at: "2026-11-15" }, noon)]).toEqual([true, ["a"]]);
});

test("ids and values in JSON may be any strings", () => {
  const index = new SliceIndex();
  const ids = ["", "__proto__", "constructor", "1", "\ud800", '"', "\u2028", "😀"];
  for (const id of ids) index.add(id, { entityTypes: [id], propertyFilters: [] });
  const read = SliceIndex.fromJSON(JSON.parse(JSON.stringify(index)));
  expect(read.size).toBe(ids.length);
  for (const id of ids) expect(read.match({ type: id }, noon)).toEqual([id]);
});
