// Tests the `cql` tag: whatever is interpolated arrives as it was, and cannot become anything else.

import fc from "fast-check";
import { expect, test } from "vitest";
import { compile, cql, createCatalog, parse } from "../../src/index.ts";
import { value } from "../support/arbitraries.ts";
import { errorsOf, withoutSpans } from "../support/compare.ts";
import { patience, runs } from "../support/runs.ts";

test("interpolated values survive parse exactly", { timeout: patience }, () => {
  fc.assert(
    fc.property(value, value, value, (name, shape, words) => {
      const { query } = parse(cql`type:${name} shape:${shape} ${words} after:7d`);
      expect(withoutSpans(query)).toEqual([
        { kind: "qualified", qualifier: "type", text: name, quoted: true },
        { kind: "qualified", qualifier: "shape", text: shape, quoted: true },
        { kind: "text", text: words, quoted: true },
        { kind: "qualified", qualifier: "after", text: "7d", quoted: false },
      ]);
    }),
    runs(2000),
  );
});

test("an interpolated array becomes one term for each value", { timeout: patience }, () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), value, (names, source) => {
      const { query, diagnostics } = parse(cql`type:${names} source:${source}`);
      const types = names.map((text) => ({ kind: "qualified", qualifier: "type", text, quoted: true }));
      const last = { kind: "qualified", qualifier: "source", text: source, quoted: true };
      expect(withoutSpans(query)).toEqual([...types, last]);
      expect(diagnostics.map((one) => one.code)).not.toContain("missing-space");
    }),
    runs(1000),
  );
});

test("an empty interpolated array is refused and never widens", () => {
  const none: readonly string[] = [];
  const options = { catalog: createCatalog({}), now: 0 };
  expect(compile(cql`type:${none}`, options).ok).toBe(false);
  expect(compile(cql`type:${none} shape:a`, options).ok).toBe(false);
});

test("an interpolated date becomes that day", { timeout: patience }, () => {
  fc.assert(
    fc.property(fc.constantFrom("7d", "2026-01-01", "last-week", "today"), (when) => {
      const source = cql`after:${when}`;
      expect(errorsOf(parse(source).diagnostics)).toEqual([]);
      const options = { catalog: createCatalog({}), now: 0 };
      const tagged = compile(source, options);
      const plain = compile(`after:${when}`, options);
      expect(tagged.ok && plain.ok && tagged.filter_definition).toEqual(plain.ok && plain.filter_definition);
    }),
    runs(20),
  );
});
