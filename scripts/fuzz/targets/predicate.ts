// predicate: of any JSON it refuses, or finds exactly what a plain interpreter of the definition finds; so do columns.

import { compilePredicate, createTable } from "../../../src/exports/predicate.ts";
import type { FilterDefinition } from "../../../src/index.ts";
import { inSlice } from "../../../test/support/backends/reference.ts";
import { featuresOfFilter } from "../features.ts";
import { entitiesFor, type FilterInput, filterInputs } from "../filters.ts";
import { Broken, must, mustEqual, mustNotThrow, type Target, unlessRefused } from "../target.ts";

const own: { readonly compilePredicate: typeof compilePredicate; readonly createTable: typeof createTable } =
  { compilePredicate, createTable };

/** The target. */
export function predicateTarget(kit: typeof own = own): Target<FilterInput> {
  return {
    name: "predicate",
    promise: "refuses, or is what the reference interpreter says; never wider",
    ...filterInputs,
    check: ({ filter, corpus, isCompiled }) => {
      const isMember = unlessRefused("the predicate refuses by a TypeError", () =>
        kit.compilePredicate(Object(filter)),
      );
      must(isMember !== undefined || !isCompiled, "the predicate takes what compile gives", () =>
        JSON.stringify(filter),
      );
      if (isMember === undefined) {
        const table = unlessRefused("columns refuse by a TypeError", () =>
          kit.createTable([]).select(Object(filter)),
        );
        must(table === undefined, "columns refuse what the predicate refuses", () => JSON.stringify(filter));
        return ["refused"];
      }
      const accepted: FilterDefinition = Object(filter);
      const entities = entitiesFor(accepted, corpus);
      const expected = entities.map((entity) => expectedOf(accepted, entity));
      for (const [row, entity] of entities.entries())
        must(isMember(entity) === expected[row], "the predicate is exact", () => JSON.stringify(entity));
      const selected = mustNotThrow("columns select", () => kit.createTable(entities).select(accepted));
      const rows = expected.flatMap((isIn, row) => (isIn ? [row] : []));
      mustEqual([...selected], rows, "columns are exact");
      return featuresOfFilter(accepted);
    },
  };
}

function expectedOf(filter: FilterDefinition, entity: unknown): boolean {
  try {
    return inSlice(filter, entity);
  } catch (error) {
    throw new Broken("a malformed definition is refused", `${JSON.stringify(filter)}: ${String(error)}`);
  }
}
