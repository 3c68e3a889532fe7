// Tests the laws of meaning: terms of one kind unite, kinds intersect, order and repetition do not matter, an unknown name matches nothing.

import fc from "fast-check";
import { expect, test } from "vitest";
import { compile, createCatalog, type FilterDefinition, resolveDate } from "../../src/index.ts";
import {
  type CatalogData,
  catalogData,
  clock,
  type MembershipTerm,
  membershipTerm,
  membershipText,
  quote,
} from "../support/arbitraries.ts";
import { inSlice } from "../support/backends/reference.ts";
import { asSets, atBounds, entities, type TestEntity } from "../support/evaluate.ts";
import { nameRows } from "../support/qualifiers.ts";
import { patience, runs } from "../support/runs.ts";
import { IDS, NAMES } from "../support/words.ts";
import { modelOf } from "./support/model.ts";

const terms = fc.array(membershipTerm, { maxLength: 7 });
const sample = entities(NAMES, IDS);

function filterFor(list: readonly MembershipTerm[], data: CatalogData, now: number): FilterDefinition {
  const compiled = compile(membershipText(list), { catalog: createCatalog(data), now });
  if (!compiled.ok) throw new Error(`refused: ${membershipText(list)}: ${compiled.diagnostics[0]?.message}`);
  return compiled.filter_definition;
}

/** The entities, also moved to the bounds of the filters, that are in `inner` and not in `outer`. */
function escaping(
  inner: FilterDefinition,
  outer: FilterDefinition,
  sampled: readonly TestEntity[],
): object[] {
  const tried = sampled.flatMap((entity) => atBounds(entity, [inner, outer]));
  return tried.filter((entity) => inSlice(inner, entity) && !inSlice(outer, entity));
}

function inserted(
  list: readonly MembershipTerm[],
  one: MembershipTerm,
  at: number,
): readonly MembershipTerm[] {
  return list.toSpliced(at % (list.length + 1), 0, one);
}

test("compile agrees with the rules of meaning", { timeout: patience }, () => {
  fc.assert(
    fc.property(terms, catalogData, clock, (list, data, now) => {
      const text = membershipText(list);
      const compiled = compile(text, { catalog: createCatalog(data), now });
      const model = modelOf(text, data, (expression) => {
        const resolved = resolveDate(expression, now);
        return resolved.ok ? resolved.instant : Number.NaN;
      });
      if (!compiled.ok) throw new Error(`refused: ${text}`);
      expect(compiled.filter_definition).toEqual(model.filter_definition);
      expect(compiled.scope_warnings).toEqual([]);
      expect(compiled.unresolved.shapes.toSorted()).toEqual(model.unresolved.shapes);
      expect(compiled.unresolved.sources.toSorted()).toEqual(model.unresolved.sources);
      expect(compiled.now).toBe(new Date(now).toISOString());
    }),
    runs(2000),
  );
});

test("term order within a kind and duplicates do not change the filter's meaning", {
  timeout: patience,
}, () => {
  const shuffled = fc.array(membershipTerm, { minLength: 1, maxLength: 7 }).chain((list) => {
    const all = { minLength: list.length, maxLength: list.length };
    return fc.tuple(fc.constant(list), fc.shuffledSubarray(list, all), fc.shuffledSubarray(list));
  });
  fc.assert(
    fc.property(shuffled, catalogData, clock, ([list, order, again], data, now) => {
      const expected = asSets(filterFor(list, data, now));
      expect(asSets(filterFor(order, data, now))).toEqual(expected);
      expect(asSets(filterFor([...again, ...order, ...again], data, now))).toEqual(expected);
    }),
    runs(800),
  );
});

test("adding a term of a kind that already occurs never narrows", { timeout: patience }, () => {
  fc.assert(
    fc.property(
      terms,
      membershipTerm,
      fc.nat(),
      catalogData,
      clock,
      sample,
      (list, one, at, data, now, sampled) => {
        fc.pre(list.some((other) => other.qualifier === one.qualifier));
        const before = filterFor(list, data, now);
        const after = filterFor(inserted(list, one, at), data, now);
        expect(escaping(before, after, sampled)).toEqual([]);
      },
    ),
    runs(800),
  );
});

test("adding a new kind never widens", { timeout: patience }, () => {
  fc.assert(
    fc.property(
      terms,
      membershipTerm,
      fc.nat(),
      catalogData,
      clock,
      sample,
      (list, one, at, data, now, sampled) => {
        const others = list.filter((other) => other.qualifier !== one.qualifier);
        const before = filterFor(others, data, now);
        const after = filterFor(inserted(others, one, at), data, now);
        expect(escaping(after, before, sampled)).toEqual([]);
      },
    ),
    runs(800),
  );
});

test("after:X and before:X are exact complements", { timeout: patience }, () => {
  fc.assert(
    fc.property(membershipTerm, clock, sample, (one, now, sampled) => {
      fc.pre(one.qualifier === "after");
      const data = { shapes: [], sources: [] };
      const after = filterFor([one], data, now);
      const before = filterFor([{ ...one, qualifier: "before" }], data, now);
      for (const entity of sampled.flatMap((entity) => atBounds(entity, [after]))) {
        expect(inSlice(after, entity)).toBe(!inSlice(before, entity));
      }
    }),
    runs(150),
  );
});

test("a kind of which no name resolves matches nothing, and stays in the filter", {
  timeout: patience,
}, () => {
  const kind = fc.constantFrom(...nameRows);
  const names = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(
      terms,
      kind,
      names,
      catalogData,
      clock,
      sample,
      (list, { word: qualifier, path }, unknown, data, now, sampled) => {
        const bare = {
          shapes: data.shapes.filter((row) => !unknown.includes(row.name)),
          sources: data.sources.filter((row) => !unknown.includes(row.name)),
        };
        const others = list.filter((one) => one.qualifier !== qualifier);
        const filter = filterFor([...others, ...unknown.map((value) => ({ qualifier, value }))], bare, now);
        expect(filter.propertyFilters).toContainEqual({ path, operator: "in", value: [] });
        expect(sampled.filter((entity) => inSlice(filter, entity))).toEqual([]);
      },
    ),
    runs(500),
  );
});

test("terms that do not affect membership change nothing but scope_warnings", { timeout: patience }, () => {
  const scope = fc.constantFrom(
    "edge:a->b",
    'agent:"x y"',
    "sort:name",
    "words",
    '"free text"',
    "foo:bar",
    "OR",
    "-type:a",
  );
  fc.assert(
    fc.property(
      terms,
      fc.array(scope, { minLength: 1, maxLength: 4 }),
      catalogData,
      clock,
      (list, extra, data, now) => {
        const options = { catalog: createCatalog(data), now };
        const compiled = compile(`${extra.join(" ")} ${membershipText(list)}`, options);
        if (!compiled.ok) throw new Error("refused");
        expect(compiled.filter_definition).toEqual(filterFor(list, data, now));
        expect(compiled.scope_warnings).toEqual(extra);
      },
    ),
    runs(400),
  );
});

test("a type is compared code unit for code unit", () => {
  const names = fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...NAMES));
  fc.assert(
    fc.property(names, ([wanted, actual]) => {
      const compiled = compile(`type:${quote(wanted)}`, { catalog: createCatalog({}), now: 0 });
      const entity = {
        type: actual,
        shape_id: "",
        source_id: "",
        source_shape_id: "",
        created_at: "2026-01-01",
      };
      expect(compiled.ok && inSlice(compiled.filter_definition, entity)).toBe(wanted === actual);
    }),
    runs(400),
  );
});
