// The token set is total: every text has tokens, and neither lexer nor parser has errors of its own.

import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import type { Term } from "../../src/syntax/ast.ts";
import { CqlParser, createLexer, parseText, readText } from "../../src/syntax/parser.ts";
import { termToken, tokenTypes } from "../../src/syntax/tokens.ts";
import { isWhitespace } from "../../src/text/characters.ts";

const lexer = createLexer();

/** The kinds of term and the images of the tokens of a text: `Qualified «type:A »`. */
function tokensOf(text: string): readonly string[] {
  const { tokens, errors } = lexer.tokenize(text);
  expect(errors).toEqual([]);
  expect(tokens.every(({ tokenType }) => tokenType === termToken)).toBe(true);
  return tokens.map((token) => `${kindOf(token)} «${token.image}»`);
}

function kindOf({ payload }: { readonly payload?: Term }): string {
  if (payload === undefined) return "Nothing";
  return payload.kind === "qualified" ? "Qualified" : "Text";
}

/** In a function of its own, so that the caller's frame holds nothing of the tree. */
function firstTermOf(text: string): object {
  const [term] = parseText(text).terms;
  if (term === undefined) throw new Error("a term is needed");
  return term;
}

function collectGarbage(): void {
  setFlagsFromString("--expose_gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") Reflect.apply(collect, undefined, []);
}

describe("one token is one term, with the white space behind it", () => {
  test.each([
    { text: "", tokens: [] },
    { text: " \n\t", tokens: [] },
    { text: "type:A", tokens: ["Qualified «type:A»"] },
    { text: " type:A", tokens: ["Qualified «type:A»"] },
    { text: "type:A  x\n", tokens: ["Qualified «type:A  »", "Text «x\n»"] },
    { text: 'shape:"a b" "c d"', tokens: ['Qualified «shape:"a b" »', 'Text «"c d"»'] },
    { text: "type: A", tokens: ["Qualified «type: »", "Text «A»"] },
    { text: "source-shape:A", tokens: ["Qualified «source-shape:A»"] },
    { text: "source:a:b:c", tokens: ["Qualified «source:a:b:c»"] },
    { text: "foo:bar", tokens: ["Text «foo:bar»"] },
    { text: "Type:A", tokens: ["Text «Type:A»"] },
    { text: "typ", tokens: ["Text «typ»"] },
    { text: "type", tokens: ["Text «type»"] },
    { text: "types:A", tokens: ["Text «types:A»"] },
    { text: 'type:"a', tokens: ['Qualified «type:"a»'] },
    { text: 'type:"a"b', tokens: ['Qualified «type:"a"»', "Text «b»"] },
    { text: '"a""b"', tokens: ['Text «"a"»', 'Text «"b"»'] },
    { text: ":", tokens: ["Text «:»"] },
    { text: "type:\u00a0A", tokens: ["Qualified «type:\u00a0»", "Text «A»"] },
  ])("$text", ({ text, tokens }) => {
    expect(tokensOf(text)).toEqual(tokens);
  });
});

describe("whatever the first character is", () => {
  const units = Array.from({ length: 65_536 }, (_, unit) => unit);
  const expected = (unit: number): string =>
    isWhitespace(unit) ? "Text" : unit === 116 ? "Qualified" : "Text";

  test("it makes a token of the right kind, and no error", () => {
    const wrong = units.filter((unit) => {
      const { tokens, errors, groups } = lexer.tokenize(`${String.fromCharCode(unit)}ype:A`);
      const skipped = Object.keys(groups).length;
      return (
        errors.length > 0 || skipped > 0 || tokens.length !== 1 || kindOf(tokens[0] ?? {}) !== expected(unit)
      );
    });
    expect(wrong).toEqual([]);
  });

  test("it is the whole text of a term, unless it is white space", () => {
    const wrong = units.filter((unit) => {
      const { tokens, errors } = lexer.tokenize(String.fromCharCode(unit));
      return errors.length > 0 || tokens.length !== (isWhitespace(unit) ? 0 : 1);
    });
    expect(wrong).toEqual([]);
  });

  test("a qualifier behind it is found exactly behind white space", () => {
    const wrong = units.filter((unit) => {
      const { tokens, errors } = lexer.tokenize(`${String.fromCharCode(unit)}sort:A`);
      const kind = isWhitespace(unit) ? "Qualified" : "Text";
      return errors.length > 0 || tokens.length !== 1 || kindOf(tokens[0] ?? {}) !== kind;
    });
    expect(wrong).toEqual([]);
  });

  test("behind a term it separates exactly if it is white space", () => {
    const wrong = units.filter((unit) => {
      const { tokens, errors } = lexer.tokenize(`a${String.fromCharCode(unit)}b`);
      return errors.length > 0 || tokens.length !== (isWhitespace(unit) ? 2 : 1);
    });
    expect(wrong).toEqual([]);
  });

  test("a pair of surrogates is part of a word", () => {
    expect(tokensOf("😀type:A 😀")).toEqual(["Text «😀type:A »", "Text «😀»"]);
  });
});

describe("Chevrotain has nothing to complain about", () => {
  test("in the tokens", () => {
    const validated = createLexer(true);
    expect(validated.lexerDefinitionErrors).toEqual([]);
    expect(validated.tokenize("type:A x").tokens).toHaveLength(2);
  });

  test("in the grammar", () => {
    const parser = new CqlParser(true);
    parser.input = createLexer(true).tokenize("type:A x").tokens;
    expect(parser.query()).toHaveLength(2);
    expect(parser.errors).toEqual([]);
  });

  test("and the rules bear the names of the productions", () => {
    expect(Object.keys(new CqlParser(true).getGAstProductions())).toEqual(["query"]);
    expect(tokenTypes.map(({ name }) => name)).toEqual(["Term", "Whitespace"]);
  });
});

describe("the parser", () => {
  test("finds the terms to judge of each text anew", () => {
    const texts = [
      { text: "type:A x", doubtful: [] },
      { text: "x Type:A", doubtful: [1] },
      { text: "type:A", doubtful: [] },
      { text: 'type:"A"b type:', doubtful: [1, 2] },
      { text: "a\u200b b", doubtful: [0] },
      { text: 'type:"A" "b', doubtful: [1] },
      { text: "", doubtful: [] },
      { text: 'type:"A" b', doubtful: [] },
    ];
    for (const { text, doubtful } of texts) expect(readText(text).doubtful).toEqual(doubtful);
  });

  test("reports no error for any tokens", () => {
    const parser = new CqlParser();
    for (const text of ["", "type:", '"', 'type:"', "a b c", ":::", "\ud800"]) {
      parser.input = createLexer().tokenize(text).tokens;
      parser.query();
      expect(parser.errors).toEqual([]);
    }
  });

  test("releases its input", async () => {
    const term = new WeakRef(firstTermOf("type:A"));
    // What a WeakRef was made of lives on to the end of the turn.
    await setTimeout(0);
    collectGarbage();
    expect(term.deref()).toBeUndefined();
  });

  test("makes a tree of its own for every text", () => {
    const [first, second] = [parseText("type:A"), parseText("type:A")];
    expect(first).toEqual(second);
    expect(first).not.toBe(second);
    expect(first.terms[0]).not.toBe(second.terms[0]);
  });

  test("has the whole text as the span of the query", () => {
    expect(parseText("  type:A  ").span).toEqual({ start: 0, end: 10 });
  });
});
