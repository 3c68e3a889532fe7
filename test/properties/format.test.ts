// Tests formatting: once is enough, nothing changes its meaning, and a text with errors stays as it is.

import fc from "fast-check";
import { expect, test } from "vitest";
import { compile, createCatalog, format, parse, validate } from "../../src/index.ts";
import { plausible, source, world } from "../support/arbitraries.ts";
import { codesOf, errorsOf, namesOnly, UNLIMITED } from "../support/compare.ts";
import { patience, runs } from "../support/runs.ts";

const texts = fc.oneof(plausible, source);
const now = Date.parse("2026-11-20T10:10:41.123Z");
const right = texts.filter((text) => errorsOf(validate(text, { now })).length === 0);

test("format is idempotent", { timeout: patience }, () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(format(format(text))).toBe(format(text));
    }),
    runs(2000),
  );
});

test("format keeps compile's result", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, ({ source: text, data, now }) => {
      const options = { catalog: createCatalog(data), now, limits: UNLIMITED };
      const before = compile(text, options);
      const after = compile(format(text), options);
      expect(after.ok).toBe(before.ok);
      if (!before.ok || !after.ok) return;
      expect(after.filter_definition).toEqual(before.filter_definition);
      expect(after.unresolved).toEqual(before.unresolved);
      expect(after.scope_warnings).toEqual(before.scope_warnings);
    }),
    runs(2000),
  );
});

test("format introduces no diagnostic", { timeout: patience }, () => {
  fc.assert(
    fc.property(world, ({ source: text, data, now }) => {
      const options = { catalog: createCatalog(data), now, limits: UNLIMITED };
      const before = codesOf(compile(text, options).diagnostics);
      const after = codesOf(compile(format(text), options).diagnostics);
      expect(after.filter((code) => !before.includes(code))).toEqual([]);
    }),
    runs(1500),
  );
});

test("format leaves a text with errors as it is", { timeout: patience }, () => {
  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(errorsOf(parse(text).diagnostics).length > 0);
      expect(format(text)).toBe(text);
    }),
    runs(800),
  );
});

test("format changes spacing and quotes only, and puts one space between terms", {
  timeout: patience,
}, () => {
  fc.assert(
    fc.property(right, (text) => {
      const formatted = format(text);
      const { query } = parse(formatted);
      expect(namesOnly(query)).toEqual(namesOnly(parse(text).query));
      const written = query.terms.map(({ span }) => formatted.slice(span.start, span.end));
      expect(formatted).toBe(written.join(" "));
    }),
    runs(1000),
  );
});
