// Tests the structured mirror: text to filter to text keeps the meaning, and no kind vanishes on the way.

import fc from "fast-check";
import { expect, test } from "vitest";
import { compile, compileSlice, createCatalog, filterOf, parse, queryOf } from "../../src/index.ts";
import { builtQuery, value, world } from "../support/arbitraries.ts";
import { UNLIMITED } from "../support/compare.ts";
import { MEMBERSHIP } from "../support/qualifiers.ts";
import { patience, runs } from "../support/runs.ts";

test("text to filter to text keeps filter_definition", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, ({ source, data, now }) => {
      const options = { catalog: createCatalog(data), now, limits: UNLIMITED };
      const compiled = compile(source, options);
      if (!compiled.ok) return;
      const again = compile(queryOf(filterOf(compiled.query)), options);
      expect(again.ok && again.filter_definition).toEqual(compiled.filter_definition);
      expect(again.ok && again.unresolved.sources).toEqual(compiled.unresolved.sources);
      expect(again.ok && again.unresolved.shapes.toSorted()).toEqual(compiled.unresolved.shapes.toSorted());
      expect(again.ok && again.scope_warnings).toEqual([]);
    }),
    runs(2000),
  );
});

test("the filter has the membership terms, all of them and nothing else", { timeout: patience }, () => {
  fc.assert(
    fc.property(builtQuery, (built) => {
      const filter = new Map<string, readonly string[]>(Object.entries(filterOf(built)));
      for (const qualifier of MEMBERSHIP) {
        const terms = built.terms.filter((term) => term.kind === "qualified" && term.qualifier === qualifier);
        const names = terms.map((term) => term.value.text);
        expect(new Set(filter.get(qualifier))).toEqual(new Set(names));
        expect(filter.has(qualifier)).toBe(names.length > 0);
      }
      expect([...filter.keys()].filter((key) => !MEMBERSHIP.some((word) => word === key))).toEqual([]);
    }),
    runs(1000),
  );
});

test("filter to text to filter is the filter, except for repeated names", { timeout: patience }, () => {
  const names = fc.uniqueArray(
    value.filter((name) => name !== ""),
    { minLength: 1, maxLength: 3 },
  );
  const record = Object.fromEntries(MEMBERSHIP.map((word) => [word, names]));
  fc.assert(
    fc.property(fc.record(record, { requiredKeys: [] }), (filter) => {
      expect(filterOf(queryOf(filter))).toEqual(filter);
    }),
    runs(800),
  );
});

test("an empty list of names never widens", () => {
  for (const qualifier of MEMBERSHIP) {
    const options = { catalog: createCatalog({}), now: 0 };
    expect(compile(queryOf({ [qualifier]: [] }), options).ok).toBe(false);
    expect(compileSlice({ name: "s", filter: { [qualifier]: [] } }, options).ok).toBe(false);
  }
});

test("a slice body compiles as its text does", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, ({ source, data, now }) => {
      const options = { catalog: createCatalog(data), now, limits: UNLIMITED };
      const plain = compile(source, options);
      const slice = compileSlice({ name: "s", cql: source }, options);
      const both = compileSlice({ name: "s", cql: source, filter: { type: ["Other"] } }, options);
      expect([slice.ok, both.ok]).toEqual([plain.ok, plain.ok]);
      if (!plain.ok || !slice.ok || !both.ok) return;
      const { filter_definition, scope_warnings, unresolved } = plain;
      expect(slice.slice).toEqual({
        name: "s",
        type: "dynamic",
        scope_warnings,
        unresolved,
        filter_definition,
      });
      expect(both.slice).toEqual(slice.slice);
      expect(both.diagnostics.map((one) => one.code)).toContain("filter-ignored");
    }),
    runs(800),
  );
});

test("a slice body with a filter compiles as the filter's query does", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, ({ source, data, now }) => {
      const options = { catalog: createCatalog(data), now, limits: UNLIMITED };
      const filter = filterOf(parse(source, { limits: UNLIMITED }).query);
      const plain = compile(queryOf(filter), options);
      const slice = compileSlice({ name: "s", filter }, options);
      expect(slice.ok).toBe(plain.ok);
      expect(slice.ok && slice.slice.filter_definition).toEqual(plain.ok && plain.filter_definition);
    }),
    runs(600),
  );
});
