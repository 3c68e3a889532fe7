// Tests printing: parse(print(q)) is q again, for queries that are built, written by hand or parsed.

import fc from "fast-check";
import { expect, test } from "vitest";
import { compile, createCatalog, parse, print, type Query, query, term, text } from "../../src/index.ts";
import { anyQuery, builtQuery, plausible, source, value } from "../support/arbitraries.ts";
import { errorsOf, namesOnly, UNLIMITED, withoutSpans } from "../support/compare.ts";
import { QUALIFIERS } from "../support/qualifiers.ts";
import { patience, runs } from "../support/runs.ts";

const nowhere = { start: 0, end: 0 };
const reparsed = (of: Query): Query => parse(print(of), { limits: UNLIMITED }).query;

test("parse(print(q)) equals q except for spans, for every query that the builders create", {
  timeout: patience,
}, () => {
  fc.assert(
    fc.property(builtQuery, (built) => {
      expect(withoutSpans(reparsed(built))).toEqual(withoutSpans(built));
    }),
    runs(3000),
  );
});

test("parse(print(q)) keeps every name of a query written by hand", { timeout: patience }, () => {
  const byHand = fc.record({
    qualifier: fc.option(fc.constantFrom(...QUALIFIERS)),
    words: value,
    quoted: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(byHand, { maxLength: 5 }), (rows) => {
      const terms = rows.map(({ qualifier, words, quoted }) => {
        const inside = { text: words, quoted, span: nowhere };
        return qualifier === null
          ? ({ kind: "text", value: inside, span: nowhere } as const)
          : ({ kind: "qualified", qualifier, value: inside, span: nowhere } as const);
      });
      const made: Query = { kind: "query", terms, span: nowhere };
      expect(namesOnly(reparsed(made))).toEqual(namesOnly(made));
    }),
    runs(2000),
  );
});

test("parse(print(q)) equals q except for spans, for every parsed text", {
  timeout: patience,
}, () => {
  fc.assert(
    fc.property(fc.oneof(plausible, source), (written) => {
      const parsed = parse(written, { limits: UNLIMITED });
      expect(withoutSpans(reparsed(parsed.query))).toEqual(withoutSpans(parsed.query));
    }),
    runs(1200),
  );
});

test("print is stable: printing what was printed changes nothing", { timeout: patience }, () => {
  fc.assert(
    fc.property(builtQuery, (built) => {
      expect(print(reparsed(built))).toBe(print(built));
    }),
    runs(1000),
  );
});

test("queries built from clean names are printed without errors", { timeout: patience }, () => {
  const clean = value.filter(
    (words) => words !== "" && !/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(words),
  );
  const built = fc.array(
    fc.oneof(
      clean.map((name) => term("type", name)),
      clean.map((name) => text(name)),
    ),
  );
  fc.assert(
    fc.property(built, (terms) => {
      expect(errorsOf(parse(print(query(terms))).diagnostics)).toEqual([]);
    }),
    runs(1500),
  );
});

test("compile(q) agrees with compile(print(q)), for every query that can be built", {
  timeout: patience,
}, () => {
  const options = { catalog: createCatalog({ shapes: [{ id: "1", name: "a" }] }), now: 0 };
  fc.assert(
    fc.property(anyQuery, (built) => {
      const direct = compile(built, options);
      const printed = compile(print(built), options);
      expect(direct.ok).toBe(printed.ok);
      if (!direct.ok || !printed.ok) return;
      expect(direct.filter_definition).toEqual(printed.filter_definition);
      expect(direct.unresolved).toEqual(printed.unresolved);
      expect(direct.scope_warnings).toEqual(printed.scope_warnings);
    }),
    runs(1500),
  );
});
