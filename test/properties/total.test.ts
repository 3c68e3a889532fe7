// Tests that no input throws, whatever the text, the query, the body, or the numbers.

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyFix,
  compile,
  compileSlice,
  cql,
  createCatalog,
  explain,
  filterOf,
  lineMap,
  namesIn,
  parse,
  print,
  queryOf,
  renderDiagnostic,
  resolveDate,
  validate,
} from "../../src/index.ts";
import { anyClock, anyQuery, anyString, catalogData, source, value, world } from "../support/arbitraries.ts";
import { errorsOf } from "../support/compare.ts";
import { everything } from "../support/everything.ts";
import { patience, runs } from "../support/runs.ts";

test("no text throws, in any function that accepts one", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, ({ source: text, data, now }) => {
      everything(text, { catalog: createCatalog(data), now });
    }),
    runs(1200),
  );
});

test("no query throws, ill-formed strings included", { timeout: patience }, () => {
  fc.assert(
    fc.property(anyQuery, catalogData, anyClock, (built, data, now) => {
      const result = compile(built, { catalog: createCatalog(data), now });
      if (result.ok) explain(result);
      namesIn(built);
      queryOf(filterOf(built));
      parse(print(built));
    }),
    runs(800),
  );
});

test("no date expression throws, and a refused one has a reason", { timeout: patience }, () => {
  const digits = fc.constantFrom(..."0123456789dwmohy-+: T٧.".split(""));
  const expressions = fc.oneof(anyString, fc.string({ unit: digits, maxLength: 12 }));
  fc.assert(
    fc.property(expressions, anyClock, (expression, now) => {
      const resolved = resolveDate(expression, now);
      expect(resolveDate(expression, new Date(now))).toEqual(resolved);
      if (resolved.ok) {
        expect(Number.isSafeInteger(resolved.instant)).toBe(true);
        expect(resolved.instant).toBeGreaterThanOrEqual(Date.parse("0001-01-01T00:00:00.000Z"));
        expect(resolved.instant).toBeLessThanOrEqual(Date.parse("9999-12-31T23:59:59.999Z"));
      } else {
        expect(resolved.diagnostic.severity).toBe("error");
        expect(resolved.diagnostic.message).not.toBe("");
      }
    }),
    runs(2000),
  );
});

test("no slice body throws", { timeout: patience }, () => {
  const strings = fc.array(fc.oneof(value, fc.jsonValue()), { maxLength: 3 });
  const filter = fc.dictionary(
    fc.constantFrom("type", "shape", "source-shape", "after", "x", "__proto__"),
    strings,
  );
  const field = fc.oneof(fc.jsonValue(), source);
  const bodies = fc.oneof(
    fc.jsonValue(),
    fc.anything(),
    fc.record({ name: field, cql: field, filter: fc.oneof(filter, fc.jsonValue()) }, { requiredKeys: [] }),
    fc.record({ name: fc.string(), filter }),
  );
  fc.assert(
    fc.property(bodies, catalogData, (body, data) => {
      const result = compileSlice(body, { catalog: createCatalog(data), now: 0 });
      expect(errorsOf(result.diagnostics).length > 0).toBe(!result.ok);
    }),
    runs(1500),
  );
});

test("line maps convert in both directions", { timeout: patience }, () => {
  fc.assert(
    fc.property(fc.oneof(source, fc.string({ unit: fc.constantFrom("a", "\n", "🦊", "\t") })), (text) => {
      const map = lineMap(text);
      let line = 0;
      for (let offset = 0; offset <= text.length; offset += 1) {
        if (text[offset - 1] === "\r" && text[offset] === "\n") continue;
        const position = map.position(offset);
        expect(map.offset(position)).toBe(offset);
        expect(position.line).toBeGreaterThanOrEqual(line);
        line = position.line;
      }
      for (const offset of [-1, text.length + 1, Infinity]) map.position(offset);
      for (const at of [-1, 99]) map.offset({ line: at, character: at });
    }),
    runs(500),
  );
});

test("every diagnostic can be rendered, and every fix applied", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, ({ source: text, data, now }) => {
      for (const diagnostic of validate(text, { catalog: createCatalog(data), now })) {
        const rendered = renderDiagnostic(text, diagnostic);
        expect(rendered).toContain("^");
        expect(rendered).toContain(diagnostic.message);
        for (const fix of diagnostic.fixes ?? []) expect(typeof applyFix(text, fix)).toBe("string");
      }
    }),
    runs(800),
  );
});

test("the same input yields the same result, whatever was called in between", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, world, ({ source: text, data, now }, other) => {
      const options = { catalog: createCatalog(data), now };
      const first = JSON.stringify([compile(text, options), explain(text, options)]);
      everything(other.source, { catalog: createCatalog(other.data), now: other.now });
      const again = { catalog: createCatalog(data), now: new Date(now) };
      expect(JSON.stringify([compile(text, again), explain(text, again)])).toBe(first);
      expect(parse(cql`${text}`).query.terms.length).toBe(1);
    }),
    runs(300),
  );
});
