// Tests edits to a text, and spans.

import { expect, test } from "vitest";
import { applyEdits, type TextEdit } from "../../src/text/edits.ts";
import { coverSpans, shiftSpan } from "../../src/text/span.ts";
import { marked } from "../support/marked.ts";

/** Edits of the marked places, in source order: each becomes the text that stands for it. */
function edits(source: string, ...texts: readonly string[]): readonly TextEdit[] {
  return marked(source).spans.map((span, index) => ({ span, text: texts[index] ?? "" }));
}

test.each([
  { name: "a replacement", source: "a ‹b› c", texts: ["x"], result: "a x c" },
  { name: "a longer replacement", source: "a ‹b› c", texts: ["long"], result: "a long c" },
  { name: "a deletion", source: "a‹ b› c", texts: [""], result: "a c" },
  { name: "an insertion", source: "a‹›b", texts: [" "], result: "a b" },
  { name: "an insertion at the start", source: "‹›ab", texts: ["x"], result: "xab" },
  { name: "an insertion at the end", source: "ab‹›", texts: ["x"], result: "abx" },
  { name: "all of the text", source: "‹ab›", texts: ["x"], result: "x" },
  { name: "an insertion into nothing", source: "‹›", texts: ["x"], result: "x" },
  { name: "several", source: "‹a› ‹b› ‹c›", texts: ["1", "", "333"], result: "1  333" },
  { name: "neighbours", source: "‹a›‹b›", texts: ["1", "2"], result: "12" },
  { name: "none", source: "abc", texts: [], result: "abc" },
])("edits are applied: $name", ({ source, texts, result }) => {
  expect(applyEdits(marked(source).text, edits(source, ...texts))).toBe(result);
});

test("the order of the edits does not matter", () => {
  const source = "‹a› ‹b› ‹c›";
  const given = edits(source, "1", "2", "3");
  expect(applyEdits("a b c", given.toReversed())).toBe("1 2 3");
});

test("an edit that overlaps an earlier one is left out", () => {
  const [all, part] = edits("‹a ‹b› c›", "x", "y");
  expect(
    applyEdits(
      "a b c",
      [part, all].flatMap((edit) => edit ?? []),
    ),
  ).toBe("x");
});

test("an insertion where a replacement begins comes before it", () => {
  const replacement: TextEdit = { span: { start: 1, end: 2 }, text: "X" };
  const insertion: TextEdit = { span: { start: 1, end: 1 }, text: "-" };
  expect(applyEdits("abc", [replacement, insertion])).toBe("a-Xc");
});

test("edits past the end of the text append", () => {
  expect(applyEdits("ab", [{ span: { start: 5, end: 9 }, text: "x" }])).toBe("abx");
});

test("a span is shifted", () => {
  expect(shiftSpan({ start: 2, end: 5 }, 3)).toEqual({ start: 5, end: 8 });
  expect(shiftSpan({ start: 2, end: 5 }, -2)).toEqual({ start: 0, end: 3 });
});

test("two spans are covered by one, whichever is first", () => {
  expect(coverSpans({ start: 2, end: 5 }, { start: 7, end: 9 })).toEqual({ start: 2, end: 9 });
  expect(coverSpans({ start: 7, end: 9 }, { start: 2, end: 5 })).toEqual({ start: 2, end: 9 });
  expect(coverSpans({ start: 0, end: 9 }, { start: 2, end: 5 })).toEqual({ start: 0, end: 9 });
});
