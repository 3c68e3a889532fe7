// Tests what is selected around a cursor, wider at each step.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLanguageService } from "../../src/exports/language-service.ts";
import { source as anySource } from "../support/arbitraries.ts";
import { patience, runs } from "../support/runs.ts";
import { cursorIn } from "./support/offers.ts";

const service = createLanguageService();

/** A text with the cursor, and what is selected at each step but the last, which is the whole text. */
function check(rows: Readonly<Record<string, readonly [source: string, ...steps: readonly string[]]>>): void {
  test.each(Object.entries(rows))("%s", (_, [source, ...steps]) => {
    const { text, offset } = cursorIn(source);
    const selected = service.selectionRanges(text, offset).map(({ start, end }) => text.slice(start, end));
    expect(selected).toEqual([...steps, text]);
  });
}

describe("the selection is extended", () => {
  check({
    "from a value to its term": ["type:A|a x", "Aa", "type:Aa"],
    "from within quotes to the quotes": ['shape:"a| b" x', "a b", '"a b"', 'shape:"a b"'],
    "from within empty quotes": ['shape:"|" x', "", '""', 'shape:""'],
    "from within open quotes": ['type:A shape:"a|b', "ab", '"ab', 'shape:"ab'],
    "from the quotes": ['shape:|"a b" x', '"a b"', 'shape:"a b"'],
    "from the qualifier to the term": ["ty|pe:A x", "type", "type:A"],
    "from the colon to the term": ["type|:A x", "type", "type:A"],
    "to neighbours of the same qualifier": [
      "x type:A type:|B type:C source:d",
      "B",
      "type:B",
      "type:A type:B type:C",
    ],
    "to no term of it after another": ["type:|A x type:B", "A", "type:A"],
    "from free text to its neighbours": ["a |b type:A", "b", "a b"],
    "from between terms to all": ["a  |  b"],
    "from a text of one term to nothing wider": ["fo|o"],
    "from an empty text": ["|"],
  });
});

test("each selection is wider than the one before and has the cursor in it, and the last is the whole text", {
  timeout: patience,
}, () => {
  fc.assert(
    fc.property(anySource, (text) => {
      for (let offset = 0; offset <= text.length; offset++) {
        const spans = service.selectionRanges(text, offset);
        expect(spans.at(-1)).toEqual({ start: 0, end: text.length });
        for (const [index, { start, end }] of spans.entries()) {
          const narrower = spans[index - 1] ?? { start: offset, end: offset };
          expect(start <= narrower.start && narrower.end <= end).toBe(true);
          if (index > 0) expect(end - start).toBeGreaterThan(narrower.end - narrower.start);
        }
      }
    }),
    runs(400),
  );
});
