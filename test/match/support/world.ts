// The parts that the slices and entities of one run are made of: few names and values, and one time near all dates.

import fc from "fast-check";
import {
  type Catalog,
  createCatalog,
  type FieldNames,
  type FilterDefinition,
  type Operator,
} from "../../../src/index.ts";
import { DAY, FIRST, HOUR, LAST, midnightOf, monthsAgo } from "../../relative/support/calendar.ts";
import { where } from "../../support/backends/one-filter.ts";
import type { Random } from "../../support/backends/random.ts";
import { filterIn } from "../../support/filters.ts";

/** The settings of one index, and what is drawn for it. */
export interface World {
  readonly catalog: Catalog;
  readonly fields: Partial<FieldNames>;
  readonly types: readonly string[];
  readonly names: readonly string[];
  readonly ids: readonly string[];
  /** Paths that conditions are about, those of names and dates among them. */
  readonly paths: readonly string[];
  /** Properties that dates are in. */
  readonly dateFields: readonly string[];
  /** Values of properties; names and ids among them. */
  readonly scalars: readonly unknown[];
  /** The time about which all dates of the run lie. */
  readonly middle: number;
  /** Date expressions, days near the middle among them. */
  readonly dates: readonly string[];
  /** Definitions with every operator. */
  readonly filters: readonly FilterDefinition[];
}

/** The options of the index. */
export function optionsOf({ catalog, fields }: World): Pick<World, "catalog" | "fields"> {
  return { catalog, fields };
}

const manyTypes = ["Person", "Company", "person", "Deal", "__proto__", "1", "true", "Task", "😀", "a b"];
const manyIds = ["s1", "s2", "s3", "S1", "constructor", "1", "Person", "s4", "é", "e\u0301"];

/** Draws the settings; small ones, so that slices and entities meet. */
export function drawWorld(random: Random): World {
  const [types, ids] = [
    random.some(manyTypes, 3 + random.below(3)),
    random.some(manyIds, 3 + random.below(4)),
  ];
  const names = ["one", "two", "both", "same", "none"];
  const named = [
    ["one", 0],
    ["two", 1],
    ["both", 0],
    ["both", 2],
    ["same", 0],
  ] as const;
  const entries = named.map(([name, at]) => ({ name, id: ids[at] ?? "" }));
  const middle = random.pick(middles) + random.below(5 * DAY);
  const fields = random.pick(settings);
  const own = Object.values(fields);
  const paths = [...own, "type", "shape_id", "source_id", "source_shape_id", ...random.some(others, 6)];
  const dateFields = ["created_at", fields.date ?? "created_at", ...random.some(otherDates, 2)];
  const scalars = [...ids, ...types, 0, 1, -0, 1.5, true, false, "", "0", ...random.some(ids, 2)];
  return {
    catalog: createCatalog({ shapes: entries, sources: entries }),
    fields,
    types,
    names,
    ids,
    paths,
    dateFields,
    scalars,
    middle,
    dates: drawDates(random, middle),
    filters: drawFilters(random, middle, { types, paths, dateFields, scalars }),
  };
}

/** Ends of months, a leap year, the ends of the calendar. */
const middles: readonly number[] = [
  "2026-03-27 2026-03-27 2026-03-27 2026-03-27 2026-03-27 2026-03-27 2026-03-27 2026-03-27 2026-11-20",
  "2026-11-20 2026-02-26 2024-02-27 2023-12-29 2100-02-26 1969-12-30 0001-01-28 0001-12-30 9999-12-26",
].flatMap((line) => line.split(" ").map((day) => Date.parse(day)));

/** Other paths than usual; one property for two kinds, and for names and dates. */
const settings: readonly Partial<FieldNames>[] = [
  ...Array.from({ length: 6 }, () => ({})),
  { date: "updated" },
  { date: "dates.seen", source: "origin.id" },
  { shape: "kind", source: "kind" },
  { source: "type", "source-shape": "shape_id" },
  { date: "shape_id" },
  { shape: "a\\.b", date: "a.b" },
  { date: "type", shape: "0" },
];

