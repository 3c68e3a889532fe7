// Tests that names that every object inherits are names like any other, wherever they occur.

import { afterAll, describe, expect, test } from "vitest";
import { compile, createCatalog, namesIn, parse } from "../../src/index.ts";
import type { CatalogData } from "../support/arbitraries.ts";
import { everything } from "../support/everything.ts";
import { hostileFixture, prototypes } from "../support/hostile.ts";

interface NameCase {
  readonly name: string;
  readonly query: string;
  readonly catalog: Partial<CatalogData>;
  readonly ids: readonly string[];
  readonly unresolved: { readonly shapes: readonly string[]; readonly sources: readonly string[] };
  readonly scope_warnings: readonly string[];
}

interface Fixture {
  readonly inherited: readonly string[];
  readonly cases: readonly NameCase[];
}

const { inherited, cases } = hostileFixture<Fixture>("names");
const before = prototypes();

afterAll(() => {
  expect(prototypes()).toEqual(before);
});

test.each(cases)(
  "a query has the recorded meaning: $name",
  ({ query, catalog, ids, unresolved, scope_warnings }) => {
    const compiled = compile(query, { catalog: createCatalog(catalog), now: 0 });
    if (!compiled.ok) throw new Error("refused");
    expect(compiled.filter_definition.propertyFilters.map((filter) => filter.value)).toEqual([ids]);
    expect(compiled.unresolved).toEqual(unresolved);
    expect(compiled.scope_warnings).toEqual(scope_warnings);
  },
);

describe.each(inherited)("the inherited name %s", (word) => {
  const known = { shapes: [{ id: word, name: word }], sources: [{ id: word, name: word }], types: [word] };

  test("is not found in an empty catalog or in one of other names", () => {
    for (const data of [
      {},
      { shapes: [{ id: "1", name: "a" }], sources: [{ id: "1", name: "a" }], types: ["a"] },
    ]) {
      const compiled = compile(`type:${word} shape:${word} source:${word}`, {
        catalog: createCatalog(data),
        now: 0,
      });
      if (!compiled.ok) throw new Error("refused");
      expect(compiled.filter_definition.entityTypes).toEqual([word]);
      expect(compiled.filter_definition.propertyFilters.map((filter) => filter.value)).toEqual([[], []]);
      expect(compiled.unresolved).toEqual({ shapes: [word], sources: [word] });
    }
  });

  test("is found in a catalog that has it, as name and as identifier", () => {
    const compiled = compile(`shape:${word} source:${word}`, { catalog: createCatalog(known), now: 0 });
    if (!compiled.ok) throw new Error("refused");
    expect(compiled.filter_definition.propertyFilters.map((filter) => filter.value)).toEqual([
      [word],
      [word],
    ]);
    expect(compiled.unresolved).toEqual({ shapes: [], sources: [] });
  });

  test("is free text as a word and as a qualifier", () => {
    const text = `${word} ${word}:x ${word}:`;
    const compiled = compile(text, { catalog: createCatalog(known), now: 0 });
    expect(compiled.ok && compiled.scope_warnings).toEqual(text.split(" "));
    expect(compiled.ok && compiled.filter_definition).toEqual({ propertyFilters: [] });
  });

  test("is passed to a server for look-up", () => {
    const { query } = parse(`shape:${word} source:${word} source-shape:${word} type:${word}`);
    expect(namesIn(query)).toEqual({ shapes: [word], sources: [word] });
  });

  test("is not a date", () => {
    expect(compile(`after:${word}`, { catalog: createCatalog({}), now: 0 }).ok).toBe(false);
  });

  test("does not make any function throw", () => {
    for (const text of [word, `${word}:x`, `type:${word}`, `after:${word}`, `sort:${word}`, `-${word}`]) {
      everything(text, { catalog: createCatalog(known), now: 0 });
    }
  });
});
