// Tests that every character is in exactly one term, spans are exact, and the oracle scanner finds the same terms.

import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "../../src/index.ts";
import { plausible, source } from "../support/arbitraries.ts";
import { disagreement, errorsOf, UNLIMITED } from "../support/compare.ts";
import { MEMBERSHIP } from "../support/qualifiers.ts";
import { patience, runs } from "../support/runs.ts";
import { scan } from "../support/scanner.ts";

const texts = fc.oneof(source, plausible);

test("every non-whitespace character is in exactly one term, in source order", { timeout: patience }, () => {
  fc.assert(
    fc.property(texts, (text) => {
      let end = 0;
      for (const { span } of parse(text).query.terms) {
        expect(text.slice(end, span.start)).not.toMatch(/\S/);
        expect(span.start).toBeGreaterThanOrEqual(end);
        expect(span.end).toBeGreaterThan(span.start);
        end = span.end;
      }
      expect(text.slice(end)).not.toMatch(/\S/);
    }),
    runs(1500),
  );
});

test("spans are exact: qualifier, value and quotes are where they say", { timeout: patience }, () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { query } = parse(text);
      for (const { span, value, ...head } of query.terms) {
        const written = text.slice(value.span.start, value.span.end);
        const prefix = head.kind === "qualified" ? `${head.qualifier}:` : "";
        expect(text.slice(span.start, span.end)).toBe(prefix + written);
        expect(value.span.end).toBe(span.end);
        expect(written.startsWith('"')).toBe(value.quoted);
        if (!value.quoted) expect(value.text).toBe(written);
        expect(query.span.start).toBeLessThanOrEqual(span.start);
        expect(query.span.end).toBeGreaterThanOrEqual(span.end);
      }
      expect(query.span).toEqual({ start: 0, end: text.length });
    }),
    runs(1500),
  );
});

test("the scanner agrees with the parser on arbitrary strings", { timeout: patience }, () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(disagreement(scan, text)).toBeNull();
    }),
    runs(4000),
  );
});

test("a text that cannot be split with certainty has an error", { timeout: patience }, () => {
  fc.assert(
    fc.property(texts, (text) => {
      const terms = scan(text);
      const adjacent = terms.some(
        (term, index) => index > 0 && terms[index - 1]?.span.end === term.span.start,
      );
      const open = terms.some((term) => term.unterminated === true);
      fc.pre(adjacent || open);
      expect(errorsOf(parse(text, { limits: UNLIMITED }).diagnostics)).not.toEqual([]);
    }),
    runs(600),
  );
});

test("a membership term without a name is an error", { timeout: patience }, () => {
  fc.assert(
    fc.property(texts, (text) => {
      const nameless = scan(text).some(
        (term) => term.text === "" && MEMBERSHIP.some((word) => word === term.qualifier),
      );
      fc.pre(nameless);
      expect(errorsOf(parse(text, { limits: UNLIMITED }).diagnostics)).not.toEqual([]);
    }),
    runs(300),
  );
});
