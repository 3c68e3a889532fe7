// Tests how a file is cut into queries: by empty lines and comments, whatever its quotes do.

import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "../../src/index.ts";
import { editsInFile, splitQueries } from "../../src/syntax/query-file.ts";
import { applyEdits } from "../../src/text/edits.ts";
import { patience, runs } from "../support/runs.ts";
import { CURIOUS, NAMES } from "../support/words.ts";

const files: readonly (readonly [
  what: string,
  file: string,
  queries: readonly string[],
  comments?: readonly string[],
])[] = [
  ["nothing", "", []],
  ["empty lines alone", " \n\t\r\n\r\n", []],
  ["one line", "type:Person", ["type:Person"]],
  ["lines without an empty one between", "type:Person\nsource:gmail\n", ["type:Person\nsource:gmail"]],
  ["an empty line", "type:Person\n\nsource:gmail\n", ["type:Person", "source:gmail"]],
  ["a line of white space", "type:Person\n \u3000\t\nsource:gmail", ["type:Person", "source:gmail"]],
  ["line breaks of all kinds", "a\r\n\r\nb\r\rc\n\r\nd\re", ["a", "b", "c", "d\re"]],
  ["a comment before a query", "# New\ntype:Person", ["type:Person"], ["# New"]],
  ["a comment after a query", "type:Person\n\t# New \n", ["type:Person"], ["# New "]],
  ["comments alone", "# a\n\n  # b", [], ["# a", "# b"]],
  ["a comment after a byte order mark", "\ufeff# a\ntype:Person", ["type:Person"], ["# a"]],
  ["a comment between lines of a query", "type:A\n  # b\ntype:C", ["type:A\n     \ntype:C"], ["# b"]],
  ["a # in a line", "type:A # b\n#c", ["type:A # b"], ["#c"]],
  ["a quote over lines", 'shape:"a\nb" type:A', ['shape:"a\nb" type:A']],
  ["a quote over an empty line", 'shape:"a\n\nb" type:A', ['shape:"a', 'b" type:A']],
  ["a quote without an end", 'shape:"a\n\ntype:A\n\ntype:B', ['shape:"a', "type:A", "type:B"]],
  ["a quote over a comment", 'type:A\nshape:"a\n# b\nc"', ['type:A\nshape:"a', 'c"'], ["# b"]],
  [
    "a comment in such a paragraph",
    'type:A\n#\nshape:"a\n# b\nc"',
    ["type:A", 'shape:"a', 'c"'],
    ["#", "# b"],
  ],
  ["a quote that ends before a comment", 'shape:"a\nb"\n#\n"c"', ['shape:"a\nb"\n \n"c"'], ["#"]],
  ["a query over the limit", `${"x".repeat(70_000)}\n#\n"`, [`${"x".repeat(70_000)}\n \n"`], ["#"]],
];

test.each(files.map(([what, file, queries, comments = []]) => ({ what, file, queries, comments })))(
  "a file is cut correctly: $what",
  ({ file, queries, comments }) => {
    const split = splitQueries(file);
    expect(split.queries.map(({ text }) => text)).toEqual(queries);
    expect(split.comments.map(({ start, end }) => file.slice(start, end))).toEqual(comments);
  },
);

test("an argument of queriesIn that is not a text is refused", () => {
  const given: unknown = 5;
  expect(() => Reflect.apply(splitQueries, undefined, [given])).toThrow("file must be a string");
});

const line = fc.oneof(
  fc.constantFrom("", " ", "# comment", '#"', "  #", "type:Person", 'shape:"', '"', 'b" # c', '"a" "b'),
  fc.constantFrom(...CURIOUS, ...NAMES),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const anyFile = fc
  .array(fc.tuple(line, fc.constantFrom("\n", "\n", "\r\n", "\r", "\n\n")), { maxLength: 12 })
  .map((lines) => lines.flat().join(""));

test("every visible character is in one query or in one comment, at its place", { timeout: patience }, () => {
  fc.assert(
    fc.property(anyFile, (file) => {
      const { queries, comments } = splitQueries(file);
      const left = Array.from({ length: file.length }, (_, at) => file.charAt(at));
      for (const { span, text } of queries) {
        expect(text).toHaveLength(span.end - span.start);
        for (const { 0: unit, index } of text.matchAll(/\S/g)) {
          expect(left[span.start + index]).toBe(unit);
          left[span.start + index] = " ";
        }
      }
      for (const { start, end } of comments) left.fill(" ", start, end);
      expect(left.join("").trim()).toBe("");
    }),
    runs(2000),
  );
});

test("no quote extends past an empty line or a comment: the parts are refused separately", {
  timeout: patience,
}, () => {
  fc.assert(
    fc.property(anyFile, (file) => {
      const { queries, comments } = splitQueries(file);
      for (const { span, text } of queries) {
        expect(text.replaceAll(/\r\n?/gu, "\n")).not.toContain("\n\n");
        const values = parse(text).query.terms.filter(({ value }) => value.quoted);
        for (const { value } of values)
          for (const { start } of comments)
            expect(start - span.start > value.span.start && start - span.start < value.span.end).toBe(false);
      }
    }),
    runs(2000),
  );
});

test("no edit changes the other queries, or drops a comment", { timeout: patience }, () => {
  fc.assert(
    fc.property(anyFile, fc.nat(), fc.nat(8), line, (file, place, length, text) => {
      const { queries, comments } = splitQueries(file);
      queries.forEach((query, index) => {
        const start = place % (query.text.length + 1);
        const edit = { span: { start, end: Math.min(query.text.length, start + length) }, text };
        const edits = editsInFile(file, query, [edit]);
        const after = applyEdits(file, edits);
        const { queries: now, comments: kept } = splitQueries(after);
        const others = (each: typeof queries): unknown =>
          each.flatMap((other, at) => (at === index ? [] : [other.text]));
        expect(others(now)).toEqual(others(queries));
        expect(kept.map(({ start: from, end }) => after.slice(from, end))).toEqual(
          comments.map(({ start: from, end }) => file.slice(from, end)),
        );
      });
    }),
    runs(2000),
  );
});
