// What is very deep ends no stack: every function that calls itself has a bound, and here is each with an input beyond it.

import { expect, test } from "vitest";
import { dialectNames } from "../../src/backends/sql/dialects.ts";
import { asData } from "../../src/data/as-data.ts";
import { contains, normalize } from "../../src/exports/algebra.ts";
import { toMongo } from "../../src/exports/mongodb.ts";
import { toOpenSearch } from "../../src/exports/opensearch.ts";
import { compilePredicate, createTable } from "../../src/exports/predicate.ts";
import { toSql } from "../../src/exports/sql.ts";
import { compileSlice, createCatalog, type FilterDefinition } from "../../src/index.ts";
import { dateWords } from "../../src/vocabulary/dates.ts";
import { propertyFilter } from "../support/property-filter.ts";

const depth = 100_000;
const conditions = 20_000;

/** Lists in lists, or objects in objects. */
function nested(open: string, close: string): unknown {
  return JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`);
}

const list = nested("[", "]");
const object = nested('{"a":', "}");

test("pointOf: no date word stands for another", () => {
  for (const word of dateWords.values()) if ("offset" in word) expect(dateWords.has(word.offset)).toBe(false);
});

test.each([
  ["lists", list],
  ["objects", object],
])("asData: a body of %s is looked at three levels down", (_, deep) => {
  expect(asData({ filter: { type: [deep] } })).toBeDefined();
  for (const body of [
    deep,
    { name: "s", filter: deep },
    { name: "s", filter: { type: deep } },
    { name: "s", filter: { type: [deep] } },
  ])
    expect(compileSlice(body, { catalog: createCatalog({}) }).ok).toBe(false);
});

const many: FilterDefinition = {
  propertyFilters: Array.from({ length: conditions }, () => ({ path: "a", operator: "eq", value: 1 })),
};

test("allOf: a predicate of 20 000 conditions", () => {
  const isMember = compilePredicate(many);
  expect([isMember({ a: 1 }), isMember({ a: 2 })]).toEqual([true, false]);
  expect(createTable([{ a: 1 }, { a: 2 }]).count(many)).toBe(1);
});

test("every backend writes 20 000 conditions, and the algebra reads them", () => {
  for (const dialect of dialectNames)
    expect(toSql(many, { dialect, columns: {}, json: "props" }).params.length).toBeGreaterThanOrEqual(
      conditions,
    );
  expect(JSON.stringify(toMongo(many)).length).toBeGreaterThan(conditions);
  expect(JSON.stringify(toOpenSearch(many)).length).toBeGreaterThan(conditions);
  expect(contains(many, many)).toBe(true);
  expect(normalize(many).propertyFilters).toHaveLength(1);
});

test("valueAt: a path of many keys with a hyphen is refused before it is written", () => {
  const path = Array.from({ length: 40 }, () => "-a").join(".");
  const filter: FilterDefinition = { propertyFilters: [{ path, operator: "eq", value: 1 }] };
  expect(() => toSql(filter, { dialect: "mysql", columns: {}, json: "props" })).toThrow(
    /more than two keys/u,
  );
});

test("a path of 100 000 keys is read by the predicate, and refused by the databases", () => {
  const filter: FilterDefinition = {
    propertyFilters: [
      { path: Array.from({ length: depth }, () => "a").join("."), operator: "exists", value: true },
    ],
  };
  const isMember = compilePredicate(filter);
  expect([isMember(object), isMember({ a: {} })]).toEqual([true, false]);
  const emit = [
    ...dialectNames.map((dialect) => () => toSql(filter, { dialect, columns: {}, json: "props" })),
    () => toMongo(filter),
    () => toOpenSearch(filter),
  ];
  for (const write of emit) expect(write).toThrow(/at most 64/u);
});

test.each([
  ["lists", list],
  ["objects", object],
])("a value or an entity of %s is compared with, and is equal to nothing", (_, deep) => {
  const filter: FilterDefinition = { propertyFilters: [propertyFilter("a", "eq", deep)] };
  expect(compilePredicate(filter)({ a: deep })).toBe(false);
  expect(createTable([{ a: deep }]).count(filter)).toBe(0);
  expect(contains(filter, filter)).toBe(true);
});
