// Filter definitions as inputs: those of compiled texts, random ones with every operator, and JSON that is none.

import { compile, type FilterDefinition } from "../../src/index.ts";
import { type Corpus, corpus } from "../../test/support/backends/corpus.ts";
import type { Entity } from "../../test/support/backends/engine.ts";
import type { Random } from "../../test/support/backends/random.ts";
import { mutateJson, smallerJson } from "./json.ts";
import { entitiesNear } from "./neighbours.ts";
import { drawText } from "./texts.ts";
import { worldCount, worldOf } from "./worlds.ts";

/** A definition, maybe malformed, and the number of the entities that it is tried on. */
export interface FilterInput {
  readonly filter: unknown;
  readonly corpus: number;
  /** Whether it is as `compile` gave it, so that no backend may refuse it. */
  readonly isCompiled: boolean;
}

const corpora = 40;
const made = new Map<number, Corpus>();

/** Random entities, and filters that are about them. */
export function corpusOf(number: number): Corpus {
  const found = made.get(number) ?? corpus(number, { entities: 40, filters: 60 });
  made.set(number, found);
  return found;
}

/** The entities that a definition is tried on: random ones, and some of its own values. */
export function entitiesFor(filter: FilterDefinition, number: number): readonly Entity[] {
  const all = [...corpusOf(number).entities, ...entitiesNear([filter], 20)];
  return all.map((entity, at) => Object.fromEntries([...Object.entries(entity), ["id", `e${String(at)}`]]));
}

/** Draws, mutates and shrinks definitions. */
export const filterInputs: {
  readonly draw: (random: Random) => FilterInput;
  readonly mutate: (random: Random, input: FilterInput, other: FilterInput) => FilterInput;
  readonly smaller: (input: FilterInput) => Iterable<FilterInput>;
} = {
  draw: (random) => {
    const number = random.below(corpora);
    const compiled = random.chance(0.4) ? compiledFilter(random) : undefined;
    if (compiled !== undefined) return { filter: compiled, corpus: number, isCompiled: true };
    return { filter: random.pick(corpusOf(number).filters), corpus: number, isCompiled: false };
  },
  mutate: (random, input, other) => {
    let { filter } = input;
    for (let times = random.pick([1, 1, 2, 4]); times > 0; times--)
      filter = mutateJson(random, filter, other.filter);
    return { filter, corpus: input.corpus, isCompiled: false };
  },
  *smaller(input) {
    for (const filter of smallerJson(input.filter)) yield { ...input, filter, isCompiled: false };
    if (input.corpus !== 0) yield { ...input, corpus: 0 };
  },
};

/** What a drawn text compiles to, with the fields and the names of a drawn world. */
export function compiledFilter(random: Random): FilterDefinition | undefined {
  const number = random.below(worldCount);
  const result = compile(drawText(random, number), worldOf(number));
  return result.ok ? result.filter_definition : undefined;
}
