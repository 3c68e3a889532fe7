// Tests that nothing is lost: every term is in the filter, in `unresolved`, in `scope_warnings`, or in an error.

import fc from "fast-check";
import { expect, test } from "vitest";
import { compile, createCatalog, parse, resolveDate } from "../../src/index.ts";
import { world } from "../support/arbitraries.ts";
import { errorsOf, flat, UNLIMITED } from "../support/compare.ts";
import { patience, runs } from "../support/runs.ts";
import { scan } from "../support/scanner.ts";
import { type FieldPaths, isScope, modelOf } from "./support/model.ts";

/** Entities may have their fields in other places. */
const fields = fc.constantFrom<FieldPaths>({}, { source: "origin.id", date: "seen\\.at" });

test("nothing is lost: what compiles is exactly what the terms say", { timeout: patience }, () => {
  let compiledTexts = 0;
  fc.assert(
    fc.property(world, fields, ({ source, data, now }, given) => {
      const options = { catalog: createCatalog(data), now, limits: UNLIMITED, fields: given };
      const compiled = compile(source, options);
      if (!compiled.ok) return;
      compiledTexts += 1;
      const instantOf = (expression: string): number => {
        const resolved = resolveDate(expression, now);
        if (!resolved.ok) throw new Error(`compiled, but ${expression} is not a date`);
        return resolved.instant;
      };
      const model = modelOf(source, data, instantOf, given);
      expect(compiled.filter_definition).toEqual(model.filter_definition);
      expect(compiled.scope_warnings).toEqual(model.scope_warnings);
      expect(compiled.unresolved.shapes.toSorted()).toEqual(model.unresolved.shapes);
      expect(compiled.unresolved.sources.toSorted()).toEqual(model.unresolved.sources);
    }),
    runs(3000),
  );
  expect(compiledTexts).toBeGreaterThan(100);
});

test("nothing is lost: a refused text keeps its terms and has an error", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, ({ source, data, now }) => {
      const result = compile(source, { catalog: createCatalog(data), now });
      expect(flat(result.query)).toEqual(flat(parse(source).query));
      expect(errorsOf(result.diagnostics).length > 0).toBe(!result.ok);
    }),
    runs(1500),
  );
});

test("every term that does not affect membership is reported, with a particular report in place of the general one", {
  timeout: patience,
}, () => {
  fc.assert(
    fc.property(world, ({ source, data, now }) => {
      const result = compile(source, { catalog: createCatalog(data), now, limits: UNLIMITED });
      fc.pre(result.ok);
      const reports = result.diagnostics.filter((one) => one.code !== "no-membership");
      for (const { span } of scan(source).filter(isScope)) {
        // A word and the space after it are reported where a colon is missing between it and the term.
        const reaches = (end: number): boolean =>
          end > span.start || (end === span.start && /\s/u.test(source.charAt(end - 1)));
        const own = reports.filter((one) => one.span.start < span.end && reaches(one.span.end));
        const inside = own.filter((one) => one.span.start >= span.start && one.span.end <= span.end);
        const message = JSON.stringify([source.slice(span.start, span.end), own.map((one) => one.code)]);
        const general = inside.filter((one) => one.code === "free-text" || one.code === "scope-term");
        expect(own.length, message).toBeGreaterThan(0);
        expect(general.length === 0 || inside.length === 1, message).toBe(true);
      }
    }),
    runs(1500),
  );
});
