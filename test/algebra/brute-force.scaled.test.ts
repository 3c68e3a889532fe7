// Compares every answer of the algebra with the entities of small worlds: each is right, and exact where it must be.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { patience, runs } from "../support/runs.ts";
import { type Counts, comparisonOf } from "./support/compare.ts";
import { questionIn } from "./support/filters.ts";
import { universeOf } from "./support/universe.ts";
import { exactWorlds, opaqueWorlds, type World } from "./support/worlds.ts";

/** How many questions are asked in each world. */
const questions = { exact: 7000, opaque: 5000 } as const;

/** So many questions remember forms and keys; then they are forgotten, before they are too many. */
const freshAfter = 40_000;

const counts: Counts = new Map();

function holdsIn(world: World, count: number): void {
  const universe = universeOf(world);
  let compare = comparisonOf(universe, counts);
  let asked = 0;
  fc.assert(
    fc.property(questionIn(universe), (question) => {
      if (++asked % freshAfter === 0) compare = comparisonOf(universe, counts);
      // What is frozen must come out of the algebra as it was: to change it throws.
      expect(compare(asked % 2 === 0 ? frozen(question) : question)).toBeUndefined();
    }),
    runs(count),
  );
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

describe("every answer about lists and ranges is exact", () => {
  test.each(exactWorlds)("$name", { timeout: patience }, (world) => {
    holdsIn(world, questions.exact);
  });
});

describe("every true answer about other conditions is right", () => {
  test.each(opaqueWorlds)("$name", { timeout: patience }, (world) => {
    holdsIn(world, questions.opaque);
  });
});

test("every kind of answer occurs often", () => {
  const exact = (runs(questions.exact).numRuns ?? 0) * exactWorlds.length;
  const all = exact + (runs(questions.opaque).numRuns ?? 0) * opaqueWorlds.length;
  expect([...counts].filter(([, count]) => count < all / 2000)).toEqual([]);
  expect([...counts.keys()].toSorted()).toEqual([
    ...bothAnswers("contains"),
    ...bothAnswers("coveredBy one"),
    ...bothAnswers("coveredBy several together"),
    ...bothAnswers("coveredBy some"),
    ...bothAnswers("disjoint"),
    ...bothAnswers("equals"),
    "intersect given",
    "intersect refused",
    ...bothAnswers("isEmpty"),
    "union given",
    "union null",
    "witness given",
    "witness null",
  ]);
});

function bothAnswers(name: string): readonly string[] {
  return [`${name} false`, `${name} true`];
}
