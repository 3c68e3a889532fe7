// Tests how results of the language service become what CodeMirror takes.

import { EditorState, type Extension, Text } from "@codemirror/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ruleDocs } from "../../scripts/generate/rule-docs.ts";
import {
  changeSpecs,
  completionOf,
  editTransaction,
  endOf,
  lintDiagnosticOf,
  piecesOf,
  plainOf,
} from "../../src/codemirror/convert.ts";
import { type Diagnostic, validate } from "../../src/index.ts";
import { applyEdits } from "../../src/text/edits.ts";
import { source as anyText } from "../support/arbitraries.ts";
import { exampleOptions } from "../support/example-catalog.ts";
import { fakeView } from "./fake-view.ts";

function textOf(doc: string): Text {
  return Text.of(doc.split("\n"));
}

function diagnosticOf(text: string, code: string): Diagnostic {
  const found = validate(text, exampleOptions).find((each) => each.code === code);
  if (found === undefined) throw new Error(`${text} has no ${code}`);
  return found;
}

test.each([
  ["after:2026-02-30", "date-nonexistent", "error", 6, 16],
  ["shape:Nope", "unresolved-shape", "warning", 6, 10],
  ["sort:name type:A", "scope-term", "info", 0, 9],
  ["type:A type:A", "duplicate-term", "hint", 7, 13],
])("in %j the diagnostic %s has severity %s from %i to %i", (text, code, severity, from, to) => {
  const converted = lintDiagnosticOf(diagnosticOf(text, code), textOf(text));
  expect(converted).toMatchObject({ severity, from, to });
});

test("only unnecessary text has a class", () => {
  const text = "type:A type:A shape:Nope";
  const [duplicate, unknown] = ["duplicate-term", "unresolved-shape"].map((code) =>
    lintDiagnosticOf(diagnosticOf(text, code), textOf(text)),
  );
  expect(duplicate?.markClass).toBe("cm-sliceCql-unnecessary");
  expect(unknown?.markClass).toBeUndefined();
});

test("there is a button for each fix, but not where nothing can be edited", () => {
  const buttons = [false, true].map((readOnly) =>
    lintDiagnosticOf(diagnosticOf("Type:A", "qualifier-case"), textOf("Type:A"), { readOnly }).actions?.map(
      ({ name }) => name,
    ),
  );
  expect(buttons).toEqual([["write type:"], []]);
});

/** Pieces as one line, in which code is in brackets. */
function marked(message: string): string {
  return piecesOf(message)
    .map(({ text, code }) => (code === true ? `[${text}]` : text))
    .join("");
}

test.each([
  ["write `type:`", "write [type:]"],
  ["`a`, `b` and (`c`).", "[a], [b] and ([c])."],
  ["no code", "no code"],
  ["", ""],
  ["a name with one: `it`s`", "a name with one: [it`s]"],
  ["a name of two: ````", "a name of two: [``]"],
  ["nothing between: ``", "nothing between: ``"],
  ["one alone: `", "one alone: `"],
])("the code in the message %j is marked", (message, expected) => {
  expect(marked(message)).toBe(expected);
});

test("no message shows its backquotes", () => {
  const examples = ruleDocs.flatMap(({ invalid }) => invalid.map(({ text }) => text));
  const found = examples.flatMap((text) => validate(text, exampleOptions));
  const titles = found.flatMap(({ fixes = [] }) => fixes.map(({ title }) => title));
  const said = [...found.map(({ message }) => message), ...titles];
  expect(said.some((each) => each.includes("`"))).toBe(true);
  expect(said.map(plainOf).filter((each) => each.includes("`"))).toEqual([]);
});

/** The text after the first fix of a diagnostic, made for one text and applied to another. */
function fixed(made: string, code: string, now: string, from: number, extension: Extension = []): string {
  const converted = lintDiagnosticOf(diagnosticOf(made, code), textOf(made));
  const { view } = fakeView(now, 0, extension);
  converted.actions?.[0]?.apply(view, from, from);
  return view.state.doc.toString();
}

test.each([
  ["the same text", "Type:A", "Type:A", 0, "type:A"],
  ["a text in front", "Type:A", "type:B Type:A", 7, "type:B type:A"],
  ["a text after", "Type:A", "Type:A type:B", 0, "type:A type:B"],
])("a fix is applied to %s", (_what, made, now, from, expected) => {
  expect(fixed(made, "qualifier-case", now, from)).toBe(expected);
});

test("a fix is not applied to a text that it was not made for", () => {
  expect(fixed("Type:A", "qualifier-case", "TYPE:A", 0)).toBe("TYPE:A");
  expect(fixed("Type:A", "qualifier-case", "", 0)).toBe("");
});

test("a fix is not applied where nothing can be edited", () => {
  expect(fixed("Type:A", "qualifier-case", "Type:A", 0, EditorState.readOnly.of(true))).toBe("Type:A");
});

test("the changes for CodeMirror have the effect of the edits", () => {
  fc.assert(
    fc.property(anyText, (source) => {
      const state = EditorState.create({ doc: source });
      const doc = state.doc.toString();
      for (const { fixes = [] } of validate(doc, exampleOptions)) {
        for (const { edits } of fixes) {
          const after = state.update({ changes: [...changeSpecs(edits)] }).newDoc.toString();
          expect(after).toBe(EditorState.create({ doc: applyEdits(doc, edits) }).doc.toString());
        }
      }
    }),
  );
});

test("edits are one step of the history, and scroll into view", () => {
  const edits = [{ span: { start: 0, end: 1 }, text: "x" }];
  const { userEvent, scrollIntoView } = editTransaction(EditorState.create({ doc: "y" }), edits, "input.fix");
  expect([userEvent, scrollIntoView]).toEqual(["input.fix", true]);
});

test.each([
  ["in the edit", 0, 4, undefined, "shape| x"],
  ["before it in the text", 0, 0, undefined, "|shape x"],
  ["after it", 0, 6, undefined, "shape x|"],
  ["to be after the edit", 6, 6, "edit", "shape| x"],
] as const)(
  "a cursor that is %s stays there, and nothing is selected",
  (_what, anchor, head, to, expected) => {
    const state = EditorState.create({ doc: "tpye x", selection: { anchor, head } });
    const edits = [{ span: { start: 0, end: 4 }, text: "shape" }];
    const spec = editTransaction(state, edits, "input.fix", to === "edit" ? endOf(edits) : undefined);
    const { doc, selection } = state.update(spec).state;
    expect(`${doc.sliceString(0, selection.main.from)}|${doc.sliceString(selection.main.to)}`).toBe(expected);
  },
);

test.each(["qualifier", "entity-type", "name", "date"] as const)(
  "a completion of the kind %s can be styled",
  (kind) => {
    const edit = { span: { start: 0, end: 0 }, text: "x" };
    expect(completionOf({ label: "x", kind, edit })).toEqual({ label: "x", type: kind });
    expect(completionOf({ label: "x", kind, edit, detail: "said next to" }).detail).toBe("said next to");
  },
);
