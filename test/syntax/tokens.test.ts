// Tests that the lexer is total: every text has tokens, in two modes, and it never reports an error of its own.

import { describe, expect, test } from "vitest";
import { createLexer } from "../../src/syntax/parser.ts";
import { isWhitespace } from "../../src/text/characters.ts";
import { qualifiers } from "../../src/vocabulary/qualifiers.ts";

const lexer = createLexer();

/** The names and the images of the tokens of a text: `type «type:»`. */
function tokensOf(text: string): readonly string[] {
  const { tokens, errors } = lexer.tokenize(text);
  expect(errors).toEqual([]);
  return tokens.map(({ tokenType, image }) => `${tokenType.name} «${image}»`);
}

describe("a qualifier with its colon is a token, and what follows is its value", () => {
  test.each([
    { text: "", tokens: [] },
    { text: " \n\t", tokens: [] },
    { text: "type:A", tokens: ["type «type:»", "Bare «A»"] },
    { text: " type:A", tokens: ["type «type:»", "Bare «A»"] },
    { text: "type:A  x\n", tokens: ["type «type:»", "Bare «A»", "Word «x»"] },
    { text: 'shape:"a b" "c d"', tokens: ["shape «shape:»", 'Quoted «"a b"»', 'Phrase «"c d"»'] },
    { text: "type: A", tokens: ["type «type:»", "Word «A»"] },
    { text: "type:\u00a0A", tokens: ["type «type:»", "Word «A»"] },
    { text: "type:", tokens: ["type «type:»"] },
    { text: "type: shape:", tokens: ["type «type:»", "shape «shape:»"] },
    { text: "type:type:A", tokens: ["type «type:»", "Bare «type:A»"] },
    { text: "source-shape:A", tokens: ["source-shape «source-shape:»", "Bare «A»"] },
    { text: "source:a:b:c", tokens: ["source «source:»", "Bare «a:b:c»"] },
    { text: "foo:bar", tokens: ["Word «foo:bar»"] },
    { text: "foo:type:bar", tokens: ["Word «foo:type:bar»"] },
    { text: "Type:A", tokens: ["Word «Type:A»"] },
    { text: "typ", tokens: ["Word «typ»"] },
    { text: "type", tokens: ["Word «type»"] },
    { text: "types:A", tokens: ["Word «types:A»"] },
    { text: 'type:"a', tokens: ["type «type:»", 'Quoted «"a»'] },
    { text: 'type:"a"b', tokens: ["type «type:»", 'Quoted «"a"»', "Word «b»"] },
    { text: 'type:"a"type:b', tokens: ["type «type:»", 'Quoted «"a"»', "type «type:»", "Bare «b»"] },
    { text: '"a""b"', tokens: ['Phrase «"a"»', 'Phrase «"b"»'] },
    { text: 'a"b"', tokens: ['Word «a"b"»'] },
    { text: '"a\\"b" c', tokens: ['Phrase «"a\\"b"»', "Word «c»"] },
    { text: '"a\\\\" c', tokens: ['Phrase «"a\\\\"»', "Word «c»"] },
    { text: '"\\', tokens: ['Phrase «"\\»'] },
    { text: ":", tokens: ["Word «:»"] },
    { text: "😀type:A 😀", tokens: ["Word «😀type:A»", "Word «😀»"] },
  ])("$text", ({ text, tokens }) => {
    expect(tokensOf(text)).toEqual(tokens);
  });

  test.each(qualifiers)("$word:", ({ word }) => {
    expect(tokensOf(`${word}:A ${word}:"A"`)).toEqual([
      `${word} «${word}:»`,
      "Bare «A»",
      `${word} «${word}:»`,
      'Quoted «"A"»',
    ]);
  });
});

describe("every character is read correctly", () => {
  const characters = Array.from({ length: 65_536 }, (_, unit) => String.fromCharCode(unit));
  const isSpace = (character: string): boolean => isWhitespace(character.charCodeAt(0));

  test.each([
    {
      where: "alone",
      write: (character: string) => character,
      tokens: (character: string) =>
        isSpace(character) ? [] : [character === '"' ? 'Phrase «"»' : `Word «${character}»`],
    },
    {
      where: "before a qualifier",
      write: (character: string) => `${character}sort:A`,
      tokens: (character: string) => {
        if (isSpace(character)) return ["sort «sort:»", "Bare «A»"];
        return [`${character === '"' ? "Phrase" : "Word"} «${character}sort:A»`];
      },
    },
    {
      where: "in place of a qualifier's first letter",
      write: (character: string) => `${character}ort:A`,
      tokens: (character: string) => {
        if (character === "s") return ["sort «sort:»", "Bare «A»"];
        if (isSpace(character)) return ["Word «ort:A»"];
        return [`${character === '"' ? "Phrase" : "Word"} «${character}ort:A»`];
      },
    },
    {
      where: "after a colon",
      write: (character: string) => `sort:${character}`,
      tokens: (character: string) => {
        if (isSpace(character)) return ["sort «sort:»"];
        return ["sort «sort:»", `${character === '"' ? "Quoted" : "Bare"} «${character}»`];
      },
    },
    {
      where: "in a word",
      write: (character: string) => `a${character}b`,
      tokens: (character: string) =>
        isSpace(character) ? ["Word «a»", "Word «b»"] : [`Word «a${character}b»`],
    },
  ])("$where", ({ write, tokens }) => {
    const wrong = characters.filter((character) => {
      const expected = tokens(character);
      const found = tokensOf(write(character));
      return found.length !== expected.length || found.some((each, index) => each !== expected[index]);
    });
    expect(wrong).toEqual([]);
  });
});

test("Chevrotain finds nothing wrong with the tokens", () => {
  expect(createLexer(true).lexerDefinitionErrors).toEqual([]);
});
