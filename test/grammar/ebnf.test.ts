// Tests the normative grammar against the parser: the same terms and values in every text.

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type EbnfExpression, type Production, parseEbnf } from "../../scripts/generate/ebnf.ts";
import { withQualifiers } from "../../scripts/generate/ebnf-qualifiers.ts";
import { rulesOf } from "../../scripts/generate/parser-rules.ts";
import { serializedGrammarOf } from "../../scripts/generate/serialized-grammar.ts";
import { parse, type Term } from "../../src/index.ts";
import { CqlParser } from "../../src/syntax/parser.ts";
import { parserTokens } from "../../src/syntax/tokens.ts";
import { qualifiers } from "../../src/vocabulary/qualifiers.ts";
import { source } from "../support/arbitraries.ts";
import { patience, runs } from "../support/runs.ts";
import { sequences } from "../support/sequences.ts";
import { type Derivation, derivationsOf, type InWords, recogniserOf } from "./support/ebnf-recogniser.ts";

const text = readFileSync(new URL("../../grammar/cql.ebnf", import.meta.url), "utf8");
const productions: readonly Production[] = parseEbnf(text);

const one = (matches: (character: string) => boolean) => (text: string, at: number) =>
  at < text.length && matches(text.charAt(at)) ? at + 1 : undefined;
const inWords: InWords = new Map([
  ["any character", one(() => true)],
  ["a character that matches \\s in ECMAScript", one((character) => /\s/.test(character))],
  ["the end of the text", (text: string, at: number) => (at === text.length ? at : undefined)],
]);
const recognise = recogniserOf(productions, inWords);

test("the rules of the parser are the productions of the same names, except for white space", () => {
  const rules = rulesOf(serializedGrammarOf(new CqlParser()));
  expect([...rules.keys()]).toEqual(["query", "term", "qualified", "value", "text"]);
  for (const [name, rule] of rules)
    expect(withoutWhitespace(expressionNamed(name)), name).toEqual(withoutWhitespace(rule));
});

test("every token that reaches the parser is a production", () => {
  const named = productions.map(({ name }) => name);
  const words = new Set<string>(qualifiers.map(({ word }) => word));
  const tokens = parserTokens.map(({ name }) => name).filter((name) => !words.has(name));
  expect(named).toEqual(expect.arrayContaining(tokens.map((name) => name.toLowerCase())));
});

test("every production is defined once, and used", () => {
  const named = productions.map(({ name }) => name);
  const used = [...text.replaceAll(/\(\*[^]*?\*\)|\?[^?]*\?|"[^"]*"|'[^']*'/g, "").matchAll(/[a-z]+/g)].map(
    String,
  );
  expect(new Set(named).size).toBe(named.length);
  expect(named.filter((name) => name !== "query" && used.indexOf(name) === used.lastIndexOf(name))).toEqual(
    [],
  );
  expect(used.filter((name) => !named.includes(name))).toEqual([]);
});

test("the qualifiers of the grammar are those of the vocabulary", () => {
  const advice = "grammar/cql.ebnf is not current, write it: npm run update";
  expect(wordsOf("qualifier"), advice).toEqual(qualifiers.map(({ word }) => `${word}:`));
});

test("only the qualifiers of the grammar are generated", () => {
  expect(withQualifiers(text)).toBe(text);
  expect(withQualifiers(text.replace('"type:" | ', "").replace("these decide", "those decide"))).toBe(text);
  expect(() => withQualifiers("query = { term } ;")).toThrow("no production `qualifier = … ;`");
});

test("the grammar derives the terms of a text that uses all productions", () => {
  const query = ' type:Person shape:"Sales \\"CRM\\"" source-shape:a:b after: foo:bar "a\\b"c"d" "open\\"';
  expect(derived(query)).toEqual([
    "qualified 1..12 value 6..12",
    "qualified 13..34 value 19..34",
    "qualified 35..51 value 48..51",
    "qualified 52..58",
    "text 59..66",
    "text 67..72",
    "text 72..76",
    "text 77..84",
  ]);
  expect(parsed(query)).toEqual(derived(query));
});

for (const symbols of [
  ["type", ":", '"', "\\", " ", "\n", "x"],
  ["source", "-shape", "shape", ":", '"', " "],
  ["\u00a0", "\ufeff", "\u2028", "\u0085", "\u200b", "a", '"', ":"],
]) {
  test(`the grammar derives the terms of every text of up to 5 of ${JSON.stringify(symbols)}`, {
    timeout: patience,
  }, () => {
    const wrong: string[] = [];
    for (const sample of sequences(symbols, 5)) {
      if (derived(sample).join() !== parsed(sample).join()) wrong.push(JSON.stringify(sample));
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });
}

test("the grammar derives the terms of every text", { timeout: patience }, () => {
  fc.assert(
    fc.property(source, (sample) => {
      expect(derived(sample)).toEqual(parsed(sample));
    }),
    runs(4_000),
  );
});

test.each([
  ["query = term", "1: expected ;"],
  ["query = ;", "1: expected a symbol instead of ;"],
  ["query =\n [ term ;", "2: expected ]"],
  ["query = @ ;", "1: expected a symbol or a mark"],
])("the reader of the grammar reports what is wrong with %j", (grammar, message) => {
  expect(() => parseEbnf(grammar)).toThrow(message);
});

function wordsOf(name: string): readonly string[] {
  const expression = expressionNamed(name);
  if (expression.kind !== "choice") return [];
  return expression.items.map((item) => (item.kind === "terminal" ? item.text : `no word: ${item.kind}`));
}

function expressionNamed(name: string): EbnfExpression {
  const found = productions.find((production) => production.name === name);
  if (found === undefined) throw new Error(`no production ${name}`);
  return found.expression;
}

/** The same for a reader that never sees white space. */
function withoutWhitespace(expression: EbnfExpression): EbnfExpression {
  if (expression.kind === "repeated" || expression.kind === "optional")
    return { ...expression, item: withoutWhitespace(expression.item) };
  if (expression.kind !== "sequence" && expression.kind !== "choice") return expression;
  const items = expression.items.map(withoutWhitespace).filter((item) => !isWhitespace(item));
  const [only] = items;
  return only !== undefined && items.length === 1 ? only : { ...expression, items };
}

function isWhitespace(expression: EbnfExpression): boolean {
  return (
    expression.kind === "optional" && expression.item.kind === "name" && expression.item.text === "whitespace"
  );
}

/** What the grammar makes of a text, a line a term. */
function derived(sample: string): readonly string[] {
  const derivation = recognise(sample);
  if (derivation === undefined) return ["not derived"];
  return derivationsOf(derivation, ["qualified", "text"]).map((term) => {
    const [value] = derivationsOf(term, ["value"]);
    return `${term.name} ${place(term)}${value === undefined ? "" : ` value ${place(value)}`}`;
  });
}

/** What the parser makes of it, in the same words. */
function parsed(sample: string): readonly string[] {
  return parse(sample, { limits: { maxDiagnostics: 0 } }).query.terms.map(({ kind, span, value }: Term) => {
    const hasValue = kind === "qualified" && value.span.start < value.span.end;
    return `${kind} ${place(span)}${hasValue ? ` value ${place(value.span)}` : ""}`;
  });
}

function place({ start, end }: Pick<Derivation, "start" | "end">): string {
  return `${String(start)}..${String(end)}`;
}
