// Tests terms that are built: which are quoted, and that their spans are those of what is printed.

import { expect, test } from "vitest";
import { filterOf, parse, print, query, term, text } from "../../src/index.ts";
import { quotedPhraseAt } from "../../src/syntax/phrase.ts";

test.each([
  ["bare", false],
  ["two words", true],
  ["(stray", true],
  ["'quoted'", true],
  ['a"b', true],
  ['a "b\\c" \\', true],
  ["", true],
])("a term with the value %j is quoted if needed, and survives printing", (value, quoted) => {
  for (const built of [term("shape", value), text(value)]) {
    expect(built.value.quoted).toBe(quoted);
    expect(built.span).toEqual({ start: 0, end: print(query([built])).length });
    expect(parse(print(query([built]))).query.terms).toEqual([built]);
  }
});

const hole: string[] = [];
hole.length = 1;

test.each([
  ["a hole", hole],
  ["null", [null]],
  ["a text", ["type:A"]],
  ["a term that there is not", [{ kind: "text" }]],
  ["a term that does not say whether it is quoted", [{ kind: "text", value: { text: "a" } }]],
  ["a qualifier that there is not", [{ ...term("type", "A"), qualifier: "typ" }]],
])("a query cannot be made of %s", (_, terms) => {
  expect(() => Reflect.apply(query, null, [terms])).toThrow(new TypeError("terms[0] must be a term"));
});

test("what is not a query is refused by name", () => {
  for (const use of [print, filterOf])
    for (const given of [undefined, null, 5, "type:A", [], {}])
      expect(() => Reflect.apply(use, null, [given])).toThrow(new TypeError("query must be a query"));
});

test("a text that begins with a qualifier is quoted", () => {
  expect([text("type:A").value.quoted, term("shape", "type:A").value.quoted]).toEqual([true, false]);
});

test("a quoted phrase after an unknown qualifier is joined from its parts", () => {
  const insideOf = (source: string): unknown => quotedPhraseAt(parse(source).query, 0, 6)?.inside;
  expect(insideOf('Shape:"Sales CRM"')).toBe("Sales CRM");
  expect(insideOf('Shape:"Sales abcdef"')).toBe("Sales abcdef");
  expect(insideOf('Shape:" b"')).toBe(" b");
  for (const source of ['Shape:"Sales', 'Shape:Sales CRM"', 'Shape:"', 'Shape:"a\\b"'])
    expect(insideOf(source)).toBeUndefined();
});
