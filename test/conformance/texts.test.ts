// Conformance of what a text is by itself: its terms, its tree, its canonical spelling.

import { describe, expect, test } from "vitest";
import { compile, createCatalog, format, parse, print, type Query, type Span } from "../../src/index.ts";
import { asExpected, type Case, casesOf, type ExpectedDiagnostic } from "./files.ts";

type LexCase = Case<string, readonly { readonly source: string; readonly span: Span }[]>;
type ParseCase = Case<string, { readonly query: Query; readonly diagnostics: readonly ExpectedDiagnostic[] }>;
type FormatCase = Case<string, string>;

describe("lex.json", () => {
  test.each<LexCase>(casesOf("lex"))("$name", checkLex);
});

describe("parse.json", () => {
  test.each<ParseCase>(casesOf("parse"))("$name", checkParse);
});

describe("format.json", () => {
  test.each<FormatCase>(casesOf("format"))("$name", checkFormat);
});

function checkLex({ input, expected }: LexCase): void {
  const found = parse(input).query.terms.map(({ span }) => ({
    source: input.slice(span.start, span.end),
    span,
  }));
  expect(found).toEqual(expected);
  const between = [0, ...expected.map(({ span }) => span.end)].map((start, index) =>
    input.slice(start, expected[index]?.span.start ?? input.length),
  );
  expect(between.join("")).toMatch(/^\s*$/);
}

function checkParse({ input, limits, expected }: ParseCase): void {
  const { query, diagnostics } = parse(input, { limits: limits ?? {} });
  expect(query).toEqual(expected.query);
  expect(asExpected(input, diagnostics, expected.diagnostics)).toEqual(expected.diagnostics);
  const isWhole = diagnostics.every(({ severity }) => severity !== "error");
  if (isWhole) expect(termsOf(print(query))).toEqual(termsOf(input));
}

function checkFormat({ input, expected }: FormatCase): void {
  expect(format(input)).toBe(expected);
  expect(format(expected)).toBe(expected);
  expect(meaning(expected)).toEqual(meaning(input));
}

function termsOf(text: string): readonly object[] {
  return parse(text).query.terms.map((term) => ({
    qualifier: term.kind === "qualified" ? term.qualifier : null,
    text: term.value.text,
    quoted: term.value.quoted,
  }));
}

function meaning(text: string): object {
  const result = compile(text, { catalog: createCatalog({}), now: 0 });
  if (!result.ok) return { text };
  const { filter_definition, scope_warnings, unresolved } = result;
  return { filter_definition, scope_warnings, unresolved };
}
