// Tests printing a tree as text: `print`, the builders and the quotes they need.

import { describe, expect, test } from "vitest";
import { parse, print, type Query, query, type Term, term, text } from "../../src/index.ts";
import { sameTerm } from "../../src/syntax/ast.ts";
import { quoted, unescape } from "../../src/syntax/escape.ts";
import { needsNoQuotes, printValueText } from "../../src/syntax/print.ts";
import { isUnterminated } from "../../src/syntax/unterminated.ts";
import { mark } from "../support/marked.ts";

/** Checks that a text is printed otherwise, or as it is. */
function check(given: string, printed: string = given): void {
  expect(print(parse(given).query)).toBe(printed);
}

/** Builds a query and checks its printed text, with marks around its terms. */
function checkBuilt(source: string, ...terms: readonly Term[]): void {
  const built = query(terms);
  const printed = print(built);
  expect(mark(printed, ...built.terms.map(({ span }) => span))).toBe(source);
  expect(built.span).toEqual({ start: 0, end: printed.length });
  expect(built).toEqual({ ...parse(printed).query });
}

describe("print", () => {
  test("puts one space between terms and none around them", () => {
    check(" type:A \n  shape:B\u00a0x ", "type:A shape:B x");
    check("", "");
    check("  ", "");
  });

  test("keeps quotes as they were written", () => {
    check('type:"A" shape:"Sales CRM" "x" y');
    check('type:"" ""');
  });

  test("writes escapes in one way", () => {
    check('"C:\\temp"', '"C:\\\\temp"');
    check('type:"a\\"b\\\\"');
  });

  test("keeps the errors of a query", () => {
    check("type: Type:A after:never");
  });

  test("closes a quote that was never closed", () => {
    check('type:"A b', 'type:"A b"');
  });

  test("separates adjacent terms", () => {
    check('"a"b', '"a" b');
  });

  test("quotes a bare value that cannot be bare, whatever the tree says", () => {
    const span = { start: 0, end: 0 };
    const bare = (value: string): Term => ({
      kind: "text",
      value: { text: value, quoted: false, span },
      span,
    });
    const named = (value: string): Term => ({
      kind: "qualified",
      qualifier: "type",
      value: { text: value, quoted: false, span },
      span,
    });
    const printed = (...terms: readonly Term[]): string => print({ kind: "query", terms, span });
    expect(printed(bare("a b"), bare(""), bare("type:A"), bare('"'))).toBe('"a b" "" "type:A" "\\""');
    expect(printed(named("a b"), named(""), named("type:A"), named('"'))).toBe(
      'type:"a b" type: type:type:A type:"\\""',
    );
  });
});

describe("a qualified term", () => {
  test("is bare where it can be", () => {
    checkBuilt("‹type:Person›", term("type", "Person"));
    checkBuilt("‹source:github:repo›", term("source", "github:repo"));
    checkBuilt("‹type:C:\\temp›", term("type", "C:\\temp"));
    checkBuilt("‹type:名前› ‹type:type:A›", term("type", "名前"), term("type", "type:A"));
  });

  test("is quoted where it has to be", () => {
    checkBuilt('‹shape:"Sales CRM"›', term("shape", "Sales CRM"));
    checkBuilt('‹type:""›', term("type", ""));
    checkBuilt('‹type:"a\nb"› ‹type:"\u00a0"›', term("type", "a\nb"), term("type", "\u00a0"));
    checkBuilt('‹shape:"the \\"big\\" one"›', term("shape", 'the "big" one'));
    checkBuilt('‹type:"a \\\\"›', term("type", "a \\"));
  });

  test("is quoted where it would look like a mistake", () => {
    checkBuilt('‹type:"a\\"b"›', term("type", 'a"b'));
    checkBuilt("‹type:\"'a'\"›", term("type", "'a'"));
    checkBuilt('‹type:"“a”"›', term("type", "“a”"));
  });

  test("has the spans of its own text", () => {
    expect(term("shape", "a b")).toEqual({
      kind: "qualified",
      qualifier: "shape",
      value: { text: "a b", quoted: true, span: { start: 6, end: 11 } },
      span: { start: 0, end: 11 },
    });
    expect(term("type", "A").value.span).toEqual({ start: 5, end: 6 });
  });

  test("needs a known qualifier and a string", () => {
    const build = (...given: readonly unknown[]): unknown => Reflect.apply(term, null, given);
    expect(() => build("Type", "A")).toThrow(new TypeError("qualifier must be a known qualifier, not Type"));
    expect(() => build("toString", "A")).toThrow(TypeError);
    expect(() => build(undefined, "A")).toThrow(TypeError);
    expect(() => build("type", 5)).toThrow(new TypeError("value must be a string"));
    expect(() => build("type")).toThrow(new TypeError("value must be a string"));
  });
});

