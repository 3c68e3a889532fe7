// Tests converting offsets to lines and characters, and back.

import { expect, test } from "vitest";
import { lineMap } from "../../src/index.ts";

/** Says for every offset of a text which `line:character` it has. */
function check(text: string, ...expected: readonly string[]): void {
  const map = lineMap(text);
  const offsets = Array.from({ length: text.length + 1 }, (_, offset) => offset);
  const positions = offsets.map((offset) => map.position(offset));
  expect(positions.map(({ line, character }) => `${line}:${character}`)).toEqual(expected);
}

/** Says for which offsets the way to the position and back leads elsewhere. */
function lostOn(text: string): readonly number[] {
  const map = lineMap(text);
  const offsets = Array.from({ length: text.length + 1 }, (_, offset) => offset);
  return offsets.filter((offset) => map.offset(map.position(offset)) !== offset);
}

test("an empty text has one line without characters", () => {
  check("", "0:0");
});

test("a text without line breaks is one line", () => {
  check("abc", "0:0", "0:1", "0:2", "0:3");
});

test.each([
  { name: "line feed", text: "a\nb", expected: ["0:0", "0:1", "1:0", "1:1"] },
  { name: "carriage return", text: "a\rb", expected: ["0:0", "0:1", "1:0", "1:1"] },
  { name: "carriage return and line feed", text: "a\r\nb", expected: ["0:0", "0:1", "0:2", "1:0", "1:1"] },
  {
    name: "line feed and carriage return, which are two",
    text: "a\n\rb",
    expected: ["0:0", "0:1", "1:0", "2:0", "2:1"],
  },
  { name: "line break at the end", text: "a\n", expected: ["0:0", "0:1", "1:0"] },
  { name: "line break at the start", text: "\na", expected: ["0:0", "1:0", "1:1"] },
  { name: "two line breaks", text: "\n\n", expected: ["0:0", "1:0", "2:0"] },
])("a line ends at a $name", ({ text, expected }) => {
  check(text, ...expected);
});

test("other separators do not end a line", () => {
  check("a\u2028\u0085\u000bb", "0:0", "0:1", "0:2", "0:3", "0:4", "0:5");
});

test("a character is a UTF-16 code unit", () => {
  check("😀a", "0:0", "0:1", "0:2", "0:3");
});

test.each([
  { offset: -1, expected: { line: 0, character: 0 } },
  { offset: Number.NEGATIVE_INFINITY, expected: { line: 0, character: 0 } },
  { offset: Number.NaN, expected: { line: 0, character: 0 } },
  { offset: 1.9, expected: { line: 0, character: 1 } },
  { offset: 6, expected: { line: 1, character: 2 } },
  { offset: 7, expected: { line: 1, character: 2 } },
  { offset: Number.POSITIVE_INFINITY, expected: { line: 1, character: 2 } },
])("the offset $offset counts as one within the text", ({ offset, expected }) => {
  expect(lineMap("abc\nde").position(offset)).toEqual(expected);
});

test.each([
  { name: "the start", line: 0, character: 0, offset: 0 },
  { name: "the second line", line: 1, character: 1, offset: 6 },
  { name: "the end of a line", line: 0, character: 3, offset: 3 },
  { name: "past the end of a line", line: 0, character: 4, offset: 3 },
  { name: "far past the end of a line", line: 0, character: Number.MAX_SAFE_INTEGER, offset: 3 },
  { name: "past the end of the last line", line: 1, character: 9, offset: 7 },
  { name: "past the last line", line: 2, character: 0, offset: 7 },
  { name: "far past the last line", line: 1e9, character: 5, offset: 7 },
  { name: "before the first line", line: -1, character: 2, offset: 0 },
  { name: "before a line", line: 1, character: -1, offset: 5 },
  { name: "a fraction of a line", line: 1.5, character: 0, offset: 5 },
  { name: "a fraction of a character", line: 1, character: 1.5, offset: 6 },
  { name: "a line that is no number", line: Number.NaN, character: 1, offset: 0 },
  { name: "a character that is no number", line: 1, character: Number.NaN, offset: 5 },
  { name: "no number at all", line: Number.NaN, character: Number.NaN, offset: 0 },
])("the position of $name has an offset", ({ line, character, offset }) => {
  expect(lineMap("abc\r\nde").offset({ line, character })).toBe(offset);
});

test("a line ends before its line break, whichever it is", () => {
  const end = { line: 0, character: 99 };
  expect(["ab\nc", "ab\rc", "ab\r\nc", "ab"].map((text) => lineMap(text).offset(end))).toEqual([2, 2, 2, 2]);
});

test("an empty line between line breaks begins and ends at once", () => {
  expect(lineMap("a\n\nb").offset({ line: 1, character: 5 })).toBe(2);
  expect(lineMap("a\r\n\r\nb").offset({ line: 1, character: 5 })).toBe(3);
});

test("every offset leads to its position and back, but for the middle of a line break", () => {
  expect(lostOn("type:A\ntype:B\rtype:C\n\n")).toEqual([]);
  expect(lostOn("a\r\nb\r\n")).toEqual([2, 5]);
});

test("a hundred thousand lines are found as fast as one", () => {
  const map = lineMap("type:A\n".repeat(100_000));
  for (let line = 0; line < 100_000; line += 7) {
    expect(map.position(7 * line + 3)).toEqual({ line, character: 3 });
    expect(map.offset({ line, character: 3 })).toBe(7 * line + 3);
  }
});
