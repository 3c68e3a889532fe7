// What every backend promises of a definition: it runs what the predicate takes, or refuses, and finds the same entities.

import { compilePredicate } from "../../src/exports/predicate.ts";
import type { FilterDefinition } from "../../src/index.ts";
import type { Engine, Entity } from "../../test/support/backends/engine.ts";
import { inSlice } from "../../test/support/backends/reference.ts";
import { featuresOfFilter } from "./features.ts";
import { entitiesFor, type FilterInput, filterInputs } from "./filters.ts";
import { Broken, must, mustEqual, mustNotThrow, type Target, unlessRefused } from "./target.ts";

/** A backend under test. */
export interface Backend {
  readonly name: string;
  readonly promise: string;
  /** Emits for the one filter, in all ways there are, and holds what it sees of it. */
  readonly emit: (filter: FilterDefinition) => unknown;
  readonly engine: () => Promise<Engine>;
  /** Whether a filter that `compile` gave may be refused: where paths name fields. */
  readonly mayRefuse?: (filter: FilterDefinition) => boolean;
}

/** The target of a backend. */
export function backendTarget(backend: Backend): Target<FilterInput> {
  let engine: Promise<Engine> | undefined;
  return {
    name: backend.name,
    promise: backend.promise,
    ...filterInputs,
    check: async ({ filter, corpus, isCompiled }) => {
      const accepted = acceptedBy(filter);
      if (accepted === undefined) {
        const emitted = unlessRefused(`${backend.name} refuses by a TypeError`, () =>
          backend.emit(Object(filter)),
        );
        must(emitted === undefined, `${backend.name} refuses what the predicate refuses`, () =>
          JSON.stringify(emitted),
        );
        return ["refused"];
      }
      if (isCompiled && backend.mayRefuse?.(accepted) !== true)
        mustNotThrow(`${backend.name} takes what compile gives`, () => backend.emit(accepted));
      const emitted = unlessRefused(`${backend.name} refuses by a TypeError`, () => backend.emit(accepted));
      if (emitted === undefined) return ["refused by the backend", ...featuresOfFilter(accepted)];
      engine ??= backend.engine();
      await sameFound(await engine, accepted, entitiesFor(accepted, corpus));
      return featuresOfFilter(accepted);
    },
  };
}

/** The definition, if the predicate takes it. */
export function acceptedBy(filter: unknown): FilterDefinition | undefined {
  return unlessRefused("the predicate refuses by a TypeError", () => {
    const definition: FilterDefinition = Object(filter);
    compilePredicate(definition);
    return definition;
  });
}

async function sameFound(
  engine: Engine,
  filter: FilterDefinition,
  entities: readonly Entity[],
): Promise<void> {
  if (!engine.canRun(filter)) return;
  const stored = entities.filter((entity) => engine.canStore(entity));
  await engine.load(stored);
  const dates = engine.dates(filter.dateRange?.field ?? "");
  const expected = stored.flatMap((entity, row) => (inSlice(filter, entity, dates) ? [row] : []));
  const found = await engine.select(filter).catch((error: unknown) => {
    throw new Broken(`${engine.name} runs what is emitted`, `${String(error)}\n${engine.describe(filter)}`);
  });
  mustEqual(found, expected, `${engine.name} finds what the reference finds`);
}
