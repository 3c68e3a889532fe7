// A corpus that is not random: every value of the pools with every other, every key, and every text that is nearly a date.

import type { FilterDefinition } from "../../../src/index.ts";
import { operators } from "../../../src/vocabulary/operators.ts";
import type { Corpus } from "./corpus.ts";
import type { Entity } from "./engine.ts";
import { where } from "./one-filter.ts";
import { instants, keys, notDates, numbers, texts } from "./pools.ts";
import { instantOf, pathOf } from "./reference.ts";

const scalars: readonly unknown[] = [...new Set([...texts.flat(), ...numbers.flat(), true, false])];
const isoDates = instants
  .flatMap((instant) => [instant - 1, instant, instant + 1])
  .map((instant) => new Date(instant).toISOString())
  .filter((date) => instantOf(date) !== undefined);

const values: readonly unknown[] = [
  ...scalars,
  ...notDates,
  ...isoDates,
  null,
  [],
  {},
  ["a"],
  [1],
  { v: "a" },
];

/** An entity for each value and each key; filters that compare with each value, look at each key, and ask for dates. */
export const edges: Corpus = {
  entities: [
    ...values.map((v) => ({ v })),
    ...keys.map((key) => ({ [key]: 1, outer: { [key]: "a" }, "?": { [key]: null } })),
    ...isoDates.map((created_at) => ({ created_at, type: "Person" })),
  ].map((entity: object, row): Entity => Object.fromEntries([...Object.entries(entity), ["id", `e${row}`]])),
  filters: [
    ...scalars.flatMap((value) => [where("v", "eq", value), where("v", "gt", value)]),
    ...keys
      .flatMap((key) => [[key], ["outer", key], ["?", key]])
      .map((path) => where(pathOf(path), "exists", true)),
    ...["v", "created_at"].flatMap((field) => rangesOf(field)),
  ],
};

const kinds: readonly unknown[] = [1, 2, "a", "b", true, false, null, [1]];
const gridPaths: readonly string[] = ["shape_id", "n", "label", "flag", "note", "place.city", "$1"];

/** Every operator on every kind of path, with a value of each kind. */
export const grid: Corpus = {
  entities: kinds.map((value, row) =>
    Object.fromEntries([
      ["id", `e${row}`],
      ...columnsOf(value).map((path) => [path, value]),
      ["note", value],
      ["place", { city: value }],
      ["$1", value],
    ]),
  ),
  filters: gridPaths.flatMap((path) =>
    [1, "a", true].flatMap((value) =>
      operators.map((operator) => {
        if (operator === "exists") return where(path, operator, value === 1);
        return where(path, operator, operator === "in" || operator === "nin" ? [value] : value);
      }),
    ),
  ),
};

/** The columns that can hold a value. */
function columnsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return ["shape_id", "label"];
  if (typeof value === "number") return ["n"];
  return typeof value === "boolean" ? ["flag"] : [];
}

function rangesOf(field: string): readonly FilterDefinition[] {
  const bounded = isoDates.flatMap((bound) => [{ start: bound }, { end: bound }]);
  return [{}, ...bounded].map((bounds) => ({ propertyFilters: [], dateRange: { field, ...bounds } }));
}
