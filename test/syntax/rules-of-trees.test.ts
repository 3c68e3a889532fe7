// Tests the rules at the edges: on trees without a text, on quotes with nothing in them, and that each mistake is reported once.

import { describe, expect, test } from "vitest";
import {
  compile,
  createCatalog,
  type Diagnostic,
  parse,
  type Query,
  query,
  type Span,
  type Term,
  term,
} from "../../src/index.ts";
import { applyEdits } from "../../src/text/edits.ts";

const codesOf = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.map(({ code }) => code);

function placedAt(term: Term | undefined, span: Span, place: Span): Term {
  if (term === undefined) throw new Error("there is no such term");
  return { ...term, span, value: { ...term.value, span: place } };
}

function fixedTexts(source: string): readonly string[] {
  const fixes = parse(source).diagnostics[0]?.fixes ?? [];
  return fixes.map(({ edits }) => applyEdits(source, edits));
}

test("an unclosed quote with nothing in it is reported as one mistake", () => {
  expect(codesOf(parse('type:"').diagnostics)).toEqual(["unterminated-quote"]);
});

describe("a tree without a text", () => {
  const catalog = createCatalog({});

  test("has no white space that could be removed", () => {
    const { terms } = parse("type: Foo").query;
    const { diagnostics } = compile(query([...terms]), { catalog, now: 0 });
    const missing = diagnostics.find(({ code }) => code === "missing-value");
    expect(missing?.message).not.toContain("Foo");
    expect(missing?.fixes ?? []).toEqual([]);
  });

  test("that was parsed keeps the positions of its terms in the text", () => {
    const { diagnostics } = compile(parse("type:A   after:xyz").query, { catalog, now: 0 });
    expect(diagnostics.find(({ code }) => code === "date-unknown")?.span).toEqual({ start: 15, end: 18 });
  });

  test.each([
    { what: "in one place with another", at: { start: 6, end: 10 } },
    { what: "without a place", at: { start: 0, end: 0 } },
  ])("is refused for an empty value $what", ({ at }) => {
    const [, hidden] = parse("type:A f\u200boo").query.terms;
    if (hidden === undefined) throw new Error("two terms are needed");
    const other = { ...hidden, span: at, value: { ...hidden.value, span: at } };
    for (const empty of [term("after", ""), term("type", "")]) {
      const tree = {
        kind: "query" as const,
        span: { start: 0, end: 20 },
        terms: [other, { ...empty, span: { start: 11, end: 19 }, value: { ...empty.value, span: at } }],
      };
      expect(compile(tree, { catalog, now: 0 }).ok).toBe(false);
    }
  });

  test("has all mistakes reported, whatever positions its terms claim", () => {
    const said = (terms: Query["terms"]): readonly string[] =>
      codesOf(compile(query(terms), { catalog, now: 0 }).diagnostics);
    const terms = [term("type", ""), term("after", "")];
    const expected = said(terms);
    expect(expected).toEqual(["missing-value", "missing-value"]);
    const places = [0, 1, 2].flatMap((start) => [0, 1, 2].map((end) => ({ start, end })));
    const claimed = (given: Term | undefined): readonly Term[] =>
      places.flatMap((span) => places.map((place) => placedAt(given, span, place)));
    const [firsts, seconds] = [claimed(terms[0]), claimed(terms[1])];
    for (const first of firsts)
      for (const second of seconds) {
        const tree = { kind: "query" as const, terms: [first, second], span: { start: 0, end: 2 } };
        const { diagnostics } = compile(tree, { catalog, now: 0 });
        expect(codesOf(diagnostics)).toEqual(expected);
      }
  });

  test("may have a value that looks like a qualifier in another case", () => {
    const { diagnostics } = compile(query([term("type", "Type:x")]), { catalog, now: 0 });
    expect(codesOf(diagnostics)).not.toContain("qualifier-case");
  });
});

test.each(["\u001f", "\u007f", "\u0080", "\u009f"])(
  "the control character %j is reported inside quotes and outside",
  (unit) => {
    for (const source of [`type:a${unit}b`, `type:"a${unit}b"`, `a${unit}`, `"${unit}"`])
      expect(codesOf(parse(source).diagnostics)).toEqual(["control-character"]);
  },
);

test("a typographic quote right after a quoted value only lacks a space", () => {
  for (const source of ['"a"“b”', 'type:"a"“b”'])
    expect(codesOf(parse(source).diagnostics)).toEqual(["missing-space"]);
});

test("an empty text term is reported only as free text", () => {
  const value = { text: "", quoted: false, span: { start: 0, end: 0 } };
  const { diagnostics } = compile(query([{ kind: "text", value, span: value.span }]), {
    catalog: createCatalog({}),
    now: 0,
  });
  expect(codesOf(diagnostics)).toEqual(["free-text", "no-membership"]);
});

test("typographic quotes around a space have no fix", () => {
  expect(codesOf(parse("shape:“ ”").diagnostics)).toContain("smart-quote");
  expect(fixedTexts("shape:“ ”")).toEqual([]);
});

test("an unknown qualifier in an open quote is not reported as a swallowed term", () => {
  expect(fixedTexts('shape:"Sales foo:bar')).toEqual(['shape:"Sales foo:bar"']);
});

test("a quote is closed after the last character that is not a space", () => {
  expect(fixedTexts('shape:"Sales  type:Person')).toEqual([
    'shape:"Sales"  type:Person',
    'shape:"Sales  type:Person"',
  ]);
  expect(fixedTexts('shape:"  type:Person')).toEqual(['shape:"  type:Person"']);
});

test("closing a quote in place of a typographic one is preferred if its content is valid", () => {
  const [first] = parse('after:"7d”').diagnostics;
  expect(first?.fixes?.map(({ preferred }) => preferred)).toEqual([true]);
});
