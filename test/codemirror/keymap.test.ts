// Tests the commands and their keys: format, fix, go to the next problem.

import { setDiagnostics } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, type KeyBinding, keymap } from "@codemirror/view";
import { expect, test, vi } from "vitest";
import { fixQuery, formatQuery, sliceCqlKeymap } from "../../src/codemirror/keymap.ts";
import { refreshSliceCql } from "../../src/codemirror/refresh.ts";
import { sliceCqlSingleLine } from "../../src/codemirror/single-line.ts";
import { sliceCql } from "../../src/codemirror/slice-cql.ts";
import { createLanguageService } from "../../src/language-service/service.ts";
import { exampleOptions } from "../support/example-catalog.ts";
import { type FakeView, fakeView } from "./fake-view.ts";

const service = createLanguageService(exampleOptions);
const readOnly: Extension = EditorState.readOnly.of(true);

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 10));
}

/** The bindings of a key, in the order in which they are tried. */
function bindingsOf({ view }: FakeView, key: string): readonly KeyBinding[] {
  return view.state
    .facet(keymap)
    .flat()
    .filter((binding) => binding.key === key);
}

/** Presses a key: the first binding that takes it. */
function press(fake: FakeView, key: string): boolean {
  return bindingsOf(fake, key).some(({ run }) => run?.(fake.view) === true);
}

test.each([
  ['  type:"Person"   after:7d', "type:Person after:7d"],
  ["type:Person", "type:Person"],
  ['type:"Per', 'type:"Per'],
])("the format command writes the canonical spelling of %j", (doc, expected) => {
  const fake = fakeView(doc);
  expect(formatQuery(service)(fake.view)).toBe(true);
  expect(fake.view.state.doc.toString()).toBe(expected);
  expect(fake.transactions).toHaveLength(doc === expected ? 0 : 1);
});

test.each([
  ["Type:Person Source:gmail", "type:Person source:gmail"],
  ["type:Person", "type:Person"],
])("the fix command fixes %j", async (doc, expected) => {
  const fake = fakeView(doc);
  expect(fixQuery(service)(fake.view)).toBe(true);
  await settled();
  expect(fake.view.state.doc.toString()).toBe(expected);
});

test("a fix for an outdated text is dropped", async () => {
  const fake = fakeView("Type:Person");
  fixQuery(service)(fake.view);
  fake.view.dispatch({ changes: { from: 0, insert: "x" } });
  await settled();
  expect(fake.view.state.doc.toString()).toBe("xType:Person");
});

test("the fix command reports a catalog that fails", async () => {
  const fake = fakeView("Type:Person");
  fixQuery({ codeActions: async () => await Promise.reject(new Error("no catalog")) })(fake.view);
  await settled();
  expect(fake.failures).toEqual(["no catalog"]);
});

test("a read-only editor leaves the keys to other handlers", () => {
  const { view } = fakeView("Type:Person", 0, readOnly);
  expect([formatQuery(service)(view), fixQuery(service)(view)]).toEqual([false, false]);
});

test("every command has a key", () => {
  const fake = fakeView("", 0, sliceCqlKeymap(service));
  for (const key of ["Mod-.", "Shift-Alt-.", "Shift-Alt-f", "F8", "Mod-k Mod-i", "Escape"]) {
    expect(bindingsOf(fake, key), key).toHaveLength(1);
  }
});

test("F8 and Shift-F8 go from problem to problem, and announce each", () => {
  const fake = fakeView("type:A shape:B shape:C", 0, sliceCqlKeymap(service));
  const problems = [
    { from: 13, to: 14, severity: "error", message: "the first" } as const,
    { from: 21, to: 22, severity: "error", message: "the second" } as const,
  ];
  fake.view.dispatch(setDiagnostics(fake.view.state, problems));
  const [binding] = bindingsOf(fake, "F8");
  const places = [binding?.run, binding?.run, binding?.shift].map((command) => {
    expect(command?.(fake.view)).toBe(true);
    return fake.view.state.selection.main.from;
  });
  expect(places).toEqual([13, 21, 13]);
  expect(fake.announced()).toEqual(["the first", "the second", "the first"]);
});

test("Escape closes an explanation, and is left to other handlers if there is none", async () => {
  const fake = fakeView("after:3mo", 0, sliceCqlKeymap(service));
  expect(press(fake, "Escape")).toBe(false);
  press(fake, "Mod-k Mod-i");
  await settled();
  expect([press(fake, "Escape"), press(fake, "Escape")]).toEqual([true, false]);
});

test("F8 is left to other handlers if there are no problems", () => {
  const fake = fakeView("type:A", 0, sliceCqlKeymap(service));
  expect(press(fake, "F8")).toBe(false);
});

test("Enter submits in a query box, and does nothing with Shift or Mod", async () => {
  const submitted: string[] = [];
  const fake = fakeView("type:Person", 11, sliceCqlSingleLine({ onSubmit: (text) => submitted.push(text) }));
  for (const key of ["Enter", "Shift-Enter", "Mod-Enter"]) expect(press(fake, key), key).toBe(true);
  await expect.poll(() => submitted).toEqual(["type:Person"]);
  expect(fake.view.state.doc.toString()).toBe("type:Person");
});

test("Enter inserts no line break in a query box without onSubmit", () => {
  const fake = fakeView("type:Person", 11, sliceCqlSingleLine());
  expect(press(fake, "Enter")).toBe(true);
  expect(fake.view.state.doc.toString()).toBe("type:Person");
});

test.each([
  [{}, "Slice query", undefined],
  [{ ariaLabel: "Members" }, "Members", undefined],
  [{ singleLine: true }, "Slice query", "false"],
])("the field has its label and number of lines: %j", (options, label, isMultiline) => {
  const { view } = fakeView("", 0, sliceCql({ ...exampleOptions, ...options }));
  const attributes = view.state
    .facet(EditorView.contentAttributes)
    .map((each) => (typeof each === "function" ? each(view) : each));
  const all: Readonly<Record<string, string>> = Object.assign({}, ...attributes);
  expect(all["aria-label"]).toBe(label);
  expect(all["aria-multiline"]).toBe(isMultiline);
});

test("a service that is passed in is used", () => {
  const format = vi.fn(service.format);
  const fake = fakeView(" type:A", 0, sliceCql({ service: { ...service, format } }));
  expect(press(fake, "Shift-Alt-f")).toBe(true);
  expect(format).toHaveBeenCalledOnce();
});

test("refreshing changes neither text nor selection", () => {
  const fake = fakeView("type:A", 3);
  refreshSliceCql(fake.view);
  expect(fake.transactions.map(({ docChanged, effects }) => [docChanged, effects.length])).toEqual([
    [false, 1],
  ]);
});
