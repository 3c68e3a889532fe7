// Tests parsing: which terms a text has, what their values mean, and their positions.

import { describe, expect, test } from "vitest";
import { parse, type Query } from "../../src/index.ts";
import { mark } from "../support/marked.ts";

/**
 * Checks the terms of a text, given with marks around each term: one line a term, `qualifier «value»` or `«text»`,
 * with `quoted` after it if it is.
 */
function check(source: string, ...terms: readonly string[]): void {
  const text = source.replace(/[‹›]/gu, "");
  const { query } = parse(text);
  expect(mark(text, ...query.terms.map(({ span }) => span))).toBe(source);
  expect(linesOf(query)).toEqual(terms);
  expect(query).toMatchObject({ kind: "query", span: { start: 0, end: text.length } });
}

function linesOf({ terms }: Query): readonly string[] {
  return terms.map((term) => {
    const { text, quoted } = term.value;
    return `${term.kind === "qualified" ? `${term.qualifier} ` : ""}«${text}»${quoted ? " quoted" : ""}`;
  });
}

/** Checks the position of each term's value. */
function checkValues(source: string): void {
  const text = source.replace(/[‹›]/gu, "");
  expect(mark(text, ...parse(text).query.terms.map(({ value }) => value.span))).toBe(source);
}

describe("the terms of a text", () => {
  test("are none for an empty text", () => {
    check("");
    check(" \t\r\n");
  });

  test("are qualified after each of the nine qualifiers", () => {
    check("‹type:a› ‹shape:b› ‹source:c›", "type «a»", "shape «b»", "source «c»");
    check("‹source-shape:d› ‹after:e› ‹before:f›", "source-shape «d»", "after «e»", "before «f»");
    check("‹edge:g› ‹agent:h› ‹sort:i›", "edge «g»", "agent «h»", "sort «i»");
  });

  test("are text for any other word, whatever it looks like", () => {
    check("‹report›", "«report»");
    check("‹foo:bar›", "«foo:bar»");
    check("‹http://x.y›", "«http://x.y»");
    check("‹Type:Person› ‹TYPE:A›", "«Type:Person»", "«TYPE:A»");
    check("‹types:a› ‹typ:a› ‹type›", "«types:a»", "«typ:a»", "«type»");
    check("‹-type:a› ‹(type:a)› ‹OR›", "«-type:a»", "«(type:a)»", "«OR»");
    check("‹:› ‹::› ‹:a›", "«:»", "«::»", "«:a»");
    check("‹__proto__:x› ‹constructor:x›", "«__proto__:x»", "«constructor:x»");
  });

  test("are text for a quoted phrase", () => {
    check('‹"quarterly report"›', "«quarterly report» quoted");
    check('‹"type:Person"›', "«type:Person» quoted");
    check('‹""›', "«» quoted");
  });

  test("are split only at the first colon", () => {
    check("‹source:github:repo›", "source «github:repo»");
    check("‹type::a›", "type «:a»");
    check("‹type:type:a›", "type «type:a»");
  });

  test("are two texts for an unknown qualifier before quotes", () => {
    check('‹foo:"bar› ‹baz"›', '«foo:"bar»', '«baz"»');
  });

  test("are separated by a space before or after the colon", () => {
    check("‹type› ‹:a›", "«type»", "«:a»");
    check("‹type:› ‹a›", "type «»", "«a»");
  });

  test("are separated by any white space", () => {
    check("‹a›\u00a0‹b›\u3000‹c›\ufeff‹d›\u2028‹e›\u000b‹f›", "«a»", "«b»", "«c»", "«d»", "«e»", "«f»");
  });

  test("are not separated by look-alikes of white space", () => {
    check("‹a\u200bb› ‹c\u180ed› ‹e\u0085f›", "«a\u200bb»", "«c\u180ed»", "«e\u0085f»");
  });

  test("do not contain the white space around the query", () => {
    check("\n ‹type:a›  ‹b› \n", "type «a»", "«b»");
  });

  test("end at a closing quote", () => {
    check('‹"a"›‹b›', "«a» quoted", "«b»");
    check('‹"a"›‹"b"›', "«a» quoted", "«b» quoted");
    check('‹type:"a"›‹type:b›', "type «a» quoted", "type «b»");
  });

  test("run to the end of the text after an unclosed quote", () => {
    check('‹type:"a b› '.replace("› ", " ›"), "type «a b » quoted");
    check('‹"›', "«» quoted");
    check('‹type:a› ‹"b type:c›', "type «a»", "«b type:c» quoted");
    check('‹"a\\"›', '«a"» quoted');
  });
});

