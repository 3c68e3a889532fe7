// Walks through the filters of a world, each made from the one before, and compares neighbours.

import type { FilterDefinition } from "../../../src/index.ts";
import { randomFrom } from "../../support/backends/random.ts";
import { smallerFilters, smallerLists, smallest } from "../../support/backends/shrink.ts";
import type { Algebra } from "./algebra.ts";
import { isNone } from "./bits.ts";
import { type Counts, comparisonOf, type Question } from "./compare.ts";
import { drawFilter, drawPieces, edited } from "./filters.ts";
import type { Universe } from "./universe.ts";

/** How many questions a walk asks. */
export const questionsInWalk = 20;

/** Asks the questions of a walk; says what is wrong in its smallest case, or undefined if nothing is. */
export type Walk = (seed: number) => string | undefined;

/** Walks in a universe, each of its own seed. Forms and keys are remembered from one walk to the next. */
export function walksIn(universe: Universe, algebra: Algebra, counts?: Counts): Walk {
  const compare = comparisonOf(algebra, universe, counts);
  return (seed) => {
    for (const question of questionsOf(universe, seed)) {
      const difference = compare(question);
      if (difference !== undefined) return reportOf(universe, algebra, question, difference);
    }
    return undefined;
  };
}

/** Both orders of each pair of a filter and the next, which is mostly the same after an edit. Few pairs are of nothing. */
function* questionsOf({ world, members }: Universe, seed: number): Generator<Question> {
  const random = randomFrom(seed);
  const next = (before: FilterDefinition): FilterDefinition =>
    random.chance(0.1) ? drawFilter(world, random) : edited(world, random, before);
  const settled = (one: FilterDefinition): FilterDefinition => (random.chance(0.5) ? frozen(one) : one);
  let filter = settled(drawFilter(world, random));
  for (let asked = 0; asked < questionsInWalk; asked += 2) {
    const other = settled(random.chance(0.3) ? next(next(filter)) : next(filter));
    yield { a: filter, b: other, others: drawPieces(world, random, filter) };
    yield { a: other, b: filter, others: [] };
    if (random.chance(isNone(members(other)) ? 0.1 : 0.7)) filter = other;
  }
}

/** What is frozen must come out of the algebra as it was: to change it throws. It may be read once for all questions. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** The smallest question that is answered wrongly; what was asked long ago may be a part of the difference. */
function reportOf(universe: Universe, algebra: Algebra, question: Question, difference: string): string {
  const wrongIn = ({ a, b, others }: Question): string | undefined => {
    const compare = comparisonOf(algebra, universe);
    return compare({ a, b, others }) ?? compare({ a: b, b: a, others });
  };
  const found = smallest(question, smallerQuestions, (each) => wrongIn(each) !== undefined);
  const { a, b, others } = found;
  return [
    `${wrongIn(found) ?? difference} (${universe.world.name})`,
    `a       ${JSON.stringify(a)}`,
    `b       ${JSON.stringify(b)}`,
    ...others.map((each) => `others  ${JSON.stringify(each)}`),
  ].join("\n");
}

function* smallerQuestions({ a, b, others }: Question): Generator<Question> {
  for (const some of smallerLists(others)) yield { a, b, others: some };
  for (const less of smallerFilters(a)) yield { a: less, b, others };
  for (const less of smallerFilters(b)) yield { a, b: less, others };
  for (const [at, other] of others.entries())
    for (const less of smallerFilters(other)) yield { a, b, others: others.with(at, less) };
}