const others = [
  "created_at",
  "n",
  "flag",
  "a",
  "a.b",
  "a\\.b",
  "a.b.c",
  "place.city",
  "",
  "__proto__",
  "x.length",
  "0",
];
const otherDates = ["updated", "dates.seen", "shape_id", "a.b", "type", "__proto__.at"];

/** Mostly values that a property must be one of; the rest are conditions of all other operators. */
const operators: readonly Operator[] = [
  ...(["in", "in", "in", "in", "in", "in", "in", "in", "in", "eq", "eq", "eq"] as const),
  ...(["nin", "nin", "neq", "exists", "exists", "gt", "gte", "lt", "lte"] as const),
];

/** Filters with dates about the middle, and some with long lists; now and then a value is a list or an object, which equals nothing. */
function drawFilters(
  random: Random,
  middle: number,
  { types, paths, dateFields, scalars }: Pick<World, "types" | "paths" | "dateFields" | "scalars">,
): readonly FilterDefinition[] {
  const near = Array.from({ length: 12 }, () => {
    return middle + random.pick([0, 1, -1, 30, 7]) * DAY + random.below(4 * DAY) - 2 * DAY;
  });
  const bounds = [...near, FIRST, LAST].map((time) =>
    new Date(Math.min(Math.max(time, FIRST), LAST)).toISOString(),
  );
  const values = [...scalars, ...scalars, random.pick([[], {}, ["s1"], { a: 1 }])];
  const filter = filterIn({
    types,
    paths: paths.map((path) => ({ path, values })),
    fields: dateFields.map((field) => ({ field, bounds })),
    operators,
  });
  const many = Array.from({ length: 150 }, (_, at) => `v${at}`);
  return [
    ...fc.sample(filter, { seed: random.below(2 ** 31), numRuns: 300 }),
    ...random.some(paths, 6).map((path) => where(path, random.pick(["in", "nin"]), [...values, ...many])),
  ];
}

function drawDates(random: Random, middle: number): readonly string[] {
  const day = midnightOf(middle);
  const days = [0, 1, -1, -2, 3, -7, -30, -31, 40, 366].map((count) => day + count * DAY);
  const written = days
    .filter((time) => time >= FIRST && time <= LAST)
    .map((time) => new Date(time).toISOString().slice(0, 10));
  return [
    ...random.some(written, 4),
    ...random.some(["today", "yesterday", "now", "last-month", "0001-01-01", "9999-12-31"], 3),
    ...random.some(["0d", "12h", "1d", "24h", "2d", "7d", "28d", "29d", "30d", "31d", "1mo", "2mo", "1y"], 6),
    ...(random.chance(0.1) ? ["365d", "9998y", "2000y"] : []),
  ];
}

/** The next time to ask about: a step ahead or back, to midnights and the ends of months, now and then far away. */
export function nextTime(random: Random, now: number, { middle }: World): number {
  const midnight = midnightOf(now);
  const month = monthsAgo(midnight, random.pick([0, 1, -1])) - (new Date(midnight).getUTCDate() - 1) * DAY;
  const near = random.pick([-1, 0, 0, 1]);
  const steps = [1, 1, -1, HOUR, -HOUR, 12 * HOUR, DAY, DAY + 1, -DAY, 7 * DAY, random.below(3 * DAY), 0];
  return random.pick([
    now + random.pick(steps),
    now + random.pick(steps),
    midnight + random.pick([0, DAY, DAY, -DAY]) + near,
    month + random.pick([0, DAY, -DAY, 27 * DAY, 28 * DAY]) + near,
    middle + random.below(20 * DAY) - 10 * DAY,
    random.chance(0.9) ? middle : random.pick([FIRST, LAST, LAST + 1, FIRST - 1, LAST + 400 * DAY]) + near,
  ]);
}