describe("the values of terms", () => {
  test("have spans with the quotes, but without the qualifier", () => {
    checkValues('type:‹a› shape:‹"b c"› ‹"d"› ‹e›');
    checkValues("type:‹› ‹a›");
    checkValues('type:‹""›');
  });

  test("may have quotes and backslashes inside quotes, escaped by a backslash", () => {
    check('‹type:"a\\"b"›', 'type «a"b» quoted');
    check('‹type:"a\\\\"›', "type «a\\» quoted");
    check('‹type:"\\\\\\""›', 'type «\\"» quoted');
    check('‹type:"\\\\\\\\"›', "type «\\\\» quoted");
  });

  test("keep any other backslash", () => {
    check('‹type:"C:\\temp"›', "type «C:\\temp» quoted");
    check('‹type:"\\n\\u0041"›', "type «\\n\\u0041» quoted");
    check("‹type:C:\\temp›", "type «C:\\temp»");
    check("‹type:a\\\\b›", "type «a\\\\b»");
  });

  test("keep a quote inside a bare value", () => {
    check('‹type:a"b›', 'type «a"b»');
    check('‹type:a"b› ‹c"›', 'type «a"b»', '«c"»');
    check('‹a""›', '«a""»');
  });

  test("may have line breaks, tabs and any white space inside quotes", () => {
    check('‹type:"a\nb\tc\u00a0d"›', "type «a\nb\tc\u00a0d» quoted");
    check('‹type:" "›', "type « » quoted");
  });

  test("keep any character as it is", () => {
    check("‹type:😀› ‹type:名前›", "type «😀»", "type «名前»");
    check("‹type:cafe\u0301›", "type «cafe\u0301»");
    check("‹type:\ud800›", "type «\ud800»");
  });
});

describe("parse", () => {
  test("does not parse a text over the limit", () => {
    const { query, diagnostics } = parse("type:A", { limits: { maxLength: 5 } });
    expect(query).toEqual({ kind: "query", terms: [], span: { start: 0, end: 6 } });
    expect(diagnostics.map(({ code }) => code)).toEqual(["too-long"]);
  });

  test("parses a text as long as allowed", () => {
    expect(parse("type:A", { limits: { maxLength: 6 } })).toMatchObject({
      diagnostics: [],
      query: { terms: [{}] },
    });
  });

  test("returns the whole tree of a query with too many terms", () => {
    const { query, diagnostics } = parse("type: a b", { limits: { maxTerms: 2 } });
    expect(query.terms).toHaveLength(3);
    expect(diagnostics.map(({ code }) => code)).toEqual(["too-many-terms"]);
  });

  test("has no limit if it is Infinity", () => {
    const limits = { maxLength: Number.POSITIVE_INFINITY, maxTerms: Number.POSITIVE_INFINITY };
    const { query, diagnostics } = parse("type:A ".repeat(10_000), { limits });
    expect(query.terms).toHaveLength(10_000);
    expect(diagnostics).toEqual([]);
  });

  test("returns at most the allowed number of diagnostics", () => {
    expect(parse("type: ".repeat(500)).diagnostics).toHaveLength(100);
    expect(parse("type: ".repeat(500), { limits: { maxDiagnostics: 3 } }).diagnostics).toHaveLength(3);
  });

  test("checks neither names nor dates", () => {
    expect(parse("shape:Nowhere after:never OR foo:bar -type:x").diagnostics).toEqual([]);
  });

  test("refuses by name an argument that is not a string", () => {
    for (const text of [undefined, null, 5, {}, ["type:A"]]) {
      expect(() => Reflect.apply(parse, null, [text])).toThrow(new TypeError("text must be a string"));
    }
  });

  test("refuses by name options that are not an object", () => {
    for (const options of [null, 1, "x"])
      expect(() => Reflect.apply(parse, null, ["", options])).toThrow(
        new TypeError("options must be an object"),
      );
  });

  test("refuses by name a limit that is not a number", () => {
    const message = "limits.maxLength must be a whole number from 0, or Infinity";
    expect(() => parse("", { limits: { maxLength: Number.NaN } })).toThrow(new TypeError(message));
  });
});
