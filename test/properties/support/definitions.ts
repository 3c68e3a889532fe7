// Filter definitions: as `compile` gives them, with every operator, and after changes that make some of them malformed.

import fc from "fast-check";
import { compile, createCatalog, type FilterDefinition } from "../../../src/index.ts";
import { catalogData, clock, membershipTerm, membershipText, source } from "../../support/arbitraries.ts";
import { type Corpus, corpus } from "../../support/backends/corpus.ts";
import type { Entity } from "../../support/backends/engine.ts";
import { type Members, put } from "../../support/backends/put.ts";
import { randomFrom } from "../../support/backends/random.ts";
import { keysOf } from "../../support/backends/reference.ts";

/** A definition, maybe malformed, and the number of the random entities that it is tried on. */
export interface Definition {
  readonly filter: unknown;
  readonly corpus: number;
  /** Whether it is as `compile` gave it, so that no backend may refuse it. */
  readonly isCompiled: boolean;
}

const corpora = 40;
const size = { entities: 40, filters: 60 } as const;
const made = new Map<number, Corpus>();

function corpusOf(number: number): Corpus {
  const found = made.get(number) ?? corpus(number, size);
  made.set(number, found);
  return found;
}

const texts = fc.oneof(fc.array(membershipTerm, { maxLength: 5 }).map(membershipText), source);

const compiled: fc.Arbitrary<Definition> = fc
  .tuple(texts, catalogData, clock, fc.nat(corpora - 1))
  .map(([text, data, now, number]) => {
    const result = compile(text, { catalog: createCatalog(data), now });
    const filter = result.ok ? result.filter_definition : { propertyFilters: [] };
    return { filter, corpus: number, isCompiled: true };
  });

/** All of a drawn filter, or some of its parts, so that what differs gets small. */
const drawn = fc.tuple(fc.nat(corpora - 1), fc.nat(size.filters - 1)).chain(([number, at]) => {
  const { propertyFilters = [], ...rest } = corpusOf(number).filters[at] ?? {};
  const parts = Object.entries(rest).map(([name, value]) => [name, fc.constant(value)] as const);
  const fewer = fc.record(
    { ...Object.fromEntries(parts), propertyFilters: fc.subarray([...propertyFilters]) },
    { requiredKeys: ["propertyFilters"], noNullPrototype: true },
  );
  return fc.oneof(fewer, fc.constant({ ...rest, propertyFilters }));
});

const notCompiled = fc.constant(false);
const number = fc.nat(corpora - 1);
const random: fc.Arbitrary<Definition> = fc.record({
  filter: drawn,
  corpus: number,
  isCompiled: notCompiled,
});

/** Values that are expected nowhere, or nearly are. */
export const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    1.5,
    1e21,
    2 ** 53,
    [],
    [[]],
    [null],
    ["a", "a"],
    {},
  ),
  fc.constantFrom("", "a", "type", "in", "exists", "created_at", "__proto__", "constructor", "\ud800", "\0"),
  fc.constantFrom("$where", "$1", "' OR 1=1 --", "a.b\\.c", "\\", "2026-11-20T10:10:41.123Z", "2026-11-20"),
  fc.constantFrom<unknown>({ $ne: null }, { length: 1, 0: "a" }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** One change somewhere in a JSON value: where, which, and what comes there. */
interface Change {
  readonly place: number;
  readonly kind: (typeof kinds)[number];
  readonly value: unknown;
}

const ofMembers = ["remove", "repeat", "insert", "rename"] as const;
const kinds = ["replace", "wrap", "copy another part", "cut", "grow", ...ofMembers] as const;

const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(200),
  kind: fc.constantFrom(...kinds),
  value: strange,
});

/** The values after up to four changes, without regard to what they should be. */
export function changed(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const changes = fc.array(change, { minLength: 1, maxLength: 4 });
  return fc.tuple(values, changes).map(([value, all]) => all.reduce(changedBy, value));
}

/** Any definition: half of them as they are, half of them changed. */
export const definition: fc.Arbitrary<Definition> = fc.oneof(
  compiled,
  random,
  fc.record({
    filter: changed(fc.oneof(compiled, random).map(({ filter }) => filter)),
    corpus: number,
    isCompiled: notCompiled,
  }),
);

