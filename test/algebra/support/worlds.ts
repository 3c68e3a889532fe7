// Small worlds: which values entities have under which keys, and what filters over them are made of.

import type { Pools } from "../../support/filters.ts";

/** The values that entities have under one key; `undefined` stands for a key that is not there. */
export interface Axis {
  readonly key: string;
  readonly values: readonly unknown[];
}

/**
 * A world. Its entities are all combinations of the values of its axes; of each value that filters list there is one entity
 * that has it, and besides these on every axis one that no filter lists, and one without a value; of each bound there are the
 * instants at it and just before it. So entities that differ for any filter of the world are in it, up to those that no
 * such filter can tell apart: what holds of all these entities holds of all entities.
 */
export interface World extends Pools {
  readonly name: string;
  readonly axes: readonly Axis[];
}

/** The first and the last instant that a date can mean. */
export const calendar = { first: "0001-01-01T00:00:00.000Z", last: "9999-12-31T23:59:59.999Z" } as const;

const [march, marchNext, june, autumn] = [
  "2026-03-01T00:00:00.000Z",
  "2026-03-01T00:00:00.001Z",
  "2026-06-01T12:30:00.000Z",
  "2026-09-01T00:00:00.000Z",
] as const;

/** Other texts of the first instant of March. */
const others = ["2026-03-01", "2026-03-01T00:00:00.0000Z", "2026-02-28T23:00:00-01:00"] as const;

const lists = ["in", "in", "in", "eq"] as const;

/** What `compile` emits, and a little more of each kind. */
const kinds: World = {
  name: "kinds",
  axes: [
    { key: "type", values: ["Person", "Company", "Task", "Other", undefined] },
    { key: "shape_id", values: ["s1", "s2", "s3", "other", undefined] },
    { key: "source_id", values: ["gmail", "import", "other", undefined] },
    { key: "source_shape_id", values: ["inbox", "other", undefined] },
    { key: "created_at", values: datesFor([march, marchNext, june, autumn]) },
  ],
  types: ["Person", "Company", "Task"],
  paths: [
    { path: "shape_id", values: ["s1", "s2", "s3"] },
    { path: "shape_id", values: ["s1", "s2", "s3"] },
    { path: "source_id", values: ["gmail", "import"] },
    { path: "source_shape_id", values: ["inbox"] },
    { path: "type", values: ["Person", "Company", "Task"] },
  ],
  fields: [{ field: "created_at", bounds: [calendar.first, march, marchNext, june, autumn, calendar.last] }],
  operators: lists,
};

/** Values that look alike, keys that are traps, and lists and objects among the values. */
const oddities: World = {
  name: "odd values and keys",
  axes: [
    { key: "note", values: [0, -0, 1, "1", true, "true", false, "", "x", [], null, undefined] },
    { key: "__proto__", values: ["a", "x", undefined] },
    { key: "a.b", values: ["a", "x", undefined] },
    { key: "a\\", values: ["a", "x", undefined] },
    { key: "type", values: ["toString", "", 1, "Other", undefined] },
    { key: "created_at", values: datesFor([march]) },
  ],
  types: ["toString", ""],
  paths: [
    { path: "note", values: [0, -0, 1, "1", true, "true", false, "", [], [0], {}] },
    { path: "note", values: [0, -0, 1, "1", true] },
    { path: "__proto__", values: ["a"] },
    { path: "a\\.b", values: ["a", {}] },
    { path: "a\\\\", values: ["a", []] },
    { path: "a\\", values: ["a", []] },
    { path: "type", values: ["toString", "", 1] },
  ],
  fields: [{ field: "created_at", bounds: [calendar.first, march, calendar.last] }],
  operators: lists,
};

