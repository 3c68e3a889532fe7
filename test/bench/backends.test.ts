// Holds the benchmark of the backends honest: all that is compared finds the same, in entities of several forms.
import { describe, expect, test } from "vitest";
import { columnFilters, questionNames } from "../../bench/backends/column-speed.ts";
import { duckdbTable } from "../../bench/backends/duckdb.ts";
import { entities, parsedEntities } from "../../bench/backends/entities.ts";
import { caseNames, caseOf, otherFilters } from "../../bench/backends/filters.ts";
import { filtrexExpression, jsonLogicRule, liqeQuery, mongoQuery } from "../../bench/backends/languages.ts";
import { predicateOf } from "../../bench/backends/predicates.ts";
import { peerPredicateNames, predicateNames } from "../../bench/peers/names.ts";
import { compilePredicate, createTable } from "../../src/exports/predicate.ts";
import { operators } from "../../src/vocabulary/operators.ts";
import { inSlice } from "../support/backends/reference.ts";

const some = parsedEntities(3000);

describe("the entities", () => {
  test("are the same every time, however they are made", () => {
    expect(parsedEntities(100)).toEqual([...entities(100)]);
    expect(some.slice(0, 100)).toEqual(parsedEntities(100));
  });

  test("are of four forms", () => {
    expect(new Set(some.map((entity) => Object.keys(entity).join(" "))).size).toBe(4);
  });

  test("have strings other than those of the filter", () => {
    const ids = new Set(some.map(({ source_id }) => source_id));
    expect(ids.size).toBe(20);
    expect(Math.min(...[...ids].map((id) => id.length))).toBe(36);
  });
});

describe.each(caseNames)("the case %s", (name) => {
  const each = caseOf(name);
  const rows = (isIn: (entity: (typeof some)[number]) => boolean): readonly number[] =>
    some.flatMap((entity, row) => (isIn(entity) ? [row] : []));
  const byHand = rows(each.byHand);

  test("matches neither almost all entities nor almost none", () => {
    expect(byHand.length / some.length).toBeGreaterThan(0.02);
    expect(byHand.length / some.length).toBeLessThan(0.7);
  });

  test.each(predicateNames)("is found by %s as by hand, or cannot be expressed", (predicate) => {
    const isIn = predicateOf(predicate, each, some);
    if (isIn !== undefined) expect(rows(isIn)).toEqual(byHand);
  });
});

test("filtrex and liqe are left out of the cases with a range of dates, and no other library of any case", () => {
  const left = caseNames.map((name) => [
    name,
    peerPredicateNames.filter((predicate) => predicateOf(predicate, caseOf(name), some) === undefined),
  ]);
  expect(left).toEqual([
    ["type, shape, source, range", ["liqe", "filtrex"]],
    ["type, range", ["liqe", "filtrex"]],
    ["source", []],
    ["nested", []],
    ["nested twice, number", []],
  ]);
});

describe("the sixty other filters", () => {
  const others = otherFilters();

  test("are sixty, and differ", () => {
    expect(others.length).toBe(60);
    expect(new Set(others.map((filter) => JSON.stringify(filter))).size).toBeGreaterThan(55);
  });

  test("use all operators, on nested properties too", () => {
    const filters = others.flatMap(({ propertyFilters }) => propertyFilters);
    expect(new Set(filters.map(({ operator }) => operator))).toEqual(new Set(operators));
    expect(filters.some(({ path }) => path.includes("."))).toBe(true);
  });

  test("find something, most of them", () => {
    const found = others.filter((filter) => some.some(compilePredicate(filter)));
    expect(found.length).toBeGreaterThan(40);
  });
});

describe.each(questionNames)("the questions %s", (name) => {
  const filters = columnFilters(name);
  const expected = filters.map((filter) =>
    some.flatMap((entity, row) => (inSlice(filter, entity) ? [row] : [])),
  );

  test("differ, and each finds something", () => {
    expect(new Set(filters.map((filter) => JSON.stringify(filter))).size).toBe(6);
    expect(expected.filter((rows) => rows.length === 0)).toEqual([]);
  });

  test("are answered by columns", () => {
    const table = createTable(some);
    expect(filters.map((filter) => [...table.select(filter)])).toEqual(expected);
    expect(filters.map(table.count)).toEqual(expected.map((rows) => rows.length));
  });

  test.each([false, true])("are answered by DuckDB, with ENUM columns: %s", async (isEnum) => {
    const table = await duckdbTable(some.length, isEnum);
    for (const [index, filter] of filters.entries()) {
      const asked = await table.prepare(filter);
      expect(Array.from((await asked.select()).toSorted())).toEqual(expected[index]);
      expect(await asked.count()).toBe(expected[index]?.length);
    }
  });
});

test("the query for other libraries has one value for itself, and operators for the rest", () => {
  const propertyFilters = [
    { path: "shape_id", operator: "in", value: ["a"] },
    { path: "source_id", operator: "in", value: ["b", "c"] },
    { path: "city", operator: "eq", value: "Oslo" },
    { path: "score", operator: "gt", value: 5 },
  ] as const;
  const dateRange = { field: "created_at", start: "2026-01-01T00:00:00.000Z" };
  expect(mongoQuery({ entityTypes: ["Person"], propertyFilters, dateRange })).toEqual({
    type: "Person",
    shape_id: "a",
    source_id: { $in: ["b", "c"] },
    city: "Oslo",
    score: { $gt: 5 },
    created_at: { $gte: "2026-01-01T00:00:00.000Z" },
  });
});

test("other languages express the same, each in its own way", () => {
  const propertyFilters = [
    { path: "source_id", operator: "in", value: ["b", 'c"'] },
    { path: "address.city", operator: "eq", value: "Oslo" },
    { path: "score", operator: "gt", value: 5 },
  ] as const;
  const filter = { entityTypes: ["Person"], propertyFilters };
  expect(jsonLogicRule(filter)).toEqual({
    and: [
      { "===": [{ var: "type" }, "Person"] },
      { in: [{ var: "source_id" }, ["b", 'c"']] },
      { "===": [{ var: "address.city" }, "Oslo"] },
      { ">": [{ var: "score" }, 5] },
    ],
  });
  expect(filtrexExpression(filter)).toBe(
    'type == "Person" and source_id in ("b", "c\\"") and city of address == "Oslo" and score > 5',
  );
  expect(liqeQuery(filter)).toBe(
    'type:"Person" AND (source_id:"b" OR source_id:"c\\"") AND address.city:"Oslo" AND score:>5',
  );
  const dated = { ...filter, dateRange: { field: "created_at", end: "2026-01-01T00:00:00.000Z" } };
  expect(jsonLogicRule(dated).and.at(-1)).toEqual({ "<": [{ var: "created_at" }, dated.dateRange.end] });
  expect([filtrexExpression(dated), liqeQuery(dated)]).toEqual([undefined, undefined]);
});
