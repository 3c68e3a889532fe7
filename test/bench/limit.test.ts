// Holds the benchmark honest: the limit scanner makes the very tree that `parse` makes.
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { corpus, corpusNames } from "../../bench/corpus.ts";
import { limit } from "../../bench/limit.ts";
import { parse } from "../../src/index.ts";
import { parseText } from "../../src/syntax/parser.ts";

const limits = { maxLength: Number.POSITIVE_INFINITY, maxTerms: Number.POSITIVE_INFINITY };

describe("the limit makes the tree of parse", () => {
  test.each(corpusNames)("for every text of %s", (name) => {
    const wrong = corpus(name).texts.filter(
      (text) => !isDeepStrictEqual(limit(text), parse(text, { limits }).query),
    );
    expect(wrong.map((text) => text.slice(0, 200))).toEqual([]);
  });

  test.each([
    ["nothing", ""],
    ["white space", " \t\n\u00a0\u3000\ufeff"],
    ["an empty value", "type: shape:"],
    ["a quote that is never closed", 'type:"Person'],
    ["a backslash at the end", 'type:"Person\\'],
    ["terms that touch", '"a"b"c"'],
    ["two colons", "source:git:a"],
    ["a qualifier that begins another", "source-shape:a source:b sort:c s:d"],
    ["lone surrogates and controls", "type:\ud800\u0000 \udc00"],
  ])("for %s", (_, text) => {
    expect(limit(text)).toEqual(parseText(text));
  });

  test("for any text", () => {
    const parts = [
      "type:",
      "source",
      "-shape:",
      "a",
      ":",
      '"',
      "\\",
      " ",
      "\n",
      "é",
      "\u3000",
      "😀",
      "\ud83d",
    ];
    const texts = fc.array(fc.constantFrom(...parts), { maxLength: 20 }).map((each) => each.join(""));
    fc.assert(
      fc.property(texts, (text) => isDeepStrictEqual(limit(text), parseText(text))),
      { numRuns: 2000 },
    );
  });
});
