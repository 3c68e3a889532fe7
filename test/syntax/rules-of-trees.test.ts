// What the rules say at the edges: of trees without a text, of quotes with nothing in them, and once of each mistake.

import { describe, expect, test } from "vitest";
import { compile, createCatalog, type Diagnostic, parse, query, term } from "../../src/index.ts";
import { applyEdits } from "../../src/text/edits.ts";

const codesOf = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.map(({ code }) => code);

function fixedTexts(source: string): readonly string[] {
  const fixes = parse(source).diagnostics[0]?.fixes ?? [];
  return fixes.map(({ edits }) => applyEdits(source, edits));
}

test("a quote that is never closed, with nothing in it, is one mistake", () => {
  expect(codesOf(parse('type:"').diagnostics)).toEqual(["unterminated-quote"]);
});

describe("a tree without a text", () => {
  const catalog = createCatalog({});

  test("has no space that could be taken out", () => {
    const { terms } = parse("type: Foo").query;
    const { diagnostics } = compile(query([...terms]), { catalog, now: 0 });
    const missing = diagnostics.find(({ code }) => code === "missing-value");
    expect(missing?.message).not.toContain("Foo");
    expect(missing?.fixes ?? []).toEqual([]);
  });

  test("that was read keeps the places of its terms in the text", () => {
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

  test("may have a value that looks like a qualifier in another case", () => {
    const { diagnostics } = compile(query([term("type", "Type:x")]), { catalog, now: 0 });
    expect(codesOf(diagnostics)).not.toContain("qualifier-case");
  });
});

test.each(["\u001f", "\u007f", "\u0080", "\u009f"])(
  "the control character %j is one in quotes and out of them",
  (unit) => {
    for (const source of [`type:a${unit}b`, `type:"a${unit}b"`, `a${unit}`, `"${unit}"`])
      expect(codesOf(parse(source).diagnostics)).toEqual(["control-character"]);
  },
);

test("typographic quotes around a space have no fix", () => {
  expect(codesOf(parse("shape:“ ”").diagnostics)).toContain("smart-quote");
  expect(fixedTexts("shape:“ ”")).toEqual([]);
});

test("an unknown qualifier is no term that a quote has swallowed", () => {
  expect(fixedTexts('shape:"Sales foo:bar')).toEqual(['shape:"Sales foo:bar"']);
});

test("a quote is closed behind the last character that is no space", () => {
  expect(fixedTexts('shape:"Sales  type:Person')).toEqual([
    'shape:"Sales"  type:Person',
    'shape:"Sales  type:Person"',
  ]);
  expect(fixedTexts('shape:"  type:Person')).toEqual(['shape:"  type:Person"']);
});

test("to close a quote in the place of a typographic one is preferred where what it holds is fine", () => {
  const [first] = parse('after:"7d”').diagnostics;
  expect(first?.fixes?.map(({ preferred }) => preferred)).toEqual([true]);
});
