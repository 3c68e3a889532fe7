// The stored slices that are measured, and the entities that are matched against them, from seeded generators.
import {
  type Catalog,
  type CatalogEntry,
  compile,
  createCatalog,
  type FilterDefinition,
  print,
  query,
  type Term,
  term,
} from "../../src/index.ts";
import { type Entity, parsedEntities, uuid, words } from "../backends/entities.ts";
import { phrase } from "../names.ts";
import { type Random, random } from "../random.ts";

/** Whether the dates of the slices are days, or move with the present. */
export const dateKinds = ["absolute", "rolling"] as const;

/** One of {@link dateKinds}. */
export type DateKind = (typeof dateKinds)[number];

/** A slice as a server stores it. */
export interface StoredSlice {
  readonly id: string;
  readonly text: string;
}

/** What slices and entities are about. It grows with the number of slices. */
export interface World {
  readonly catalog: Catalog;
  readonly shapes: readonly CatalogEntry[];
  readonly sources: readonly CatalogEntry[];
}

/** Makes the world of so many slices: 8 types, a shape for every 25 slices and a source for every 50. */
export function worldOf(slices: number): World {
  const from = random(11);
  const entries = (count: number): readonly CatalogEntry[] =>
    Array.from({ length: count }, (_, at) => ({
      id: flat(uuid(from)),
      name: `${phrase(from)} ${String(at)}`,
    }));
  const shapes = entries(slices / 25);
  const sources = entries(slices / 50);
  return { catalog: createCatalog({ shapes, sources, types: [...words.types] }), shapes, sources };
}

/** So many slices: one to three kinds of names with one to three names each, and dates in half of them. */
export function storedSlices(
  count: number,
  dates: DateKind,
  { shapes, sources }: World,
): readonly StoredSlice[] {
  const from = random(12);
  const named = (entries: readonly CatalogEntry[]) => (): string => skewed(entries, from).name;
  const choices: Readonly<Record<Kind, () => string>> = {
    type: () => from.one(words.types),
    shape: named(shapes),
    source: named(sources),
    "source-shape": named(shapes),
  };
  return Array.from({ length: count }, () => {
    const names = kindsOf(from).flatMap((kind) => some(choices[kind], from).map((name) => term(kind, name)));
    const isDated = names.length === 0 || from.between(0, 1) === 0;
    const terms = [...names, ...(isDated ? dateTerms[dates](from) : [])];
    return { id: flat(uuid(from)), text: flat(print(query(terms))) };
  });
}

/** Entities of the forms that the backends are measured on, about the things of a world; each as a line of JSON. */
export function entityLines(count: number, { shapes, sources }: World): readonly string[] {
  const from = random(13);
  return parsedEntities(count).map((entity) => {
    const about = {
      shape_id: skewed(shapes, from).id,
      source_id: skewed(sources, from).id,
      source_shape_id: skewed(shapes, from).id,
    };
    return flat(JSON.stringify({ ...entity, ...about }));
  });
}

/** An entity as a server gets it: its strings are not those of any slice. */
export function entityOf(line: string): Entity {
  const entity: Entity = JSON.parse(line);
  return entity;
}

/** What a slice means at an instant. */
export function definitionAt(text: string, catalog: Catalog, instant: number): FilterDefinition {
  const result = compile(text, { catalog, now: instant });
  if (!result.ok) throw new Error(`a slice of the benchmark was refused: ${text}`);
  return result.filter_definition;
}

type Kind = "type" | "shape" | "source" | "source-shape";

/** Which kinds of names slices have, and how many of a thousand have them. The last have a date only. */
const forms: readonly (readonly [thousandths: number, kinds: readonly Kind[]])[] = [
  [340, ["type", "shape"]],
  [220, ["shape", "source"]],
  [170, ["type", "source"]],
  [160, ["type", "shape", "source"]],
  [40, ["source"]],
  [40, ["shape"]],
  [20, ["type", "source-shape"]],
  [7, ["type"]],
  [3, []],
];

function kindsOf(from: Random): readonly Kind[] {
  let at = from.between(0, 999);
  const form = forms.find(([thousandths]) => {
    at -= thousandths;
    return at < 0;
  });
  return form?.[1] ?? [];
}

/** One to three, one more often than two or three. */
function some(choose: () => string, from: Random): readonly string[] {
  const most = from.between(0, 9) < 5 ? 1 : from.between(2, 3);
  return [...new Set(Array.from({ length: most }, choose))];
}

const dateTerms: Readonly<Record<DateKind, (from: Random) => readonly Term[]>> = {
  absolute: (from) => {
    const start = from.between(0, 1000);
    const end = start + from.between(7, 400);
    const at = from.between(0, 9);
    if (at < 5) return [term("after", dayOf(start))];
    return at < 6
      ? [term("before", dayOf(start))]
      : [term("after", dayOf(start)), term("before", dayOf(end))];
  },
  rolling: (from) => {
    const at = from.between(0, 9);
    if (at < 7) return [term("after", from.one(offsets))];
    if (at < 8) return [term("after", from.one(["today", "yesterday"]))];
    if (at < 9) return [term("before", from.one(offsets))];
    return [term("after", from.one(["3mo", "6mo", "1y"])), term("before", from.one(["1d", "7d", "1mo"]))];
  },
};

/** What people write; the window of an hour is as likely as that of a year. */
const offsets =
  "1h 24h 1d 2d 3d 7d 10d 14d 30d 60d 90d 180d 365d 1w 2w 4w last-week 1mo 2mo 3mo 6mo 9mo last-month 1y 2y last-year".split(
    " ",
  );

/** The days that slices name begin before the first entity. */
function dayOf(day: number): string {
  return new Date(Date.UTC(2024, 2, 1 + day)).toISOString().slice(0, 10);
}

/** Those in front are chosen more often: the first hundredth for one in ten. */
function skewed<Item>(items: readonly Item[], from: Random): Item {
  const part = from.between(0, 99_999) / 100_000;
  const item = items[Math.floor(items.length * part * part)];
  if (item === undefined) throw new RangeError("there is nothing to choose from");
  return item;
}

/** What comes over a network is one flat string; one that was just joined here need not be. */
function flat(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}
