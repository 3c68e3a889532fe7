// Tests any definition, malformed ones included: the predicate and the columns refuse it, or find exactly what the reference finds.

import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePredicate, createTable } from "../../src/exports/predicate.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { unlessRefused } from "../support/backends/accepted.ts";
import { inSlice } from "../support/backends/reference.ts";
import { patience, runs } from "../support/runs.ts";
import { type Definition, definition, entitiesFor } from "./support/definitions.ts";
import { notices } from "./support/noticed.ts";

type Compile = typeof compilePredicate;

const isExact = (compile: Compile): fc.IProperty<[Definition]> =>
  fc.property(definition, ({ filter, corpus, isCompiled }) => {
    const given: FilterDefinition = Object(filter);
    const isMember = unlessRefused(() => compile(given));
    if (isMember === undefined) {
      expect(isCompiled, "the predicate takes what compile gives").toBe(false);
      const selected = unlessRefused(() => createTable([]).select(given));
      expect(selected, "columns refuse what the predicate refuses").toBeUndefined();
      return;
    }
    const entities = entitiesFor(given, corpus);
    const rowsOf = (holds: (entity: unknown) => boolean): readonly number[] =>
      entities.flatMap((entity, row) => (holds(entity) ? [row] : []));
    const expected = rowsOf((entity) => inSlice(given, entity));
    expect(rowsOf(isMember), "the predicate is exact").toEqual(expected);
    expect([...createTable(entities).select(given)], "columns are exact").toEqual(expected);
  });

test("any definition is refused, or finds what the reference finds", { timeout: patience }, () => {
  fc.assert(isExact(compilePredicate), runs(250));
});

test.each<readonly [mistake: string, compile: Compile]>([
  ["a member is passed over", ({ propertyFilters }) => compilePredicate({ propertyFilters })],
  [
    "what is malformed is everything",
    (filter) => unlessRefused(() => compilePredicate(filter)) ?? (() => true),
  ],
])("a mistake is noticed: %s", async (_, compile) => {
  await notices(isExact(compile));
});
