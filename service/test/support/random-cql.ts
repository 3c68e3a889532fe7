// Queries over the names of a project: right ones, misspelled ones, and dates of every kind.

import fc from "fast-check";
import { type CatalogEntry, print, type Qualifier, query, term, text } from "slice-cql";
import type { Debian, FlatEntity } from "./debian.ts";

const dates = [
  "2020-01-01",
  "2001-12-31",
  "2019-02-29",
  "1995-12-03T04:48:23Z",
  "2024-02-29",
  "2020-01-01T00:00:00.000+02:00",
  "2030-01-01",
  "today",
  "yesterday",
  "now",
  "last-year",
  "last-month",
  "last-week",
  "90d",
  "-90d",
  "18mo",
  "600h",
  "4w",
  "7mo",
  "10y",
  "never",
  "",
] as const;

/** Texts of queries. With `isBounded` each names a type, a shape or a source that the project has. */
export function randomCql(debian: Debian, isBounded = false): fc.Arbitrary<string> {
  const { data } = debian;
  const pick = (names: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...names);
  const shapes = pick(data.shapes.map(({ name }) => name));
  const sources = pick(data.sources.map(({ name }) => name));
  const types = pick(data.types);
  const misspelled = fc.oneof(
    fc
      .tuple(fc.oneof(shapes, sources), fc.nat(5))
      .map(([name, at]) => name.slice(0, at) + name.slice(at + 1)),
    fc.oneof(shapes, sources, types).map((name) => name.toUpperCase()),
    fc
      .string({ unit: "grapheme", maxLength: 6 })
      .filter((name) => !name.includes("\0") && name.isWellFormed()),
  );
  const terms = (qualifier: Qualifier, names: fc.Arbitrary<string>) =>
    fc
      .oneof({ weight: 6, arbitrary: names }, { weight: 1, arbitrary: misspelled })
      .map((name) => term(qualifier, name));
  const date = fc
    .tuple(fc.constantFrom<Qualifier>("after", "before"), pick(dates))
    .map(([qualifier, value]) => term(qualifier, value));
  const any = fc.oneof(
    { weight: 4, arbitrary: terms("type", types) },
    { weight: 3, arbitrary: terms("shape", shapes) },
    { weight: 3, arbitrary: terms("source", sources) },
    { weight: 2, arbitrary: terms("source-shape", shapes) },
    { weight: 3, arbitrary: date },
    { weight: 1, arbitrary: misspelled.filter((word) => word !== "").map(text) },
  );
  const others = fc.array(any, { maxLength: 2 });
  const around = fc.constantFrom(...debian.entities).chain((entity) => {
    const { named, dated } = termsOf(debian, entity);
    return fc
      .tuple(fc.subarray(named, { minLength: isBounded ? 1 : 0 }), fc.subarray(dated))
      .map((lists) => lists.flat());
  });
  const lists = fc.oneof(
    { weight: 3, arbitrary: around },
    fc.tuple(around, others).map((all) => all.flat()),
  );
  const all = isBounded ? lists : fc.oneof({ weight: 3, arbitrary: lists }, fc.array(any, { maxLength: 6 }));
  return all.map((each) => print(query(each)));
}

/** Terms that an entity fulfils: alone, random ones would hardly ever have one in common. */
function termsOf({ data }: Debian, { type, shape_id, source_id, source_shape_id, created_at }: FlatEntity) {
  const nameOf = (list: readonly CatalogEntry[], id: string | null) =>
    list.find((each) => each.id === id)?.name;
  const names: readonly (readonly [Qualifier, string | undefined])[] = [
    ["type", type],
    ["shape", nameOf(data.shapes, shape_id)],
    ["source", nameOf(data.sources, source_id)],
    ["source-shape", nameOf(data.shapes, source_shape_id)],
  ];
  const day = 86_400_000;
  const inDays = (days: number): string =>
    new Date(Date.parse(created_at) + days * day).toISOString().slice(0, 10);
  return {
    named: names.flatMap(([qualifier, name]) => (name === undefined ? [] : [term(qualifier, name)])),
    dated: [
      term("after", inDays(0)),
      term("before", inDays(1)),
      term("after", inDays(-900)),
      term("before", inDays(900)),
    ],
  };
}