describe("a text term", () => {
  test("is bare where it can be", () => {
    checkBuilt("‹report› ‹foo:bar› ‹https://x.y›", text("report"), text("foo:bar"), text("https://x.y"));
  });

  test("is quoted where it would be read as something else", () => {
    checkBuilt('‹"type:Person"› ‹"sort:"›', text("type:Person"), text("sort:"));
    checkBuilt('‹"a b"› ‹""› ‹"\\"a\\""›', text("a b"), text(""), text('"a"'));
  });

  test("has the spans of its own text", () => {
    expect(text("a")).toEqual({
      kind: "text",
      value: { text: "a", quoted: false, span: { start: 0, end: 1 } },
      span: { start: 0, end: 1 },
    });
    expect(text("a b").span).toEqual({ start: 0, end: 5 });
  });

  test("needs a string", () => {
    expect(() => Reflect.apply(text, null, [null])).toThrow(new TypeError("value must be a string"));
  });
});

describe("a query", () => {
  test("of nothing is empty", () => {
    checkBuilt("");
    expect(query([])).toEqual({ kind: "query", terms: [], span: { start: 0, end: 0 } });
  });

  test("places its terms, wherever they came from", () => {
    const parsed: Query = parse('   shape:"a b"   x').query;
    checkBuilt('‹x› ‹shape:"a b"› ‹type:A›', ...parsed.terms.toReversed(), term("type", "A"));
  });

  test("leaves the given terms unchanged", () => {
    const given = term("type", "A");
    query([text("x"), given]);
    expect(given.span).toEqual({ start: 0, end: 6 });
  });

  test("needs an array", () => {
    for (const terms of [undefined, null, "type:A", { length: 0 }]) {
      expect(() => Reflect.apply(query, null, [terms])).toThrow(new TypeError("terms must be an array"));
    }
  });
});

describe("quotes of a printed term", () => {
  const endsOf = (source: string): readonly number[] => parse(source).query.terms.map(({ span }) => span.end);
  const isOpen = (source: string): readonly boolean[] =>
    parse(source).query.terms.map((each) => isUnterminated(source, each));

  test.each([
    { value: "", inQuotes: '""' },
    { value: "a b", inQuotes: '"a b"' },
    { value: '"', inQuotes: '"\\""' },
    { value: "\\", inQuotes: '"\\\\"' },
    { value: '\\"', inQuotes: '"\\\\\\""' },
    { value: "\\n", inQuotes: '"\\\\n"' },
  ])("round-trip: $inQuotes is $value", ({ value, inQuotes }) => {
    expect(quoted(value)).toBe(inQuotes);
    expect(unescape(inQuotes.slice(1, -1))).toBe(value);
    expect(endsOf(`${inQuotes} x`)).toEqual([inQuotes.length, inQuotes.length + 2]);
    expect(isOpen(inQuotes)).toEqual([false]);
  });

  test.each(["", "a", "\\", 'a\\"', "\\\\\\"])("are not closed by %s", (inside) => {
    expect(endsOf(`"${inside} x`)).toEqual([inside.length + 3]);
    expect(isOpen(`"${inside}`)).toEqual([true]);
  });

  test.each(["", "a b", '"a"', 'a"b', "'a", "“a", "\u00a0", "a)", "(a", "(", "((a"])(
    "are needed by '%s'",
    (value) => {
      expect(needsNoQuotes(value)).toBe(false);
      expect(printValueText(value)).toBe(quoted(value));
    },
  );

  test.each(["a", "O'Brien", "a:b", "\\", "名前", "(x)", "a(x)", "(a)b", "a(b", "a“"])(
    "are not needed by '%s'",
    (value) => {
      expect(needsNoQuotes(value)).toBe(true);
      expect(printValueText(value)).toBe(value);
    },
  );
});

test("terms are equal if they mean the same", () => {
  const same = (a: Term, b: Term): readonly boolean[] => [sameTerm(a, b), sameTerm(b, a)];
  const [quotedName] = parse('  type:"A"').query.terms;
  expect(quotedName && same(term("type", "A"), quotedName)).toEqual([true, true]);
  expect(same(text("A"), text("A"))).toEqual([true, true]);
  expect(same(term("type", "A"), term("type", "a"))).toEqual([false, false]);
  expect(same(term("type", "A"), term("shape", "A"))).toEqual([false, false]);
  expect(same(term("type", "A"), text("A"))).toEqual([false, false]);
});
