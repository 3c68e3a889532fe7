// Tests which terms a rule about the text sees: by the feature it looks at, and in a built query all of them.

import { describe, expect, test } from "vitest";
import { catalogue } from "../../src/diagnostics/catalogue/catalogue.ts";
import { createCollector } from "../../src/diagnostics/collector.ts";
import { query as buildQuery, type Query, term, text } from "../../src/index.ts";
import { checkSyntax, syntaxRules } from "../../src/syntax/check.ts";
import { featuresOf } from "../../src/syntax/features.ts";
import { parseText } from "../../src/syntax/parser.ts";
import type { SyntaxRule } from "../../src/syntax/rule.ts";
import { sourceOf } from "../../src/syntax/source.ts";
import { limitsWith } from "../../src/vocabulary/limits.ts";

const limits = limitsWith(undefined);

/** A rule that objects to every term it sees. */
const objection = (looksAt: SyntaxRule["looksAt"]): SyntaxRule => ({
  looksAt,
  check(each, { report }) {
    report("missing-space", each.span, () => ({ args: { before: "", after: each.value.text } }));
  },
});

/** The terms that the rule objects to when it runs after those of the language. */
function objectionsIn(given: string | Query, looksAt: SyntaxRule["looksAt"]): readonly string[] {
  const seen: string[] = [];
  const { check } = objection(looksAt);
  const spy: SyntaxRule = {
    looksAt,
    check(each, context) {
      seen.push(each.value.text);
      check(each, context);
    },
  };
  const collector = createCollector(Number.POSITIVE_INFINITY, catalogue);
  expect(checkSyntax(sourceOf(given, limits), limits, collector, { rules: [...syntaxRules, spy] })).toBe(
    true,
  );
  expect(collector.diagnostics().length).toBeGreaterThanOrEqual(seen.length);
  return seen;
}

describe("a rule that reports every term", () => {
  const terms = ["Person", "Sales CRM", "3mo", "free"];
  const written = 'type:Person shape:"Sales CRM" after:3mo free';
  const built = buildQuery([
    term("type", "Person"),
    term("shape", "Sales CRM"),
    term("after", "3mo"),
    text("free"),
  ]);

  test.each([
    { what: "a text", given: written },
    { what: "the tree of a text", given: parseText(written) },
    { what: "a built tree", given: built },
  ])("sees each once in $what", ({ given }) => {
    expect(objectionsIn(given, "every term")).toEqual(terms);
  });
});

describe("a rule for a feature", () => {
  test.each([
    { looksAt: "touching", text: 'type:"A"b "c""d"', terms: ["b", "d"] },
    { looksAt: "unterminated", text: 'type:"A" "b', terms: ["b"] },
    { looksAt: "empty", text: 'type: A shape:"" ""', terms: ["", ""] },
    { looksAt: "qualifier-like", text: 'Type:A "Type:B" tpye:C SORT:', terms: ["Type:A", "SORT:"] },
    {
      looksAt: "unusual",
      text: "a\u200b b ü “c” \ud800 d\u0007",
      terms: ["a\u200b", "“c”", "\ud800", "d\u0007"],
    },
  ] as const)("sees only the terms that have it: $looksAt", ({ looksAt, text: given, terms }) => {
    expect(objectionsIn(given, looksAt)).toEqual(terms);
  });

  test("sees few terms, because hardly any has one", () => {
    expect(featuresOf("", parseText('type:Person shape:"Señor CRM" тип a:b'))).toEqual(new Map());
  });
});
