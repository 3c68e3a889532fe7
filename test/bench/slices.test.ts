// Holds the benchmark of slices honest: all ways find the same slices, and every question has the answer that it must have.
import { describe, expect, test } from "vitest";
import { now } from "../../bench/now.ts";
import { matcherNames, matcherOf } from "../../bench/slices/matchers.ts";
import {
  dateKinds,
  definitionAt,
  entityLines,
  entityOf,
  storedSlices,
  worldOf,
} from "../../bench/slices/population.ts";
import { pairLines, pairOf, questions, relations } from "../../bench/slices/questions.ts";
import { parse } from "../../src/index.ts";
import { inSlice } from "../support/backends/reference.ts";

const dayLength = 86_400_000;

describe.each(dateKinds)("the slices with %s dates", (dates) => {
  const world = worldOf(1000);
  const slices = storedSlices(1000, dates, world);
  const entities = entityLines(150, world).map(entityOf);

  test("are the same every time, and no two have one id", () => {
    expect(storedSlices(1000, dates, worldOf(1000))).toEqual(slices);
    expect(new Set(slices.map(({ id }) => id)).size).toBe(1000);
  });

  test("have dates, half of them, and one to three kinds of names, almost all", () => {
    const words = slices.map(({ text }) =>
      parse(text).query.terms.map((term) => (term.kind === "text" ? "text" : term.qualifier)),
    );
    const dated = words.filter((each) => each.some((word) => word === "after" || word === "before"));
    expect(dated.length).toBeGreaterThan(450);
    expect(dated.length).toBeLessThan(550);
    const kinds = words.map((each) => new Set(each.filter((word) => !/^(?:after|before)$/u.test(word))).size);
    expect(kinds.filter((count) => count === 0).length).toBeLessThan(10);
    expect(new Set(kinds)).toEqual(new Set([0, 1, 2, 3]));
  });

  test("have no unknown name", () => {
    const empty = slices.filter(({ text }) => {
      const { entityTypes, propertyFilters } = definitionAt(text, world.catalog, now);
      return (
        entityTypes?.length === 0 ||
        propertyFilters.some(({ value }) => !Array.isArray(value) || value.length === 0)
      );
    });
    expect(empty).toEqual([]);
  });

  test.each([now, now + 40 * dayLength, now - 9 * dayLength])(
    "are found by all ways as by the reference, at %d",
    (instant) => {
      const filters = slices.map(({ id, text }) => ({
        id,
        filter: definitionAt(text, world.catalog, instant),
      }));
      const expected = entities.map((entity) =>
        filters.filter(({ filter }) => inSlice(filter, entity)).map(({ id }) => id),
      );
      for (const name of matcherNames) {
        const finds = matcherOf(name, dates, slices, world).at(instant);
        expect([name, ...entities.map(finds)]).toEqual([name, ...expected]);
      }
    },
  );
});

test("of 10 000 slices an entity is in dozens", () => {
  const world = worldOf(10_000);
  const { finds } = matcherOf("index", "absolute", storedSlices(10_000, "absolute", world), world);
  const entities = entityLines(500, world).map(entityOf);
  const found = entities.reduce((sum, entity) => sum + finds(entity).length, 0) / entities.length;
  expect(found).toBeGreaterThan(20);
  expect(found).toBeLessThan(80);
});

test("time goes on between two entities where dates roll", () => {
  const world = worldOf(100);
  const slices = [{ id: "s", text: "after:1h" }];
  const { finds } = matcherOf("index", "rolling", slices, world);
  const entity = { ...entityOf(entityLines(1, world)[0] ?? ""), created_at: new Date(now).toISOString() };
  const found = Array.from({ length: 4000 }, () => finds(entity).length);
  expect(found.indexOf(0)).toBeGreaterThan(3600);
  expect(found.lastIndexOf(1)).toBe(found.indexOf(0) - 1);
});

describe("questions about filters", () => {
  test.each(questions)("$name has the right answer for every pair", ({ relation, isRight }) => {
    expect(
      pairLines(200, relation)
        .map(pairOf)
        .filter((pair) => !isRight(pair)),
    ).toEqual([]);
  });

  test.each(relations)("pairs that are %s are the same every time, and differ", (relation) => {
    const lines = pairLines(100, relation);
    expect(pairLines(100, relation)).toEqual(lines);
    expect(new Set(lines).size).toBe(100);
  });

  test("filters have four kinds with one to three values, and a range", () => {
    const filters = pairLines(200, "same").map((line) => pairOf(line).a);
    const counts = filters.flatMap(({ entityTypes, propertyFilters }) => [
      entityTypes?.length,
      ...propertyFilters.map(({ value }) => (Array.isArray(value) ? value.length : Number.NaN)),
    ]);
    expect(counts).toHaveLength(4 * 200);
    expect(new Set(counts)).toEqual(new Set([1, 2, 3]));
    expect(filters.filter(({ dateRange }) => dateRange === undefined)).toEqual([]);
  });
});
