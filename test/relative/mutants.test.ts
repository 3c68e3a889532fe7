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

/** What is wrong in one case after the other, undefined where nothing is. */
type Problems = Generator<string | undefined>;

/** The pairs of the table. */
function* ofRows({ containsAlways }: Algebra): Problems {
  for (const [a, b, contains, isContained] of Object.values(rows).flat()) {
    const said = [
      containsAlways(textOf(a), textOf(b), { catalog }),
      containsAlways(textOf(b), textOf(a), { catalog }),
    ];
    const isRight = said.join() === `${contains},${isContained}`;
    yield isRight ? undefined : `${textOf(a)} | ${textOf(b)}: ${said.join()}`;
  }
}

/** When random queries change. */
function* ofStale({ whenStale }: Algebra): Problems {
  const random = randomFrom(givenSeed() + 44);
  for (let count = 0; count < 600; count++) {
    const spec = drawSpec(random);
    const now = drawTime(random, spec);
    yield problemOfStale(spec, now, whenStale(textOf(spec), now, { catalog }), random);
  }
}

/** Random pairs. */
function* ofPairs({ containsAlways }: Algebra): Problems {
  const random = randomFrom(givenSeed() + 45);
  for (let count = 0; count < 60; count++) {
    const [a, b] = drawPair(random);
    yield problemOfAlways(a, b, containsAlways(textOf(a), textOf(b), { catalog }));
  }
}

/** The first problem of all, some cases of each kind at a time, as a mistake shows in some kinds only. */
function problemOf(wrong: Algebra): string | undefined {
  const kinds = [
    { problems: ofRows(wrong), atOnce: 2 },
    { problems: ofStale(wrong), atOnce: 20 },
    { problems: ofPairs(wrong), atOnce: 1 },
  ];
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const { problems, atOnce } of kinds) {
      for (let count = 0; count < atOnce; count++) {
        const { value, done } = problems.next();
        if (value !== undefined) return value;
        if (done !== true) isMore = true;
      }
    }
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
