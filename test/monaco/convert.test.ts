// Tests how results of the language service become what Monaco takes, and back.

import fc from "fast-check";
import { expect, test } from "vitest";
import { type Diagnostic, validate } from "../../src/index.ts";
import type { CompletionItem } from "../../src/language-service/completion-item.ts";
import { packTokens } from "../../src/language-service/pack-tokens.ts";
import { semanticTokensOf } from "../../src/language-service/semantic-tokens.ts";
import {
  codeActionOf,
  completionOf,
  hoverOf,
  inlayHintOf,
  legend,
  markerOf,
  offsetOf,
  positionOf,
  rangeOf,
  spanOf,
  symbolOf,
  workspaceEditOf,
} from "../../src/monaco/convert.ts";
import { applyEdits, type TextEdit } from "../../src/text/edits.ts";
import { lineMap } from "../../src/text/line-map.ts";
import { anyString } from "../support/arbitraries.ts";
import { exampleOptions } from "../support/example-catalog.ts";
import { fakeModel, fakeMonaco } from "./fake-monaco.ts";

const { monaco } = fakeMonaco();
const { model } = fakeModel("");

test.each([
  ["ab", 1, 1, 2],
  ["a\nb", 2, 2, 1],
  ["a\r\nb", 3, 2, 1],
  ["a\rb", 2, 2, 1],
  ["a😀b", 3, 1, 4],
  ["", 0, 1, 1],
])("in %j offset %i is line %i, column %i", (text, offset, lineNumber, column) => {
  expect(positionOf(lineMap(text), offset)).toEqual({ lineNumber, column });
  expect(offsetOf(lineMap(text), { lineNumber, column })).toBe(offset);
});

test("a range leads back to its span", () => {
  fc.assert(
    fc.property(anyString, fc.nat(), fc.nat(), (text, a, b) => {
      // Between the two characters of one line break is not a position.
      const clean = text.replaceAll("\r\n", "\n");
      const [start, end] = [a % (clean.length + 1), b % (clean.length + 1)].toSorted((x, y) => x - y);
      const span = { start: start ?? 0, end: end ?? 0 };
      expect(spanOf(lineMap(clean), rangeOf(lineMap(clean), span))).toEqual(span);
    }),
  );
});

function diagnosticOf(text: string, code: string): Diagnostic {
  const found = validate(text, exampleOptions).find((each) => each.code === code);
  if (found === undefined) throw new Error(`${text} has no ${code}`);
  return found;
}

test.each([
  ["after:2026-02-30", "date-nonexistent", 8],
  ["shape:Nope", "unresolved-shape", 4],
  ["sort:name type:A", "scope-term", 2],
  ["type:A type:A", "duplicate-term", 1],
])("in %j the diagnostic %s has the severity %i", (text, code, severity) => {
  const marker = markerOf(monaco, model, lineMap(text), diagnosticOf(text, code), undefined);
  expect(marker).toMatchObject({ severity, code, source: "slice-cql" });
});

test("a marker has its range, its link, its tag and related positions", () => {
  const text = "type:A\ntype:A";
  const marker = markerOf(
    monaco,
    model,
    lineMap(text),
    {
      ...diagnosticOf(text, "duplicate-term"),
      related: [{ span: { start: 0, end: 6 }, message: "the first" }],
    },
    "https://docs.example",
  );
  expect(marker).toMatchObject({
    startLineNumber: 2,
    startColumn: 1,
    endLineNumber: 2,
    endColumn: 7,
    code: { value: "duplicate-term", target: { address: "https://docs.example#duplicate-term" } },
    tags: [1],
    relatedInformation: [
      { startLineNumber: 1, startColumn: 1, endColumn: 7, message: "the first", resource: model.uri },
    ],
  });
});

const item: CompletionItem = {
  label: "Sales CRM",
  kind: "name",
  detail: "said of it",
  edit: { span: { start: 6, end: 9 }, text: '"Sales CRM"' },
};

test("a completion replaces its span, in the order given, whatever is typed", () => {
  const text = "shape:Sal";
  expect(completionOf(monaco, text, lineMap(text), 8, { item, index: 7 })).toEqual({
    label: { label: "Sales CRM", description: "said of it" },
    kind: 13,
    insertText: '"Sales CRM"',
    insertTextRules: 1,
    range: { startLineNumber: 1, startColumn: 7, endLineNumber: 1, endColumn: 10 },
    filterText: "Sa",
    sortText: "0007",
    additionalTextEdits: [],
  });
});

test.each([
  ["qualifier", 17],
  ["entity-type", 5],
  ["name", 13],
  ["date", 14],
] as const)("a completion of the kind %s is %i", (kind, expected) => {
  const converted = completionOf(monaco, "", lineMap(""), 0, { item: { ...item, kind }, index: 0 });
  expect(converted.kind).toBe(expected);
});

test("a qualifier asks for completions again", () => {
  const going: CompletionItem = { label: "type", kind: "qualifier", edit: item.edit, continues: true };
  const converted = completionOf(monaco, "", lineMap(""), 0, { item: going, index: 0 });
  expect(converted.command?.id).toBe("editor.action.triggerSuggest");
  expect(converted.label).toBe("type");
});

