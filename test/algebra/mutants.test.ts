// Wrong algebras: the brute force catches every one of them, and not the right one.

import { describe, expect, test } from "vitest";
import type { Algebra } from "../support/algebra/algebra.ts";
import { mutants } from "../support/algebra/mutants.ts";
import { universeOf } from "../support/algebra/universe.ts";
import { walksIn } from "../support/algebra/walk.ts";
import { exactWorlds, opaqueWorlds } from "../support/algebra/worlds.ts";
import { givenSeed } from "../support/backends/random.ts";
import { mutated, unmutated } from "../support/mutated.ts";

const entry = "src/exports/algebra.ts";
const universes = [...exactWorlds, ...opaqueWorlds].map(universeOf);

/** How many walks in each world are enough to catch a mistake: far fewer than the brute force makes of the right one. */
const walks = 60;

test("there is no difference without a mistake", async () => {
  expect(firstDifference(await unmutated<Algebra>(entry))).toBeUndefined();
});

describe("a mistake is caught", () => {
  test.each(mutants)("$file: $name", async ({ file, from, to }) => {
    const wrong = await mutated<Algebra>(entry, `src/algebra/${file}`, from, to);
    expect(firstDifference(wrong)).toBeDefined();
  });
});

test("there are at least fourteen, in every file some, and no two of one name", () => {
  expect(mutants.length).toBeGreaterThanOrEqual(14);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

/** A few walks in each world at a time, as a mistake shows in some of them only. */
function firstDifference(algebra: Algebra): string | undefined {
  const walkers = universes.map((universe) => walksIn(universe, algebra));
  for (let walked = 0; walked < walks; walked++) {
    for (const walk of walkers) {
      const difference = walk(givenSeed() + walked);
      if (difference !== undefined) return difference;
    }
  }
  return undefined;
}
