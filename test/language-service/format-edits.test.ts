// Tests formatting as edits: they make the canonical spelling, and leave the rest unchanged.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createLanguageService } from "../../src/exports/language-service.ts";
import { format } from "../../src/index.ts";
import { editsBetween } from "../../src/language-service/edits.ts";
import { applyEdits } from "../../src/text/edits.ts";
import { source as anySource, anyString, plausible } from "../support/arbitraries.ts";
import { mark } from "../support/marked.ts";
import { patience, runs } from "../support/runs.ts";

const service = createLanguageService();

test.each([
  ["white space around", "  type:A  ", "‹  ›type:A‹  ›"],
  ["white space between", "type:A \n type:B", "type:A ‹\n ›type:B"],
  ["quotes that are not needed", 'type:"A" type:B', 'type:‹"A"› type:B'],
  ["quotes that are", 'type:"A b"', 'type:"A b"'],
  ["a text with errors, which stays", ' type:"A"  Type:B', ' type:"A"  Type:B'],
  ["free text, which stays", '"a"  b', '"a" ‹ ›b'],
])("formatting edits are right for %s", (_, text, expected) => {
  const edits = service.format(text);
  expect(applyEdits(text, edits)).toBe(format(text));
  expect(mark(text, ...edits.map(({ span }) => span))).toBe(expected);
});

test("edits make the canonical spelling, lie apart, and begin and end with what differs", {
  timeout: patience,
}, () => {
  fc.assert(
    fc.property(fc.oneof(plausible, anySource), (text) => {
      const edits = service.format(text);
      expect(applyEdits(text, edits)).toBe(format(text));
      for (const [at, { span, text: written }] of edits.entries()) {
        expect(span.start).toBeGreaterThanOrEqual(edits[at - 1]?.span.end ?? 0);
        const replaced = text.slice(span.start, span.end);
        expect(replaced).not.toBe(written);
        if (replaced !== "" && written !== "") expectMinimal(replaced, written);
      }
      expect(service.format(applyEdits(text, edits))).toEqual([]);
    }),
    runs(1000),
  );
});

test("the edit between two texts makes one of the other, is minimal, and never parts a surrogate pair", {
  timeout: patience,
}, () => {
  const foxes = fc.string({ unit: fc.constantFrom("🦊", "🦉", "a", "\ud83e", "\udd8a") });
  const texts = fc.oneof(anyString, foxes);
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const edits = editsBetween(before, after);
      expect(applyEdits(before, edits)).toBe(after);
      expect(edits.length).toBe(before === after ? 0 : 1);
      for (const { span, text } of edits) {
        if (before.isWellFormed() && after.isWellFormed()) {
          expect(
            text.isWellFormed() &&
              before.slice(0, span.start).isWellFormed() &&
              before.slice(span.end).isWellFormed(),
          ).toBe(true);
        }
        const replaced = before.slice(span.start, span.end);
        if (replaced !== "" && text !== "") expectMinimal(replaced, text);
      }
    }),
    runs(2000),
  );
});

/** Neither the first nor the last character is in both, but for half of a pair. */
function expectMinimal(replaced: string, written: string): void {
  const isHalf = (text: string, at: number): boolean => /[\ud800-\udfff]/u.test(text.charAt(at));
  const [last, end] = [replaced.length - 1, written.length - 1];
  expect(replaced.charAt(0) === written.charAt(0) && !isHalf(replaced, 0)).toBe(false);
  expect(replaced.charAt(last) === written.charAt(end) && !isHalf(replaced, last)).toBe(false);
}
