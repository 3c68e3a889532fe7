// Runs one engine on corpora until it has made enough checks, and counts what it did.

import { type Corpus, corpus } from "../../test/support/backends/corpus.ts";
import { compare } from "../../test/support/backends/differences.ts";
import type { Engine } from "../../test/support/backends/engine.ts";

/** What an engine did. */
export interface Row {
  readonly engine: string;
  readonly version: string;
  readonly filters: number;
  readonly entities: number;
  /** How often it answered for an entity and a filter. */
  readonly checks: number;
  readonly matched: number;
  readonly seconds: number;
  /** The smallest case of the first difference. */
  readonly difference?: string;
}

/** How long a run goes on. */
export interface Amount {
  readonly seed: number;
  readonly checks: number;
}

/** The entities and filters of one corpus: enough entities for indexes to be worth their while. */
export const corpusSize = { entities: 400, filters: 250 } as const;

/** An engine that takes nothing of so many corpora would never have made its checks. */
const idleCorpora = 20;

/** Runs corpora on an engine until it has made the checks, or differs. */
export async function tally(
  engine: Engine,
  version: string,
  { seed, checks }: Amount,
  adapt: (corpus: Corpus) => Corpus = (each) => each,
): Promise<Row> {
  const start = performance.now();
  const counts = { filters: 0, entities: 0 };
  const counted = counting(engine, counts);
  const done = { checks: 0, matched: 0 };
  let difference: string | undefined;
  for (let round = 0; done.checks < checks && difference === undefined; round++) {
    if (round === idleCorpora && done.checks === 0)
      throw new Error(`${engine.name} takes nothing of the corpora`);
    const found = await compare([counted], adapt(corpus(seed + round, corpusSize)));
    done.checks += found.checks;
    done.matched += found.matched;
    // Its smallest case is of that corpus.
    if (found.difference !== undefined) difference = `${found.difference}\nseed      ${seed + round}`;
  }
  const seconds = (performance.now() - start) / 1000;
  return {
    engine: engine.name,
    version,
    ...counts,
    ...done,
    seconds,
    ...(difference === undefined ? {} : { difference }),
  };
}

function counting(engine: Engine, counts: { filters: number; entities: number }): Engine {
  return {
    ...engine,
    load: async (entities) => {
      counts.entities += entities.length;
      await engine.load(entities);
    },
    select: async (filter) => {
      counts.filters++;
      return await engine.select(filter);
    },
  };
}