type Place = readonly (string | number)[];

function placesOf(value: unknown, place: Place = []): readonly Place[] {
  if (typeof value !== "object" || value === null || place.length > 6) return [place];
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [place, ...members.flatMap(([key, member]) => placesOf(member, [...place, key])).slice(0, 200)];
}

function changedBy(whole: unknown, { place, kind, value }: Change): unknown {
  const places = placesOf(whole);
  const at = places[place % places.length] ?? [];
  const other = places[(place * 7 + 1) % places.length] ?? [];
  const found = valueIn(whole, at);
  const key = at.at(-1);
  if (kind === "copy another part") return replaced(whole, at, valueIn(whole, other));
  if (kind === "wrap") return replaced(whole, at, place % 2 === 0 ? [found] : { value: found });
  if (kind === "cut" && typeof found === "string") return replaced(whole, at, found.slice(place % 3));
  if (kind === "grow" && typeof found === "string") return replaced(whole, at, `${found}${String(value)}`);
  if (key === undefined || kind === "replace" || kind === "cut" || kind === "grow")
    return replaced(whole, at, value);
  const parent = at.slice(0, -1);
  return replaced(whole, parent, membersBy(kind, valueIn(whole, parent), String(key), value));
}

/** The list or object with one member more, less or under another name, or with all once more or in another order. */
function membersBy(kind: (typeof ofMembers)[number], parent: unknown, key: string, value: unknown): unknown {
  const members = Object.entries<unknown>(Object(parent));
  const at = members.findIndex(([name]) => name === key);
  const found = members[at]?.[1];
  if (!Array.isArray(parent)) {
    const name = typeof value === "string" ? value : "__proto__";
    const changed = {
      remove: members.toSpliced(at, 1),
      repeat: members.toReversed(),
      insert: [...members, [name, found] as const],
      rename: members.with(at, [key.toUpperCase(), found]),
    };
    return Object.fromEntries(changed[kind]);
  }
  if (kind === "rename") return Object.fromEntries(members);
  const list: readonly unknown[] = parent;
  return kind === "repeat"
    ? [...list, ...list]
    : list.toSpliced(at, Number(kind === "remove"), ...(kind === "insert" ? [value] : []));
}

function valueIn(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((found, key) => Object(found)[key], value);
}

function replaced(value: unknown, [key, ...rest]: Place, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], rest, by));
  return Object.fromEntries(
    Object.entries(Object(value)).map(([name, each]) => [
      name,
      name === key ? replaced(each, rest, by) : each,
    ]),
  );
}

/** The entities that a definition is tried on: random ones, and some of its own values. */
export function entitiesFor(filter: FilterDefinition, number: number): readonly Entity[] {
  const all = [...corpusOf(number).entities, ...entitiesNear([filter], 20)];
  return all.map((entity, at) => Object.fromEntries([...Object.entries(entity), ["id", `e${String(at)}`]]));
}

/** Entities made of the values of the filters, those next to them and none, always the same for the same filters. */
export function entitiesNear(filters: readonly FilterDefinition[], count = 40): readonly object[] {
  const places = new Map<string, unknown[]>();
  const add = (path: string, values: readonly unknown[]): void => {
    places.set(path, [...(places.get(path) ?? [undefined]), ...values]);
  };
  for (const { entityTypes, propertyFilters, dateRange } of filters) {
    add("type", [...(entityTypes ?? []).slice(0, 20), "stranger"]);
    for (const { path, value } of propertyFilters)
      add(path, Array.isArray(value) ? [...value.slice(0, 20), "stranger"] : [value, null, 5, "b"]);
    for (const bound of [dateRange?.start, dateRange?.end])
      if (dateRange !== undefined && bound !== undefined) add(dateRange.field, datesNear(bound));
  }
  const { pick } = randomFrom(1);
  return Array.from({ length: count }, () => {
    const entity: Members = {};
    for (const [path, values] of places) put(entity, keysOf(path), pick(values));
    return entity;
  });
}

function datesNear(bound: string): readonly string[] {
  const instant = Date.parse(bound);
  return [instant - 1, instant, instant + 1].map((near) => {
    const date = new Date(near);
    return Number.isNaN(near) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999
      ? bound
      : date.toISOString();
  });
}
