// Every answer of the algebra against the entities of small worlds: right, and exact where it must be.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as algebra from "../../src/exports/algebra.ts";
import { patience, runs } from "../support/runs.ts";
import type { Counts } from "./support/compare.ts";
import { universeOf } from "./support/universe.ts";
import { questionsInWalk, walksIn } from "./support/walk.ts";
import { exactWorlds, opaqueWorlds, type World } from "./support/worlds.ts";

/** How many walks each world gets. */
const walks = { exact: 700, opaque: 225 } as const;

/** So many walks remember forms and keys; then they are forgotten, before they are too many. */
const freshAfter = 4000;

const counts: Counts = new Map();

function holdsIn(world: World, count: number): void {
  const universe = universeOf(world);
  let walk = walksIn(universe, algebra, counts);
  let walked = 0;
  fc.assert(
    fc.property(fc.noShrink(fc.nat()), (seed) => {
      if (++walked % freshAfter === 0) walk = walksIn(universe, algebra, counts);
      expect(walk(seed)).toBeUndefined();
    }),
    runs(count),
  );
}

describe("of lists and ranges every answer is exact", () => {
  test.each(exactWorlds)("$name", { timeout: patience }, (world) => {
    holdsIn(world, walks.exact);
  });
});

describe("of other conditions every answer that is true is right", () => {
  test.each(opaqueWorlds)("$name", { timeout: patience }, (world) => {
    holdsIn(world, walks.opaque);
  });
});

test("no answer is rare", () => {
  const walked = (runs(walks.exact).numRuns ?? 0) * exactWorlds.length;
  const questions = (walked + (runs(walks.opaque).numRuns ?? 0) * opaqueWorlds.length) * questionsInWalk;
  expect([...counts].filter(([, count]) => count < questions / 2000)).toEqual([]);
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
