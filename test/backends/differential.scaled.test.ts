// Tests random filters on random entities: every engine returns the answer of the reference, row by row.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operators } from "../../src/vocabulary/operators.ts";
import { type Corpus, corpus } from "../support/backends/corpus.ts";
import { compare, type Tally, total } from "../support/backends/differences.ts";
import { drivers } from "../support/backends/drivers.ts";
import { edges, grid } from "../support/backends/edges.ts";
import type { Engine, Entity } from "../support/backends/engine.ts";
import { predicateEngine } from "../support/backends/in-process.ts";
import { pathKind, pathKinds } from "../support/backends/path-kinds.ts";
import { givenSeed } from "../support/backends/random.ts";
import { inSlice } from "../support/backends/reference.ts";
import { sqlEngine } from "../support/backends/sql-engine.ts";
import { tableEngine } from "../support/backends/table-engine.ts";
import { patience, runs } from "../support/runs.ts";

const seed = givenSeed();
const size = { entities: 1600, filters: 84 } as const;
const drawn: readonly Corpus[] = Array.from({ length: runs(2.5).numRuns ?? 1 }, (_, at) =>
  corpus(seed + at, size),
);
const corpora: readonly Corpus[] = [edges, grid, ...drawn];

const names = ["predicate", "columns", ...drivers.keys()];
const opened = new Map<string, readonly Engine[]>();
const tallies: Tally[] = [];

beforeAll(async () => {
  opened.set("predicate", [predicateEngine()]).set("columns", [tableEngine()]);
  for (const [name, open] of drivers) {
    const driver = await open();
    opened.set(name, [await sqlEngine(driver, "plain"), await sqlEngine(driver, "typed")]);
  }
});

afterAll(async () => {
  for (const [engine] of opened.values()) await engine?.close();
});

describe(`seed ${seed}`, () => {
  test.each(names)(
    "%s finds what the reference finds",
    async (name) => {
      for (const one of corpora) {
        // The edges have nothing for the columns of the typed layout.
        const engines = (opened.get(name) ?? []).slice(0, one === edges ? 1 : 2);
        const tally = await compare(engines, one);
        tallies.push(tally);
        if (tally.difference !== undefined) expect.fail(tally.difference);
      }
    },
    patience,
  );

  test("each corpus makes over a million checks, of which 5 to 50 percent match", () => {
    const { checks, matched } = total(tallies);
    expect(checks).toBeGreaterThan(1_000_000 * drawn.length);
    expect(matched / checks).toBeGreaterThan(0.05);
    expect(matched / checks).toBeLessThan(0.5);
  });

  test("every operator on every kind of path matches some entities and not others", () => {
    const seen = new Set(corpora.flatMap(outcomesOf));
    const all = operators.flatMap((operator) => pathKinds.map((kind) => `${operator} on ${kind}`));
    expect(all.flatMap((one) => [`${one}: true`, `${one}: false`]).filter((one) => !seen.has(one))).toEqual(
      [],
    );
  });
});

/** For each part of each filter, whether it alone holds for an entity, and does not for another. */
function outcomesOf({ entities, filters }: Corpus): readonly string[] {
  return filters.flatMap(({ propertyFilters }) =>
    propertyFilters.flatMap((part) => {
      const name = `${part.operator} on ${pathKind(part.path)}`;
      const holds = (entity: Entity): boolean => inSlice({ propertyFilters: [part] }, entity);
      const misses = entities.some((entity) => !holds(entity));
      return [...(entities.some(holds) ? [`${name}: true`] : []), ...(misses ? [`${name}: false`] : [])];
    }),
  );
}
