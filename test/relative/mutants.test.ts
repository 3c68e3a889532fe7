// Mistakes in the answers about queries: the pairs and the random queries of the tests notice every one of them.

import { describe, expect, test } from "vitest";
import type * as algebra from "../../src/exports/algebra.ts";
import { givenSeed, randomFrom } from "../support/backends/random.ts";
import { mutated, unmutated } from "../support/mutated.ts";
import { drawPair, drawSpec, drawTime } from "../support/relative/draw.ts";
import { mutants } from "../support/relative/mutants.ts";
import { problemOfAlways } from "../support/relative/oracle.ts";
import { rows } from "../support/relative/rows.ts";
import { catalog, textOf } from "../support/relative/spec.ts";
import { problemOfStale } from "../support/relative/stale.ts";

type Algebra = typeof algebra;

const entry = "src/exports/algebra.ts";

/** What is wrong, first among the pairs of the table, then with random pairs, then about when random queries change. */
function problemOf({ containsAlways, whenStale }: Algebra): string | undefined {
  for (const [a, b, contains, isContained] of Object.values(rows).flat()) {
    const said = [
      containsAlways(textOf(a), textOf(b), { catalog }),
      containsAlways(textOf(b), textOf(a), { catalog }),
    ];
    if (said.join() !== `${contains},${isContained}`) return `${textOf(a)} | ${textOf(b)}: ${said.join()}`;
  }
  const random = randomFrom(givenSeed() + 44);
  for (let count = 0; count < 600; count++) {
    const spec = drawSpec(random);
    const now = drawTime(random, spec);
    const problem = problemOfStale(spec, now, whenStale(textOf(spec), now, { catalog }), random);
    if (problem !== undefined) return problem;
  }
  for (let count = 0; count < 60; count++) {
    const [a, b] = drawPair(random);
    const problem = problemOfAlways(a, b, containsAlways(textOf(a), textOf(b), { catalog }));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

test("nothing is wrong without a mistake", async () => {
  expect(problemOf(await unmutated<Algebra>(entry))).toBeUndefined();
});

describe("a mistake is caught", () => {
  test.each(mutants)("$name", async ({ file, from, to }) => {
    expect(problemOf(await mutated<Algebra>(entry, file, from, to))).toBeDefined();
  });
});

test("there are at least eight, and no two of one name", () => {
  expect(mutants.length).toBeGreaterThanOrEqual(8);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});
