// Tests the TextMate grammar: the scopes of the parts of a file, and that it finds the terms that the parser finds.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textMateGrammar } from "../../src/exports/grammar.ts";
import { parse } from "../../src/index.ts";
import { splitQueries } from "../../src/syntax/query-file.ts";
import { qualifiers } from "../../src/vocabulary/qualifiers.ts";
import { source } from "../support/arbitraries.ts";
import { patience, runs } from "../support/runs.ts";
import { sequences } from "../support/sequences.ts";
import { colourWith } from "../support/text-mate.ts";

const colour = await colourWith(textMateGrammar, "source.cql-slice");

/** A query, and its parts that are not white space, each with its innermost scope, which may be shortened as below. */
const rows: readonly (readonly [query: string, parts: string])[] = [
  ["type:Person", "type = membership | : = colon | Person = string.unquoted.name"],
  ["source:github:repo", "source = membership | : = colon | github:repo = string.unquoted.name"],
  ["source-shape:Inbox", "source-shape = membership | : = colon | Inbox = string.unquoted.name"],
  [
    'shape:"Sales \\"CRM\\""',
    'shape = membership | : = colon | " = begin | Sales  = string.quoted.double.name | \\" = constant.character.escape | CRM = string.quoted.double.name | \\" = constant.character.escape | " = end',
  ],
  [
    'type:"C:\\temp\\\\"',
    'type = membership | : = colon | " = begin | C:\\temp = string.quoted.double.name | \\\\ = constant.character.escape | " = end',
  ],
  ["after:last-week", "after = membership | : = colon | last-week = constant.language.date"],
  [
    "before:-12mo",
    "before = membership | : = colon | -12 = constant.numeric.offset | mo = keyword.other.unit",
  ],
  ["after:2026-01-31", "after = membership | : = colon | 2026-01-31 = constant.numeric.date"],
  ["after:7D", "after = membership | : = colon | 7D = invalid.illegal.date"],
  ["after:todayish", "after = membership | : = colon | todayish = invalid.illegal.date"],
  ["after:-today", "after = membership | : = colon | -today = invalid.illegal.date"],
  ["after:1m", "after = membership | : = colon | 1m = invalid.illegal.date"],
  ['after:"7d"', 'after = membership | : = colon | " = begin | 7d = string.quoted.double.date | " = end'],
  ["sort:name", "sort = scope | : = colon | name = string.unquoted.scope"],
  ["edge:", "edge = scope | : = colon"],
  ['agent:"a b"', 'agent = scope | : = colon | " = begin | a b = string.quoted.double.scope | " = end'],
  ["type: x", "type = membership | : = invalid.illegal.missing-value | x = string.unquoted.free-text"],
  ['shape:""', 'shape = membership | : = invalid.illegal.missing-value | "" = invalid.illegal.missing-value'],
  ["Type:Person", "Type = invalid.illegal.qualifier-case | : = colon | Person = string.unquoted.free-text"],
  [
    "SOURCE-SHAPE:x",
    "SOURCE-SHAPE = invalid.illegal.qualifier-case | : = colon | x = string.unquoted.free-text",
  ],
  [
    "tpye:Person",
    "tpye = invalid.deprecated.unknown-qualifier | : = colon | Person = string.unquoted.free-text",
  ],
  ["https://example.org/a:b", "https://example.org/a:b = string.unquoted.free-text"],
  ["12:30", "12:30 = string.unquoted.free-text"],
  ['quarterly"report', 'quarterly"report = string.unquoted.free-text'],
  ['"free text"', '" = begin | free text = string.quoted.double.free-text | " = end'],
  [
    '"a"b',
    '" = begin | a = string.quoted.double.free-text | " = invalid.illegal.missing-space | b = string.unquoted.free-text',
  ],
  [
    'shape:"a\nb" x',
    'shape = membership | : = colon | " = begin | a = string.quoted.double.name | b = string.quoted.double.name | " = end | x = string.unquoted.free-text',
  ],
  [
    'shape:"Sales type:Person',
    'shape = membership | : = colon | " = begin | Sales type:Person = string.quoted.double.name',
  ],
  [
    "type:a\u200bb",
    "type = membership | : = colon | a = string.unquoted.name | \u200b = invalid.illegal.character | b = string.unquoted.name",
  ],
  [
    "type:a\u00a0sort:b",
    "type = membership | : = colon | a = string.unquoted.name | sort = scope | : = colon | b = string.unquoted.scope",
  ],
  ["", ""],
  ["# type:A", "# = punctuation.definition.comment |  type:A = comment.line.number-sign"],
  ["\u3000\t#", "# = punctuation.definition.comment"],
  ["type #", "type = string.unquoted.free-text | # = string.unquoted.free-text"],
  [
    'shape:"a\n\nb',
    'shape = membership | : = colon | " = begin | a = string.quoted.double.name | b = string.unquoted.free-text',
  ],
  [
    'shape:"a\n #b\nc"',
    'shape = membership | : = colon | " = begin | a = string.quoted.double.name | # = punctuation.definition.comment | b = comment.line.number-sign | c" = string.unquoted.free-text',
  ],
];