/** Two fields of dates, of which a definition holds one; and dates that are listed as values. */
const dates: World = {
  name: "two fields of dates",
  axes: [
    { key: "type", values: ["Person", "Other", undefined] },
    {
      key: "created_at",
      values: [...datesFor([march, june]), ...others, "2026-05-31T23:59:59.999+00:00", "soon", 5],
    },
    { key: "updated.at", values: datesFor([march, june]) },
    { key: "shape_id", values: ["s1", "s2", "other", undefined] },
  ],
  types: ["Person"],
  paths: [
    { path: "created_at", values: [march, ...others, june, "soon", 5] },
    { path: "shape_id", values: ["s1", "s2"] },
    { path: "type", values: ["Person"] },
  ],
  fields: [
    { field: "created_at", bounds: [calendar.first, march, june, calendar.last] },
    { field: "created_at", bounds: [calendar.first, march, june, calendar.last] },
    { field: "updated\\.at", bounds: [march, june, calendar.last] },
  ],
  operators: lists,
};

/** The worlds in which every answer is exact. */
export const exactWorlds: readonly World[] = [kinds, oddities, dates];

/** All operators, on paths inside one another and on others, and dates inside objects; the answer may not be known. */
const opaque: World = {
  name: "opaque conditions",
  axes: [
    { key: "n", values: [0, 1, 2, 3, "a", null, undefined] },
    {
      key: "place",
      values: [
        "x",
        "y",
        5,
        { city: "A" },
        { city: "AB", zip: 5.5 },
        { city: "B", zip: 5 },
        { city: { name: "A" } },
        { city: { name: "B" }, zip: 6 },
        { city: null, zip: 4 },
        { seen: march },
        { seen: june, city: "D" },
        { seen: "2026-05-31", zip: 5 },
        { seen: "2026-02-28" },
        {},
        [{ city: "A" }],
        null,
        undefined,
      ],
    },
    { key: "shape_id", values: ["s0", "s1", "s1x", "s2", "t", undefined] },
    { key: "created_at", values: datesFor([march, june]) },
    { key: "type", values: ["Person", "Other", undefined] },
  ],
  types: ["Person"],
  paths: [
    { path: "type", values: ["Person"] },
    { path: "n", values: [0, 1, 2, "a"] },
    { path: "place", values: ["x", 5] },
    { path: "place.city", values: ["A", "B", "C"] },
    { path: "place.city.name", values: ["A", "B"] },
    { path: "place.zip", values: [5, 6] },
    { path: "shape_id", values: ["s1", "s2"] },
  ],
  fields: [
    { field: "created_at", bounds: [calendar.first, march, june, calendar.last] },
    { field: "place.seen", bounds: [march, june] },
  ],
  operators: ["in", "in", "in", "eq", "neq", "nin", "nin", "gt", "gte", "lt", "lte", "exists", "exists"],
};

/** All operators on few paths, so that conditions meet: those on a path where `in` lists values are known exactly. */
const meeting: World = {
  name: "opaque conditions next to lists",
  axes: [
    {
      key: "n",
      values: [-1, 0, 0.5, 1, 1.5, 2, 3, "", "0", "1", "9", "a", "b", true, false, [], {}, null, undefined],
    },
    {
      key: "shape_id",
      values: ["s0", "s1", "s1x", "s2", "t", 5, 6, null, ...datesFor([march])],
    },
    { key: "created_at", values: [...datesFor([march, june]), "2026-03-02", 5, null] },
    { key: "type", values: ["Person", "Company", "Other", undefined] },
  ],
  types: ["Person", "Company"],
  paths: [
    { path: "n", values: [0, 1, 2, "1", "a", true, []] },
    { path: "shape_id", values: ["s1", "s2", 5] },
    { path: "created_at", values: [march, "2026-03-02", 5] },
    { path: "type", values: ["Person", "Company"] },
  ],
  fields: [
    { field: "created_at", bounds: [calendar.first, march, june, calendar.last] },
    { field: "shape_id", bounds: [march, calendar.last] },
  ],
  operators: opaque.operators,
};

/** The worlds in which a false answer may mean that the answer is not known. */
export const opaqueWorlds: readonly World[] = [opaque, meeting];

/** A value that is no date, no value, and the instants at and just before each bound and both ends of the calendar. */
function datesFor(bounds: readonly string[]): readonly unknown[] {
  const before = [...bounds, calendar.last].map((bound) => new Date(Date.parse(bound) - 1).toISOString());
  return [...new Set([calendar.first, ...bounds, ...before, calendar.last]), "never", undefined];
}
