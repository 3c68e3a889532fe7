// Wrong emitters: the differential test catches every one of them, and none that is right.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entityColumns, toSql } from "../../src/exports/sql.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { type Corpus, corpus } from "../support/backends/corpus.ts";
import { isWrong } from "../support/backends/differences.ts";
import { duckdb, pglite, sqlite } from "../support/backends/drivers.ts";
import { edges } from "../support/backends/edges.ts";
import type { Driver, Engine, Entity } from "../support/backends/engine.ts";
import { predicateEngine } from "../support/backends/in-process.ts";
import { emitterOf, type Mutant, mapStrings, mutants } from "../support/backends/mutants.ts";
import { givenSeed } from "../support/backends/random.ts";
import { isWellFormed, sqlEngine } from "../support/backends/sql-engine.ts";
import { tableEngine } from "../support/backends/table-engine.ts";

const engines = ["predicate", "columns", "SQLite", "DuckDB", "PGlite"] as const;
const corpora: readonly Corpus[] = [
  ...[100, 101, 102, 103].map((seed) => corpus(givenSeed() + seed, { entities: 400, filters: 120 })),
  edges,
];
const filters: readonly FilterDefinition[] = corpora.flatMap((one) => one.filters);

const drivers = new Map<string, Driver>();

beforeAll(async () => {
  for (const driver of [sqlite(), await duckdb(), await pglite()]) drivers.set(driver.name, driver);
});

afterAll(async () => {
  for (const driver of drivers.values()) await driver.close();
});

describe("there is no difference without a mistake", () => {
  test.each(engines)("%s", async (engine) => {
    expect(await isCaught({ name: "none", engine })).toBe(false);
  });
});

describe("a mistake is caught", () => {
  test.each(mutants)("$engine: $name", async (mutant) => {
    expect(await isCaught(mutant)).toBe(true);
  });
});

describe("a change of the text changes it", () => {
  const dialects = {
    SQLite: "sqlite",
    DuckDB: "duckdb",
    PGlite: "postgres",
    predicate: undefined,
    columns: undefined,
  } as const;

  test.each(mutants.filter(({ text }) => text !== undefined))("$engine: $name", (mutant) => {
    const dialect = dialects[mutant.engine];
    if (dialect === undefined) expect.fail("there is no text in process");
    const options = { dialect, columns: entityColumns, json: "props" };
    const wrong = emitterOf(mutant);
    expect(
      filters
        .filter(isWellFormed)
        .some((filter) => wrong(filter, options).text !== toSql(filter, options).text),
    ).toBe(true);
  });
});

test("there are at least a dozen, on every engine some, and no two of one name", () => {
  expect(mutants.length).toBeGreaterThanOrEqual(12);
  expect(new Set(mutants.map(({ engine }) => engine)).size).toBe(engines.length);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

async function isCaught(mutant: Mutant): Promise<boolean> {
  for (const engine of await enginesOf(mutant)) {
    for (const one of corpora) if (await isWrong(engine, one)) return true;
  }
  return false;
}

async function enginesOf(mutant: Mutant): Promise<readonly Engine[]> {
  if (mutant.engine === "predicate") return [mistaken(predicateEngine(), mutant)];
  if (mutant.engine === "columns") return [mistaken(tableEngine(), mutant)];
  const driver = drivers.get(mutant.engine);
  if (driver === undefined) throw new Error(`${mutant.engine} is not open`);
  return [await sqlEngine(driver, "plain", emitterOf(mutant))];
}

/** An engine in process that is given the filter and the entities with the mistake in them. */
function mistaken(engine: Engine, { filter = (definition) => definition, strings }: Mutant): Engine {
  if (strings === undefined) return { ...engine, select: (definition) => engine.select(filter(definition)) };
  return {
    ...engine,
    load: (entities) => engine.load(entities.map((entity): Entity => membersOf(entity, strings))),
    select: ({ propertyFilters, ...rest }) =>
      engine.select({
        ...rest,
        ...(rest.entityTypes === undefined ? {} : { entityTypes: rest.entityTypes.map(strings) }),
        propertyFilters: propertyFilters.map((part) => ({
          ...part,
          path: strings(part.path),
          value: mapStrings(part.value, strings),
        })),
      }),
  };
}

function membersOf(entity: Entity, strings: (text: string) => string): Entity {
  const members = Object.entries(entity).map(
    ([key, value]) => [strings(key), mapStrings(value, strings)] as const,
  );
  return Object.fromEntries(members);
}
