// Runs a corpus on engines against the reference, and reports the first difference by one entity and one condition, if these have it.

import { inspect } from "node:util";
import type { FilterDefinition } from "../../../src/index.ts";
import type { Corpus } from "./corpus.ts";
import type { Dates, Engine, Entity } from "./engine.ts";
import { conditionsOf } from "./one-filter.ts";
import { inSlice } from "./reference.ts";

/** What came of a run. */
export interface Tally {
  /** How often an engine answered for an entity and a filter. */
  readonly checks: number;
  /** In how many of them the entity is in the slice. */
  readonly matched: number;
  /** The first difference, as a report. */
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

/** The difference for one entity and for one condition of the filter, if it is there for these alone; else for all. */
async function report(engine: Engine, filter: FilterDefinition, stored: readonly Entity[]): Promise<string> {
  const found = (await answerOf(engine, filter)).replace("rows ", "").split(",").map(Number);
  const expected = rowsOf(engine, filter, stored);
  const wrong = stored.filter((_, row) => found.includes(row) !== expected.includes(row)).slice(0, 1);
  for (const entities of [wrong, stored]) {
    await engine.load(entities);
    for (const tried of [...conditionsOf(filter), filter].filter((each) => engine.canRun(each))) {
      const [said, right] = [await answerOf(engine, tried), `rows ${rowsOf(engine, tried, entities).join()}`];
      if (said !== right)
        return [
          `${engine.name} differs from the reference`,
          `filter    ${JSON.stringify(tried)}`,
          `entities  ${inspect(entities, { depth: 9, maxArrayLength: 5 })}`,
          `expected  ${right}`,
          `found     ${said}`,
          describeOrError(engine, tried),
        ].join("\n");
    }
  }
  return `${engine.name} differs from the reference, but not a second time: ${JSON.stringify(filter)}`;
}

function describeOrError(engine: Engine, filter: FilterDefinition): string {
  try {
    return engine.describe(filter);
  } catch (error) {
    return String(error);
  }
}
