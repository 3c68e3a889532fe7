// Tests toMongo and toOpenSearch against the reference, and that the comparison would notice wrong ones.

import { describe, expect, test } from "vitest";
import { type MongoQuery, toMongo } from "../../src/exports/mongodb.ts";
import { toOpenSearch } from "../../src/exports/opensearch.ts";
import { type Corpus, corpus } from "../support/backends/corpus.ts";
import { compare, type Tally, total } from "../support/backends/differences.ts";
import type { Engine } from "../support/backends/engine.ts";
import { mongoEngine } from "../support/backends/mingo.ts";
import { ofOneKind } from "../support/backends/one-kind.ts";
import { openSearchEngine } from "../support/backends/opensearch-engine.ts";
import { givenSeed } from "../support/backends/random.ts";

const size = { entities: 250, filters: 100 };
const corpora: readonly Corpus[] = Array.from({ length: 8 }, (_, at) => corpus(givenSeed() + at, size));
const ofOneKindEach: readonly Corpus[] = corpora.map(ofOneKind);

describe("the reference agrees with the queries for", () => {
  test("MongoDB, with dates", async () => await meets(mongoEngine("dates"), corpora));
  test("MongoDB, with texts for dates", async () => await meets(mongoEngine("texts"), corpora));
  test("OpenSearch", async () => await meets(openSearchEngine(), ofOneKindEach));
});

/** Edits one member of an object somewhere in a query: other members instead of it, or undefined to leave it. */
type Edit = (key: string, value: unknown) => Readonly<Record<string, unknown>> | undefined;

const wrongForOpenSearch: Readonly<Record<string, Edit>> = {
  "the end is inside the range": (key, value) => (key === "lt" && isIso(value) ? { lte: value } : undefined),
  "the start is outside the range": (key, value) =>
    key === "gte" && isIso(value) ? { gt: value } : undefined,
  "what is missing passes neq": (key) => (key === "filter" ? {} : undefined),
  "an empty list matches all": (key) => (key === "match_none" ? { bool: {} } : undefined),
  "must_not is left out": (key) => (key === "must_not" ? {} : undefined),
  "one value of the list alone counts": (key, value) =>
    key === "must_not" || !Array.isArray(value) || typeof value[0] === "object"
      ? undefined
      : { [key]: value.slice(0, 1) },
};

const wrongForMongo: Readonly<Record<string, Edit>> = {
  "the end is inside the range": (key, value) =>
    key === "$lt" && isIso(value) ? { $lte: value } : undefined,
  "lists are looked into": (key, value) => (key === "$not" && !Array.isArray(value) ? {} : undefined),
  "null passes neq": (key, value) => (key === "$ne" && value === null ? {} : undefined),
  "neq passes for lists alone": (key, value) =>
    key === "$or" && Array.isArray(value) ? { $and: value } : undefined,
  "every text is a date": (key) => (key === "$regex" ? {} : undefined),
  "dates are texts alone": (key, value) =>
    key === "$type" && value === "date" ? { $type: "string" } : undefined,
};

describe("the comparison notices if for OpenSearch", () => {
  test.each(Object.entries(wrongForOpenSearch))("%s", async (_name, edit) => {
    await differs(
      openSearchEngine((filter) => edited(toOpenSearch(filter), edit)),
      ofOneKindEach,
    );
  });
});

describe("the comparison notices if for MongoDB", () => {
  test.each(Object.entries(wrongForMongo))("%s", async (_name, edit) => {
    const write = (filter: Parameters<typeof toMongo>[0]): MongoQuery => membersOf(toMongo(filter), edit);
    await differs(mongoEngine("dates", write), corpora);
  });
});

async function run(engine: Engine, all: readonly Corpus[]): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const each of all) tallies.push(await compare([engine], each));
  return total(tallies);
}

async function meets(engine: Engine, all: readonly Corpus[]): Promise<void> {
  const { difference, checks, matched } = await run(engine, all);
  expect(difference).toBeUndefined();
  expect(checks).toBeGreaterThan(100_000);
  expect(matched).toBeGreaterThan(checks / 50);
}

async function differs(engine: Engine, all: readonly Corpus[]): Promise<void> {
  expect((await run(engine, all)).difference).toContain("differs from the reference");
}

function edited(value: unknown, edit: Edit): unknown {
  if (Array.isArray(value)) return value.map((each) => edited(each, edit));
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return membersOf(value, edit);
}

function membersOf(object: object, edit: Edit): MongoQuery {
  const members = Object.entries(object).flatMap(([key, value]) =>
    Object.entries(edit(key, value) ?? { [key]: edited(value, edit) }),
  );
  return Object.fromEntries(members);
}

function isIso(value: unknown): boolean {
  return value instanceof Date || (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value));
}