const shortened: ReadonlyMap<string, string> = new Map([
  ["keyword.other.qualifier.membership", "membership"],
  ["keyword.other.qualifier.scope", "scope"],
  ["punctuation.separator.qualifier", "colon"],
  ["punctuation.definition.string.begin", "begin"],
  ["punctuation.definition.string.end", "end"],
]);

describe("the TextMate grammar scopes the parts of a query correctly", () => {
  test.each(rows)("%j", (query, parts) => {
    const found = colour(query)
      .filter(({ scopes }) => scopes.length > 1)
      .map(({ text, scopes }) => `${text} = ${short(scopes.at(-1) ?? "")}`);
    expect(found.join(" | ")).toBe(parts);
  });
});

test("every qualifier is a keyword", () => {
  for (const { word } of qualifiers) {
    expect(colour(`${word}:x`)[0]).toMatchObject({
      text: word,
      scopes: [
        "source.cql-slice",
        "meta.term.qualified.cql-slice",
        expect.stringMatching(/^keyword\.other\.qualifier/),
      ],
    });
  }
});

test("every included rule exists, and every existing rule is included", () => {
  const included = [...JSON.stringify(textMateGrammar).matchAll(/"include":"#([\w-]+)"/g)].map(
    ([, name = ""]) => name,
  );
  expect([...new Set(included)].toSorted()).toEqual(Object.keys(textMateGrammar.repository).toSorted());
});

test("the TextMate grammar finds the terms that the parser finds, in every text of up to 5 symbols", {
  timeout: patience,
}, () => {
  const wrong: string[] = [];
  for (const text of sequences(["type", "after", ":", '"', "\\", " ", "\n", "#"], 5)) {
    if (coloured(text) !== parsed(text))
      wrong.push(`${JSON.stringify(text)}: ${coloured(text)}, ${parsed(text)}`);
  }
  expect(wrong.slice(0, 5)).toEqual([]);
});

test("the TextMate grammar finds the terms that the parser finds, in every text", {
  timeout: patience,
}, () => {
  fc.assert(
    fc.property(
      source.filter((text) => text.isWellFormed()),
      (given) => {
        // An editor has lines without their breaks.
        const text = given.replaceAll(/\r\n?/g, "\n");
        expect(coloured(text)).toBe(parsed(text));
      },
    ),
    runs(1_500),
  );
});

function short(scope: string): string {
  const own = scope.replace(/\.cql-slice$/, "");
  return shortened.get(own) ?? own;
}

/** A letter for each code unit: in a qualified term, in a text, in neither. A line end has no scope to show. */
function coloured(text: string): string {
  const letters = Array.from({ length: text.length }, () => "-");
  for (const { start, end, scopes } of colour(text)) {
    const kind = /^meta\.term\.(\w)/.exec(scopes[1] ?? "")?.[1] ?? "-";
    letters.fill(kind, start, end);
  }
  return withoutLineEnds(letters, text);
}

function parsed(text: string): string {
  const letters = Array.from({ length: text.length }, () => "-");
  for (const query of splitQueries(text).queries) {
    const { terms } = parse(query.text, { limits: { maxDiagnostics: 0 } }).query;
    for (const { kind, span } of terms)
      letters.fill(kind.charAt(0), query.span.start + span.start, query.span.start + span.end);
  }
  return withoutLineEnds(letters, text);
}

function withoutLineEnds(letters: readonly string[], text: string): string {
  return letters.filter((_, at) => text.charAt(at) !== "\n").join("");
}
