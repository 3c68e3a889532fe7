// Tests that the parser never reports an error of its own, and keeps nothing of a text.

import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CqlParser, createLexer, parseText } from "../../src/syntax/parser.ts";
import { source } from "../support/arbitraries.ts";
import { runs } from "../support/runs.ts";

test("Chevrotain finds nothing wrong with the grammar, and the rules are those of the grammar's file", () => {
  const parser = new CqlParser(true);
  expect(Object.keys(parser.getGAstProductions())).toEqual(["query", "term", "qualified", "value", "text"]);
});

test("the lexer and the parser report no error for any text", () => {
  const lexer = createLexer();
  const parser = new CqlParser();
  fc.assert(
    fc.property(source, (text) => {
      const { tokens, errors } = lexer.tokenize(text);
      parser.input = tokens;
      parser.query();
      expect([...errors, ...parser.errors]).toEqual([]);
    }),
    runs(2_000),
  );
});

test("a qualifier without a value keeps every term before it, and after", () => {
  const { terms } = parseText('type:A shape: "x" sort:');
  expect(terms.map(({ kind, value, span }) => [kind, value.text, value.quoted, span])).toEqual([
    ["qualified", "A", false, { start: 0, end: 6 }],
    ["qualified", "", false, { start: 7, end: 13 }],
    ["text", "x", true, { start: 14, end: 17 }],
    ["qualified", "", false, { start: 18, end: 23 }],
  ]);
});

test("the span of the query is the whole text", () => {
  expect(parseText("  type:A  ").span).toEqual({ start: 0, end: 10 });
});

test("every text gets its own tree", () => {
  const [first, second] = [parseText("type:A"), parseText("type:A")];
  expect(first).toEqual(second);
  expect(first).not.toBe(second);
  expect(first.terms[0]).not.toBe(second.terms[0]);
});

test("the parser releases its input", async () => {
  const term = new WeakRef(firstTermOf("type:A"));
  // What a WeakRef was made from lives on to the end of the turn.
  await setTimeout(0);
  collectGarbage();
  expect(term.deref()).toBeUndefined();
});

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
