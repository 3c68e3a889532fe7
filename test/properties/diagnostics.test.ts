// Tests that diagnostics are in place, in order, within the limit, and the same whichever function is asked.

import fc from "fast-check";
import { expect, test } from "vitest";
import { compile, createCatalog, parse, validate } from "../../src/index.ts";
import { world } from "../support/arbitraries.ts";
import { errorsOf, UNLIMITED } from "../support/compare.ts";
import { patience, runs } from "../support/runs.ts";

test("spans of diagnostics, of what is related and of edits lie within the text", {
  timeout: patience,
}, () => {
  fc.assert(
    fc.property(world, ({ source, data, now }) => {
      const found = validate(source, { catalog: createCatalog(data), now, limits: UNLIMITED });
      for (const { span, related = [], fixes = [], code } of found) {
        const edits = fixes.flatMap((fix) => fix.edits);
        for (const { start, end } of [
          span,
          ...related.map((one) => one.span),
          ...edits.map((one) => one.span),
        ]) {
          const inside = Number.isInteger(start) && 0 <= start && start <= end && end <= source.length;
          expect(inside, `${code} ${start}..${end} of ${source.length}`).toBe(true);
        }
      }
    }),
    runs(1500),
  );
});

test("diagnostics are sorted by position", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, ({ source, data, now }) => {
      const options = { catalog: createCatalog(data), now };
      for (const list of [
        parse(source).diagnostics,
        validate(source, options),
        compile(source, options).diagnostics,
      ]) {
        const starts = list.map((one) => one.span.start);
        expect(starts).toEqual(starts.toSorted((a, b) => a - b));
      }
    }),
    runs(1000),
  );
});

test("validate reports the same as compile", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, ({ source, data, now }) => {
      const options = { catalog: createCatalog(data), now };
      expect(validate(source, options)).toEqual(compile(source, options).diagnostics);
    }),
    runs(800),
  );
});

test("every error of parse is an error of compile", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, ({ source, data, now }) => {
      const parsed = errorsOf(parse(source, { limits: UNLIMITED }).diagnostics);
      const compiled = compile(source, { catalog: createCatalog(data), now, limits: UNLIMITED });
      const places = compiled.diagnostics.map((one) => `${one.code} ${one.span.start}`);
      for (const one of parsed) expect(places).toContain(`${one.code} ${one.span.start}`);
      if (parsed.length > 0) expect(compiled.ok).toBe(false);
    }),
    runs(800),
  );
});

test("maxDiagnostics is respected, and a refusal still has a reason", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, fc.integer({ min: 1, max: 4 }), ({ source, data, now }, maxDiagnostics) => {
      const options = { catalog: createCatalog(data), now };
      const full = compile(source, { ...options, limits: UNLIMITED });
      const cut = compile(source, { ...options, limits: { maxDiagnostics } });
      expect(cut.ok).toBe(full.ok);
      expect(cut.diagnostics.length).toBeLessThanOrEqual(maxDiagnostics);
      expect(errorsOf(cut.diagnostics).length > 0).toBe(!full.ok);
      expect(validate(source, { ...options, limits: { maxDiagnostics } }).length).toBeLessThanOrEqual(
        maxDiagnostics,
      );
      expect(parse(source, { limits: { maxDiagnostics } }).diagnostics.length).toBeLessThanOrEqual(
        maxDiagnostics,
      );
    }),
    runs(1200),
  );
});

test("the limits on length and terms answer with one error", { timeout: patience }, () => {
  fc.assert(
    fc.property(
      world,
      fc.nat({ max: 12 }),
      fc.nat({ max: 3 }),
      ({ source, data, now }, maxLength, maxTerms) => {
        const limits = { maxLength, maxTerms };
        const result = compile(source, { catalog: createCatalog(data), now, limits });
        const terms = parse(source, { limits: UNLIMITED }).query.terms.length;
        const code = source.length > maxLength ? "too-long" : terms > maxTerms ? "too-many-terms" : null;
        if (code === null) return;
        expect(result.ok).toBe(false);
        expect(errorsOf(result.diagnostics).map((one) => one.code)).toEqual([code]);
      },
    ),
    runs(800),
  );
});

test("compile(parse(text).query) agrees with compile(text)", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, ({ source, data, now }) => {
      const options = { catalog: createCatalog(data), now };
      const direct = compile(source, options);
      const parsed = compile(parse(source).query, options);
      expect(parsed.ok).toBe(direct.ok);
      expect(parsed.ok && parsed.filter_definition).toEqual(direct.ok && direct.filter_definition);
      expect(parsed.ok && parsed.scope_warnings).toEqual(direct.ok && direct.scope_warnings);
      expect(parsed.ok && parsed.unresolved).toEqual(direct.ok && direct.unresolved);
    }),
    runs(1500),
  );
});

test("every diagnostic says something, has a page, and is plain data", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, ({ source, data, now }) => {
      for (const one of validate(source, { catalog: createCatalog(data), now })) {
        expect(one.message.trim()).not.toBe("");
        expect(one.href).toContain(one.code);
        expect(["error", "warning", "information", "hint"]).toContain(one.severity);
        expect(JSON.parse(JSON.stringify(one))).toEqual(one);
      }
    }),
    runs(500),
  );
});
