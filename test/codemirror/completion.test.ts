// Tests completion: when it is requested, what is offered, and what choosing an option writes.

import { CompletionContext, type CompletionResult, type CompletionSource } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { isWritten, sliceCqlCompletion } from "../../src/codemirror/completion.ts";
import { abortAll } from "../../src/codemirror/latest.ts";
import { createLanguageService, type LanguageService } from "../../src/language-service/service.ts";
import { exampleOptions } from "../support/example-catalog.ts";
import { fakeView } from "./fake-view.ts";

type Completing = Pick<LanguageService, "complete">;

const service: Completing = createLanguageService(exampleOptions);

interface Asked {
  readonly context: CompletionContext;
  readonly result: Promise<CompletionResult | null>;
}

/** Asks at a cursor as the editor does. */
function ask(doc: string, cursor: number, explicit: boolean, asked: Completing = service): Asked {
  const state = EditorState.create({ doc, extensions: sliceCqlCompletion(asked) });
  const [source] = state.languageDataAt<CompletionSource>("autocomplete", cursor);
  if (source === undefined) throw new Error("There is no source of completions");
  const context = new CompletionContext(state, cursor, explicit);
  return { context, result: Promise.resolve(source(context)) };
}

async function labelsOf(doc: string, cursor: number, explicit = false): Promise<readonly string[]> {
  const found = await ask(doc, cursor, explicit).result;
  return found?.options.map(({ label }) => label) ?? [];
}

test.each([
  ["", 0],
  ["type:A ", 7],
  ["type:A\n", 7],
])(
  "completion in %j is offered only on request, because the cursor is between terms",
  async (doc, cursor) => {
    expect(await labelsOf(doc, cursor)).toEqual([]);
    expect(await labelsOf(doc, cursor, true)).toContain("type");
  },
);

test("nothing is offered where nothing can be edited", async () => {
  const extensions = [sliceCqlCompletion(service), EditorState.readOnly.of(true)];
  const state = EditorState.create({ doc: "type:", extensions });
  const [source] = state.languageDataAt<CompletionSource>("autocomplete", 5);
  expect(await source?.(new CompletionContext(state, 5, true))).toBeNull();
});

test("options are offered in the order of the language service", async () => {
  const expected = (await service.complete("shape:s", 7)).map(({ label }) => label);
  expect(await labelsOf("shape:s", 7)).toEqual(expected);
});

test("nothing is offered inside quotes of free text", async () => {
  expect(await ask('"free text', 8, false).result).toBeNull();
});

test("CodeMirror neither filters nor keeps a result", async () => {
  const found = await ask("shape:Sa tail", 8, false).result;
  expect(found).toMatchObject({ from: 6, to: 8, filter: false });
  const changes = EditorState.create({ doc: "shape:Sa tail" }).changes({ from: 0, insert: "x" });
  expect(found === null ? undefined : found.map?.(found, changes)).toBeNull();
});

/** The text and the cursor after the first completion is chosen: `text|rest`. */
async function chosen(doc: string, cursor: number): Promise<string> {
  const [first] = (await ask(doc, cursor, true).result)?.options ?? [];
  const { view } = fakeView(doc, cursor);
  if (first === undefined || typeof first.apply !== "function") throw new Error("There is nothing to choose");
  first.apply(view, first, 0, 0);
  const { doc: after, selection } = view.state;
  return `${after.sliceString(0, selection.main.head)}|${after.sliceString(selection.main.head)}`;
}

test.each([
  ["shape:Sal", 9, 'shape:"Sales CRM"|'],
  ["shape:Sal type:Person", 9, 'shape:"Sales CRM"| type:Person'],
  ["shape:Salxx type:Person", 9, 'shape:"Sales CRM"| type:Person'],
  ["sou", 3, "source:|"],
  ["type:Per", 8, "type:Person|"],
])("choosing the first option in %j at %i replaces the value", async (doc, cursor, expected) => {
  expect(await chosen(doc, cursor)).toBe(expected);
});

test("a completion that is already written is distinguished from one that is not", async () => {
  const state = EditorState.create({ doc: "source:gmail" });
  const [written] = (await ask("source:gmail", 12, true).result)?.options ?? [];
  const [other] = (await ask("source:gm", 9, true).result)?.options ?? [];
  const [qualifier] = (await ask("sour", 4, true).result)?.options ?? [];
  if (written === undefined || other === undefined || qualifier === undefined)
    throw new Error("None offered");
  expect(isWritten(state, written)).toBe(true);
  expect(isWritten(EditorState.create({ doc: "source:gm" }), other)).toBe(false);
  expect(isWritten(EditorState.create({ doc: "source:" }), qualifier)).toBe(false);
  expect(isWritten(state, { label: "of another source" })).toBe(false);
});

/** A service that waits until it is aborted. */
const slow: Completing = {
  complete: async (_text, _offset, options) =>
    await new Promise((_resolve, reject) => {
      options?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
    }),
};

test("an aborted request returns nothing, and does not fail", async () => {
  const { context, result } = ask("type:", 5, true, slow);
  // As the editor does, for which CodeMirror has no public call.
  const { abortListeners }: { readonly abortListeners?: readonly (() => void)[] } = Object.assign(
    { abortListeners: [] },
    context,
  );
  for (const listener of abortListeners ?? []) listener();
  expect(await result).toBeNull();
});

test("a destroyed editor aborts its requests", async () => {
  const { view } = fakeView("type:", 5, sliceCqlCompletion(slow));
  const [source] = view.state.languageDataAt<CompletionSource>("autocomplete", 5);
  const result = source?.(new CompletionContext(view.state, 5, true, view));
  abortAll(view);
  expect(await result).toBeNull();
});

test("completion rejects if the catalog fails", async () => {
  const failing: Completing = { complete: async () => await Promise.reject(new Error("no catalog")) };
  await expect(ask("type:", 5, true, failing).result).rejects.toThrow("no catalog");
});
