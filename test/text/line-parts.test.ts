// Tests spans that are cut where lines end.

import { expect, test } from "vitest";
import { lineMap } from "../../src/index.ts";
import { partInLine, partsByLine, without } from "../../src/text/line-parts.ts";

test.each([
  { text: "abcd", offset: 2, part: "bc" },
  { text: "a|bc\nde|f", offset: 2, part: "bc" },
  { text: "a|bc\nde|f", offset: 5, part: "de" },
  { text: "a|bc\r\n\r\nde|f", offset: 5, part: "" },
  { text: "a|bc\r\nde|f", offset: 6, part: "de" },
])("the part of $text in the line of $offset is $part", ({ text, offset, part }) => {
  const { plain, span } = marked(text);
  const { start, end } = partInLine(lineMap(plain), span, offset);
  expect(plain.slice(start, end)).toBe(part);
});

test.each([
  { text: "a|bc|d", parts: ["bc"] },
  { text: "a|bc\nde|f", parts: ["bc", "de"] },
  { text: "|a\r\n\r\nb\rc|", parts: ["a", "b", "c"] },
  { text: "a|\n|b", parts: [] },
  { text: "a||b", parts: [] },
])("the parts of $text are $parts", ({ text, parts }) => {
  const { plain, span } = marked(text);
  const found = partsByLine(lineMap(plain), span);
  expect(found.map(({ start, end }) => plain.slice(start, end))).toEqual(parts);
});

test.each([
  [
    { start: 2, end: 4 },
    [
      { start: 0, end: 2 },
      { start: 4, end: 6 },
    ],
  ],
  [{ start: 0, end: 4 }, [{ start: 4, end: 6 }]],
  [{ start: 2, end: 6 }, [{ start: 0, end: 2 }]],
  [{ start: 0, end: 6 }, []],
])("a span without %j is %j", (part, rest) => {
  expect(without({ start: 0, end: 6 }, part)).toEqual(rest);
});

/** The span is between two bars, or from 1 to 3. */
function marked(text: string): { readonly plain: string; readonly span: { start: number; end: number } } {
  const start = text.indexOf("|");
  if (start < 0) return { plain: text, span: { start: 1, end: 3 } };
  return { plain: text.replaceAll("|", ""), span: { start, end: text.lastIndexOf("|") - 1 } };
}