/** What Monaco writes for a completion: each range is in one line, and none adjoins another. */
function written(text: string, cursor: number, edit: TextEdit): string {
  const lines = lineMap(text);
  const {
    range,
    insertText,
    additionalTextEdits = [],
  } = completionOf(monaco, text, lines, cursor, {
    item: { ...item, edit },
    index: 0,
  });
  if ("insert" in range) throw new Error("There is one range");
  expect(range.startLineNumber).toBe(range.endLineNumber);
  expect(range.startLineNumber).toBe(positionOf(lines, cursor).lineNumber);
  return applyEdits(text, [
    { span: spanOf(lines, range), text: insertText },
    ...additionalTextEdits.map((each) => ({ span: spanOf(lines, each.range), text: each.text ?? "" })),
  ]);
}

test.each([
  ['shape:"Sa\nles" x', 8, { start: 6, end: 14 }],
  ['shape:"Sa\nles" x', 11, { start: 6, end: 14 }],
  ['shape:"Sa\r\nle\nes" x', 12, { start: 6, end: 17 }],
])("a value of several lines is replaced as a whole: %j at %i", (text, cursor, span) => {
  expect(written(text, cursor, { span, text: "Inbox" })).toBe("shape:Inbox x");
});

test("hovers and hints have their ranges and positions", () => {
  const lines = lineMap("type:A\nafter:7d");
  const hover = { span: { start: 7, end: 15 }, paragraphs: [], contents: "`after:`" };
  expect(hoverOf(lines, hover)).toEqual({
    range: { startLineNumber: 2, startColumn: 1, endLineNumber: 2, endColumn: 9 },
    contents: [{ value: "`after:`" }],
  });
  const hint = { offset: 15, label: "2026", kind: "date", tooltip: "said" } as const;
  expect(inlayHintOf(lines, hint)).toEqual({
    label: "2026",
    position: { lineNumber: 2, column: 9 },
    tooltip: "said",
    paddingLeft: true,
  });
});

test("edits are of one version of one model", () => {
  const { model: edited, write } = fakeModel("a");
  write("ab");
  const edits = [{ span: { start: 0, end: 1 }, text: "x" }];
  expect(workspaceEditOf(edited, lineMap("ab"), edits).edits).toEqual([
    {
      resource: edited.uri,
      versionId: 2,
      textEdit: { range: { startLineNumber: 1, startColumn: 1, endLineNumber: 1, endColumn: 2 }, text: "x" },
    },
  ]);
});

test("a code action has what it fixes", () => {
  const text = "Type:A";
  const diagnostic = diagnosticOf(text, "qualifier-case");
  const action = { title: "write", kind: "quickfix", edits: [], preferred: true, diagnostic } as const;
  expect(codeActionOf(monaco, model, lineMap(text), action, undefined)).toMatchObject({
    title: "write",
    kind: "quickfix",
    isPreferred: true,
    diagnostics: [{ code: "qualifier-case", severity: 8 }],
  });
  const all = { title: "all", kind: "source.fixAll", edits: [] } as const;
  expect(codeActionOf(monaco, model, lineMap(text), all, undefined)).toMatchObject({
    isPreferred: false,
    diagnostics: [],
  });
});

test.each([
  ["qualified", 6],
  ["text", 14],
] as const)("a symbol that is %s has the kind %i", (kind, expected) => {
  const symbol = {
    name: "type:A",
    detail: "said",
    kind,
    span: { start: 0, end: 6 },
    selectionSpan: { start: 5, end: 6 },
  };
  const converted = symbolOf(monaco, lineMap("type:A"), symbol);
  expect(converted).toMatchObject({ name: "type:A", detail: "said", kind: expected });
  expect(converted.selectionRange.startColumn).toBe(6);
});

/** The pieces that token data stands for: `type.modifiers text`. */
function piecesOf(text: string): readonly string[] {
  const data = packTokens(lineMap(text), semanticTokensOf(text));
  const lines = text.split(/\r\n|\r|\n/);
  let [line, character] = [0, 0];
  return Array.from({ length: data.length / 5 }, (_, index) => {
    const [down = 0, right = 0, length = 0, type = 0, modifiers = 0] = data.slice(5 * index, 5 * index + 5);
    character = down === 0 ? character + right : right;
    line += down;
    const piece = lines[line]?.slice(character, character + length) ?? "";
    return `${legend.tokenTypes[type] ?? ""}.${String(modifiers)} ${piece}`;
  });
}

test.each([
  ["type:Person", ["keyword.0 type", "operator.0 :", "type.identifier.0 Person"]],
  ["sort:a\nb", ["keyword.1 sort", "operator.1 :", "string.1 a", "comment.1 b"]],
  ['shape:"a\n\nb"', ["keyword.0 shape", "operator.0 :", 'variable.0 "a', 'variable.0 b"']],
  ["", []],
])("%j is split into tokens", (text, expected) => {
  expect(piecesOf(text)).toEqual(expected);
});
