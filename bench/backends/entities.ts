// The entities that the backends are measured on, from a seeded generator, and the catalog of the names in them.
import { type Catalog, createCatalog } from "../../src/index.ts";
import { names } from "../corpus.ts";
import { phrase } from "../names.ts";
import { type Random, random } from "../random.ts";

/** An entity. Some have no address and some no score, so that they are of four forms. */
export interface Entity {
  readonly id: string;
  readonly type: string;
  readonly shape_id: string;
  readonly source_id: string;
  readonly source_shape_id: string;
  readonly created_at: string;
  readonly name: string;
  readonly status: string;
  readonly address?: { readonly city: string; readonly place: { readonly zone: string } };
  readonly score?: number;
}

/** The words that entities are made of, and that queries ask for: those in front are in more entities. */
export const words: Readonly<Record<"types" | "shapes" | "sources" | "cities", readonly string[]>> = {
  types: names.types.slice(0, 8),
  shapes: names.shapes.slice(0, 40),
  sources: names.sources.slice(0, 20),
  cities: ["Paris", "Berlin", "London", "Oslo", "Rio de Janeiro", "Lisbon", "Vienna", "Rome", "Łódź", "東京"],
};

/** The identifiers of all shapes and sources of the benchmark's names. */
export const catalog: Catalog = makeCatalog();

/** Entities as a program gets them from JSON; the same ones every time. */
export function parsedEntities(count: number): readonly Entity[] {
  return Array.from(entities(count), (entity): Entity => JSON.parse(JSON.stringify(entity)));
}

/** The same entities one by one; what is equal in two of them is one string, which takes less room. */
export function* entities(count: number): Generator<Entity> {
  const from = random(3);
  const ids = idsOf(catalog);
  for (let row = 0; row < count; row++) yield entity(from, ids);
}

type Ids = Readonly<Record<"shapes" | "sources" | "sourceShapes", readonly string[]>>;

function idsOf({ shapes, sources }: Catalog): Ids {
  return {
    shapes: words.shapes.flatMap(shapes.idsOf),
    sources: words.sources.flatMap(sources.idsOf),
    sourceShapes: names.shapes.flatMap(shapes.idsOf),
  };
}

function entity(from: Random, ids: Ids): Entity {
  const minutes = from.between(0, 700 * 24 * 60);
  return {
    id: uuid(from),
    type: uneven(words.types, from),
    shape_id: uneven(ids.shapes, from),
    source_id: uneven(ids.sources, from),
    source_shape_id: from.one(ids.sourceShapes),
    created_at: new Date(firstDay + minutes * 60_000 + from.between(0, 59_999)).toISOString(),
    name: phrase(from),
    status: from.one(["open", "closed", "waiting"]),
    ...(from.between(0, 9) > 0 && {
      address: { city: uneven(words.cities, from), place: { zone: `Z${String(from.between(0, 19))}` } },
    }),
    ...(from.between(0, 4) > 0 && { score: from.between(0, 1000) / 10 }),
  };
}

/** The first day that entities have; the last is 700 days later. */
const firstDay = Date.UTC(2025, 0, 1);

/** The first of the items for four in ten, the second for two in ten. */
function uneven<Item>(items: readonly Item[], from: Random): Item {
  const at = from.between(0, 9);
  if (at < 4) return from.one(items.slice(0, 1));
  return at < 6 ? from.one(items.slice(1, 2)) : from.one(items);
}

function makeCatalog(): Catalog {
  const from = random(4);
  const entries = (table: readonly string[]): { readonly id: string; readonly name: string }[] =>
    table.map((name) => ({ id: uuid(from), name }));
  return createCatalog({
    shapes: entries(names.shapes),
    sources: entries(names.sources),
    types: [...names.types],
  });
}

/** Identifiers that differ from the first character on, as those of a database do. */
export function uuid(from: Random): string {
  const part = (): string => from.between(0, 0xffff).toString(16).padStart(4, "0");
  return `${part()}${part()}-${part()}-4${part().slice(1)}-8${part().slice(1)}-${part()}${part()}${part()}`;
}
