// Tests that a name is renamed wherever a query has it, and only where that is certain.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLanguageService } from "../../src/exports/language-service.ts";
import { namesIn, parse } from "../../src/index.ts";
import { applyEdits } from "../../src/text/edits.ts";
import { source as anySource, plausible, value } from "../support/arbitraries.ts";
import { mark } from "../support/marked.ts";
import { nameRows } from "../support/qualifiers.ts";
import { patience, runs } from "../support/runs.ts";
import { isWritable } from "./support/applied.ts";
import { cursorIn } from "./support/offers.ts";

const service = createLanguageService();

/** A text with the cursor, the new name, and the text after it; `null` where it is refused. */
type Row = readonly [source: string, newName: string, expected: string | null];

function check(rows: Readonly<Record<string, Row>>): void {
  test.each(Object.entries(rows))("%s", (_, [source, newName, expected]) => {
    const { text, offset } = cursorIn(source);
    const edits = service.rename(text, offset, newName);
    expect(edits && applyEdits(text, edits)).toBe(expected);
    if (edits !== null) expect(service.prepareRename(text, offset)).not.toBeNull();
  });
}

describe("a name is renamed", () => {
  check({
    "where it stands": ["type:Per|son x", "Company", "type:Company x"],
    throughout: ["type:A type:B type:|A", "C", "type:C type:B type:C"],
    "after both qualifiers that take shapes": [
      "shape:|A source-shape:A source:A type:A",
      "B",
      "shape:B source-shape:B source:A type:A",
    ],
    "from either qualifier": ["shape:A source-shape:A|", "B", "shape:B source-shape:B"],
    "of a source, and no shape": ["source:g| shape:g", "h", "source:h shape:g"],
    "however it is written": ['shape:"A" shape:|A', "B", "shape:B shape:B"],
    "in quotes where the new one needs them": [
      "shape:|A source-shape:A",
      "a b",
      'shape:"a b" source-shape:"a b"',
    ],
    "out of quotes where the new one does not": ['shape:"a |b"', "A", "shape:A"],
    "with quotes in the new one": ["shape:|A", 'the "big" \\ one', 'shape:"the \\"big\\" \\\\ one"'],
    "to itself": ["shape:|A", "A", "shape:A"],
    "next to a warning": ["shape:|A sort: tpye:x foo", "B", "shape:B sort: tpye:x foo"],
    "while another term has an error": [
      "shape:|A type: before:2026-02-30",
      "B",
      "shape:B type: before:2026-02-30",
    ],
    "before a quote that is not closed": ['shape:|A shape:"open', "B", 'shape:B shape:"open'],
    "where other terms touch": ['shape:|A "a"b', "B", 'shape:B "a"b'],
    "where it is refused, elsewhere": ["shape:|A Shape:A", "B", "shape:B Shape:A"],
    "with a case of its own": ["shape:|A shape:a", "B", "shape:B shape:a"],
    "by a name like a member of every object": ["shape:|A", "__proto__", "shape:__proto__"],
    "of two code units": ["shape:🦊|", "🦊🦊", "shape:🦊🦊"],
  });
});

describe("a rename is refused", () => {
  check({
    "of a qualifier": ["ty|pe:A", "B", null],
    "of a date": ["after:|7d", "8d", null],
    "of free text": ["fo|o", "B", null],
    "of what does not affect membership": ["sort:|x", "B", null],
    "between terms": ["shape:A | x", "B", null],
    "where it is in a quote that is not closed": ['shape:"|A', "B", null],
    "where another one is in a quote that is not closed": ['shape:|A shape:"A', "B", null],
    "where another term touches it": ['shape:"|A"b', "B", null],
    "where it touches another term": ['"b"shape:|A', "B", null],
    "of a name with a character that nobody sees": ["shape:|A\u200b", "B", null],
    "of what is no name yet": ["shape:|", "B", null],
    "to nothing": ["shape:|A", "", null],
    "to a name with a character that nobody sees": ["shape:|A", "a\u200b", null],
    "to a name with a control character": ["shape:|A", "a\u0000", null],
    "to a name with half a surrogate pair": ["shape:|A", "\ud800", null],
  });
});

test("prepareRename returns the span of the value, and its text without quotes", () => {
  const { text, offset } = cursorIn('type:A shape:"Sal|es CRM"');
  const place = service.prepareRename(text, offset);
  expect(place && mark(text, place.span)).toBe('type:A shape:‹"Sales CRM"›');
  expect(place?.placeholder).toBe("Sales CRM");
  expect(service.prepareRename(text, 8)).toBeNull();
  expect(service.prepareRename("", 0)).toBeNull();
});

test("a renamed query has the new name and not the old one, and is otherwise the same", {
  timeout: patience,
}, () => {
  let renamed = 0;
  fc.assert(
    fc.property(fc.oneof(plausible, anySource), fc.nat(), value, (text, at, newName) => {
      const offset = at % (text.length + 1);
      const place = service.prepareRename(text, offset);
      const edits = service.rename(text, offset, newName);
      expect(edits === null).toBe(place === null || !isWritable(newName));
      if (edits === null || place === null) return;
      renamed++;
      const after = applyEdits(text, edits);
      const [old, now] = [text, after].map((each) => parse(each).query.terms);
      const own = old?.find(({ value: { span } }) => span.start === place.span.start);
      const isSame = (word: string): boolean =>
        own?.kind === "qualified" && tableOf(own.qualifier) === tableOf(word);
      const expected = old?.map((term) =>
        term.kind === "qualified" && isSame(term.qualifier) && term.value.text === place.placeholder
          ? [term.qualifier, newName]
          : [term.kind === "text" ? "" : term.qualifier, term.value.text],
      );
      expect(now?.map((term) => [term.kind === "text" ? "" : term.qualifier, term.value.text])).toEqual(
        expected,
      );
      const row = nameRows.find(({ word }) => own?.kind === "qualified" && own.qualifier === word);
      if (row === undefined) return;
      const names = namesIn(parse(after).query)[row.lookup];
      expect(names).toContain(newName);
      if (newName !== place.placeholder) expect(names).not.toContain(place.placeholder);
    }),
    runs(2500),
  );
  expect(renamed).toBeGreaterThan(100);
});

test("a rename is refused for errors, however few diagnostics are requested", () => {
  const quiet = createLanguageService({ limits: { maxDiagnostics: 0 } });
  expect(quiet.rename('type:A type:"A', 6, "X")).toBeNull();
});

test.each([
  ["type:|A type:B type:A", "type:‹A› type:B type:‹A›"],
  ['shape:A source-shape:"A|" source:A', 'shape:‹A› source-shape:‹"A"› source:A'],
  ['shape:|A type: shape:"A', 'shape:‹A› type: shape:‹"A›'],
  ["ty|pe:A", "type:A"],
  ["after:|7d after:7d", "after:7d after:7d"],
  ["shape:|  shape:", "shape:  shape:"],
  ["foo| foo", "foo foo"],
])("the references to the name in %j are found", (source, expected) => {
  const { text, offset } = cursorIn(source);
  const spans = service.references(text, offset);
  expect(spans.toReversed().reduce((marked, span) => mark(marked, span), text)).toBe(expected);
});

function tableOf(word: string): string {
  return nameRows.find((row) => row.word === word)?.lookup ?? word;
}
