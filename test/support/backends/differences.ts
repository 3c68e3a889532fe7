// Runs a corpus on engines against the reference, and makes what differs as small as it gets.

import { inspect } from "node:util";
import type { FilterDefinition } from "../../../src/index.ts";
import type { Corpus } from "./corpus.ts";
import type { Dates, Engine, Entity } from "./engine.ts";
import { inSlice } from "./reference.ts";
import { smallerFilters, smallerLists, smallerValues } from "./shrink.ts";

/** What came of a run. */
export interface Tally {
  /** How often an engine answered for an entity and a filter. */
  readonly checks: number;
  /** In how many of them the entity is in the slice. */
  readonly matched: number;
  /** The first difference, as a report of its smallest case. */
  readonly difference?: string;
}

/** Runs every filter on every engine; stops at the first difference. */
export async function compare(engines: readonly Engine[], corpus: Corpus): Promise<Tally> {
  let [checks, matched] = [0, 0];
  for (const engine of engines) {
    const { stored, cases } = await loaded(engine, corpus);
    for (const { filter, expected } of cases) {
      checks += stored.length;
      matched += expected.length;
      if ((await answerOf(engine, filter)) === `rows ${expected.join()}`) continue;
      return { checks, matched, difference: await report(engine, filter, stored) };
    }
  }
  return { checks, matched };
}

interface Case {
  readonly filter: FilterDefinition;
  readonly expected: readonly number[];
}

/** Loads what the engine can store, and says what it has to find for each filter that it takes. */
async function loaded(
  engine: Engine,
  { entities, filters }: Corpus,
): Promise<{ readonly stored: readonly Entity[]; readonly cases: readonly Case[] }> {
  const stored = entities.filter((entity) => engine.canStore(entity));
  await engine.load(stored);
  const cases = filters
    .filter((filter) => engine.canRun(filter))
    .map((filter) => {
      const members = membersOf(filter, entities, engine.dates(filter.dateRange?.field ?? ""));
      return { filter, expected: stored.flatMap((entity, row) => (members.has(entity) ? [row] : [])) };
    });
  return { stored, cases };
}

/** What the reference says, asked once for all engines that read dates alike. */
function membersOf(filter: FilterDefinition, entities: readonly Entity[], dates: Dates): ReadonlySet<Entity> {
  const known = filter.dateRange === undefined ? undated : answers[dates];
  const found = known.get(filter) ?? new Set(entities.filter((entity) => inSlice(filter, entity, dates)));
  known.set(filter, found);
  return found;
}

type Answers = WeakMap<FilterDefinition, ReadonlySet<Entity>>;
const undated: Answers = new WeakMap();
const answers: Readonly<Record<Dates, Answers>> = { any: new WeakMap(), canonical: new WeakMap() };

/** The sum of tallies, with the first difference. */
export function total(tallies: readonly Tally[]): Tally {
  const sum = (count: (tally: Tally) => number): number =>
    tallies.reduce((all, tally) => all + count(tally), 0);
  const difference = tallies.find((tally) => tally.difference !== undefined)?.difference;
  return {
    checks: sum((tally) => tally.checks),
    matched: sum((tally) => tally.matched),
    ...(difference === undefined ? {} : { difference }),
  };
}

function rowsOf(engine: Engine, filter: FilterDefinition, entities: readonly Entity[]): readonly number[] {
  const dates = engine.dates(filter.dateRange?.field ?? "");
  return entities.flatMap((entity, row) => (inSlice(filter, entity, dates) ? [row] : []));
}

/** The rows that the engine finds, as a text; an error is an answer too, and always a wrong one. */
async function answerOf(engine: Engine, filter: FilterDefinition): Promise<string> {
  try {
    return `rows ${(await engine.select(filter)).join()}`;
  } catch (error) {
    return String(error);
  }
}

/** The smallest case: greedy steps to fewer entities, fewer parts of the filter and fewer members. */
async function report(engine: Engine, filter: FilterDefinition, stored: readonly Entity[]): Promise<string> {
  const differs = async ({ filter: tried, entities }: Difference): Promise<boolean> => {
    if (!engine.canRun(tried) || !entities.every((each) => "id" in each && engine.canStore(each)))
      return false;
    await engine.load(entities);
    return (await answerOf(engine, tried)) !== `rows ${rowsOf(engine, tried, entities).join()}`;
  };
  let smallest: Difference = { filter, entities: stored };
  for (let next: Difference | undefined = smallest; next !== undefined; ) {
    smallest = next;
    next = await firstThat(smallerDifferences(smallest), differs);
  }
  return await told(engine, smallest);
}

async function told(engine: Engine, { filter, entities }: Difference): Promise<string> {
  await engine.load(entities);
  return [
    `${engine.name} differs from the reference`,
    `filter    ${JSON.stringify(filter)}`,
    `entities  ${entities.map((entity) => inspect(entity, { depth: 9, breakLength: Infinity })).join("\n          ")}`,
    `expected  rows ${rowsOf(engine, filter, entities).join()}`,
    `found     ${await answerOf(engine, filter)}`,
    describeOrError(engine, filter),
  ].join("\n");
}

interface Difference {
  readonly filter: FilterDefinition;
  readonly entities: readonly Entity[];
}

function* smallerDifferences({ filter, entities }: Difference): Generator<Difference> {
  for (const some of smallerLists(entities)) yield { filter, entities: some };
  for (const tried of smallerFilters(filter)) yield { filter: tried, entities };
  if (entities.length > 5) return;
  for (const [at, entity] of entities.entries())
    for (const less of smallerValues(entity)) yield { filter, entities: entities.with(at, Object(less)) };
}

function describeOrError(engine: Engine, filter: FilterDefinition): string {
  try {
    return engine.describe(filter);
  } catch (error) {
    return String(error);
  }
}

async function firstThat<T>(list: Iterable<T>, holds: (each: T) => Promise<boolean>): Promise<T | undefined> {
  for (const each of list) if (await holds(each)) return each;
  return undefined;
}
