// Tests that texts are split into passages: all of each text, once, at the ends of paragraphs and sentences.

import fc from "fast-check";
import { expect, test } from "vitest";
import { split } from "../../src/catalog/split.ts";

/** What texts are made of, so that long ones have every kind of end, or none. */
const words = [
  "a",
  "word",
  " ",
  "  ",
  "\n",
  "\n\n",
  ". ",
  "! ",
  "。",
  "語",
  "é",
  "😀",
  "𝒳",
  "\u200d",
  "x".repeat(300),
];
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...words), maxLength: 4000 }),
  fc.string({ unit: fc.constantFrom("😀", "語"), maxLength: 4000 }),
  fc.string({ unit: fc.constantFrom(" ", "\n"), maxLength: 4000 }),
);

test("passages have all of a text but white space, in its order, and none is too long", () => {
  const property = fc.property(text, (whole) => {
    let end = 0;
    for (const { first, past, text: part } of split(whole)) {
      expect(whole.slice(end, first).trim()).toBe("");
      expect(part).toBe(whole.slice(first, past));
      expect(part.trim()).toBe(part);
      expect(part.length).toBeGreaterThan(0);
      expect(part.length).toBeLessThanOrEqual(1200);
      expect(part.isWellFormed()).toBe(true);
      end = past;
    }
    expect(whole.slice(end).trim()).toBe("");
  });
  fc.assert(property, { numRuns: 200 });
});

const textsOf = (whole: string): readonly string[] => split(whole).map((each) => each.text);

test("a text is split at the end of a paragraph, else of a line, of a sentence, or of a word", () => {
  const [sentence, line] = ["She wrote it all down. ".repeat(20).trim(), "word ".repeat(100).trim()];
  expect(textsOf(`${sentence}\n${sentence}\n\n${sentence}`)).toEqual([`${sentence}\n${sentence}`, sentence]);
  expect(textsOf(`${line} ${line}\n${line}`)).toEqual([`${line} ${line}`, line]);
  expect(textsOf(`${line} end. ${line} ${line}`)).toEqual([`${line} end.`, `${line} ${line}`]);
  expect(textsOf(`${"語".repeat(700)}。${"語".repeat(700)}`)).toEqual([
    `${"語".repeat(700)}。`,
    "語".repeat(700),
  ]);
  for (const part of textsOf(line.repeat(9)))
    expect(line.repeat(9)).toMatch(new RegExp(`(?:^| )${part}(?: |$)`));
});

test("a passage is about a thousand characters long, and the last is no crumb", () => {
  const passages = split("It was written down. ".repeat(1000));
  const lengths = passages.map(({ first, past }) => past - first);
  expect(lengths.reduce((sum, length) => sum + length, 0) / lengths.length).toBeGreaterThan(900);
  for (let length = 1190; length < 1400; length += 7)
    for (const part of textsOf("it is ".repeat(240).slice(0, length)))
      expect(part.length).toBeGreaterThan(190);
});

test("a text without words of its own has no passage", () => {
  expect(split("")).toEqual([]);
  expect(split(" \n\t\u00a0 ")).toEqual([]);
});

test("a megabyte is split in a moment, whatever it is", () => {
  for (const unit of ["a", " ", "\n", "a. ", "😀", ".'", '."""" ']) {
    const whole = unit.repeat(1_000_000 / unit.length);
    const start = performance.now();
    split(whole);
    expect(performance.now() - start).toBeLessThan(500);
  }
});
