// Tests everything that is registered: one provider of each kind, which asks the service and aborts when Monaco cancels.

import type { CancellationToken, IDisposable, languages } from "monaco-editor";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLanguageService, type LanguageService } from "../../src/language-service/service.ts";
import type { Model } from "../../src/monaco/namespace.ts";
import { registerSliceCql, type SliceCqlMonacoOptions } from "../../src/monaco/register.ts";
import { createCatalog } from "../../src/semantics/catalog.ts";
import { exampleOptions } from "../support/example-catalog.ts";
import { type FakeMonaco, fakeModel, fakeMonaco, fakeToken } from "./fake-monaco.ts";

/** What the tests ask of providers; each is registered by a method whose name ends in the word before the colon. */
interface Providers {
  readonly completionItem: languages.CompletionItemProvider;
  readonly hover: languages.HoverProvider;
  readonly inlayHints: languages.InlayHintsProvider;
  readonly codeAction: languages.CodeActionProvider;
  readonly documentSemanticTokens: languages.DocumentSemanticTokensProvider;
  readonly documentFormattingEdit: languages.DocumentFormattingEditProvider;
  readonly rename: languages.RenameProvider;
  readonly documentHighlight: languages.DocumentHighlightProvider;
  readonly reference: languages.ReferenceProvider;
  readonly documentSymbol: languages.DocumentSymbolProvider;
  readonly selectionRange: languages.SelectionRangeProvider;
}

interface Setup extends FakeMonaco {
  readonly registration: IDisposable & { readonly refresh: () => void };
  readonly provider: <Kind extends keyof Providers>(kind: Kind) => Providers[Kind];
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function setUp(options: SliceCqlMonacoOptions = exampleOptions, models: readonly Model[] = []): Setup {
  const fake = fakeMonaco(models);
  const registration = registerSliceCql(fake.monaco, options);
  return {
    ...fake,
    registration,
    provider: <Kind extends keyof Providers>(kind: Kind): Providers[Kind] => {
      const name = `register${kind.charAt(0).toUpperCase()}${kind.slice(1)}Provider`;
      const found = [...fake.registered].filter(({ method }) => method === name);
      expect(found.map(({ args }) => args[0])).toEqual(["slice-cql"]);
      return Object.assign(Object.create(null), found[0]?.args[1]);
    },
  };
}

const { token } = fakeToken();
const at = (column: number, lineNumber = 1) => ({ lineNumber, column });
const line = (start: number, end: number) => ({
  startLineNumber: 1,
  startColumn: start,
  endLineNumber: 1,
  endColumn: end,
});

/** Monaco's own classes of positions and ranges are more than what providers read of them. */
async function call(provider: object, method: string, ...args: readonly unknown[]): Promise<unknown> {
  return await Reflect.apply(Reflect.get(provider, method), provider, args);
}

test("the language is registered with its ending, its quotes and its colours", () => {
  const { registered } = setUp();
  const byMethod = new Map([...registered].map(({ method, args }) => [method, args]));
  expect(byMethod.get("register")?.[0]).toMatchObject({ id: "slice-cql", extensions: [".slice-cql"] });
  expect(byMethod.get("setLanguageConfiguration")?.[1]).toMatchObject({
    autoClosingPairs: [{ open: '"', close: '"' }],
  });
  expect([...byMethod.keys()]).toContain("setMonarchTokensProvider");
});

test("completion returns all items, in order, and is requested again at each keystroke", async () => {
  const { provider } = setUp();
  const { model } = fakeModel("shape:Sal");
  const found = await call(provider("completionItem"), "provideCompletionItems", model, at(10), {}, token);
  expect(found).toMatchObject({
    incomplete: true,
    suggestions: [{ label: "Sales CRM", insertText: '"Sales CRM"', range: line(7, 10), filterText: "Sal" }],
  });
});

test("a typed space requests completion inside quotes, and not between terms", async () => {
  const { provider } = setUp();
  const ask = async (text: string, context: object): Promise<unknown> => {
    const { model } = fakeModel(text);
    const args = [model, at(text.length + 1), context, token];
    return await call(provider("completionItem"), "provideCompletionItems", ...args);
  };
  const space = { triggerCharacter: " " };
  expect(await ask('shape:"Sales ', space)).toMatchObject({ suggestions: [{ insertText: '"Sales CRM"' }] });
  expect(await ask("type:Person ", space)).toMatchObject({ suggestions: [] });
  expect(await ask("type:Person ", {})).not.toMatchObject({ suggestions: [] });
  expect(provider("completionItem").triggerCharacters).toEqual([":", '"', " "]);
});

test("every offered date shows what it means", async () => {
  const { provider } = setUp();
  const { model } = fakeModel("after:3mo");
  const found = await call(provider("completionItem"), "provideCompletionItems", model, at(10), {}, token);
  const label = { label: "3mo", description: "2026-08-20 12:00 UTC" };
  expect(found).toMatchObject({ suggestions: [{ label }] });
});

test("a name is highlighted and listed in all places", async () => {
  const { provider } = setUp();
  const { model } = fakeModel('shape:Inbox type: source-shape:"Inbox"');
  const places = [line(7, 12), line(32, 39)];
  expect(await call(provider("documentHighlight"), "provideDocumentHighlights", model, at(8), token)).toEqual(
    places.map((range) => ({ range })),
  );
  expect(await call(provider("reference"), "provideReferences", model, at(8), {}, token)).toEqual(
    places.map((range) => ({ uri: model.uri, range })),
  );
  expect(await call(provider("reference"), "provideReferences", model, at(2), {}, token)).toEqual([]);
});

test("a hover has the instant in UTC, and there is none between terms", async () => {
  const { provider } = setUp();
  const { model } = fakeModel("after:3mo");
  expect(await call(provider("hover"), "provideHover", model, at(8), token)).toMatchObject({
    range: line(1, 10),
    contents: [{ value: expect.stringContaining("2026-08-20 12:00 UTC") }],
  });
  expect(await call(provider("hover"), "provideHover", fakeModel("").model, at(1), token)).toBeNull();
});

test("inlay hints are returned for the requested range", async () => {
  const { provider } = setUp();
  const { model } = fakeModel("after:3mo shape:Nope");
  const hints = provider("inlayHints");
  const labels = async (range: unknown): Promise<unknown> => {
    const list: unknown = await call(hints, "provideInlayHints", model, range, token);
    expect(list).toHaveProperty("dispose");
    return list;
  };
  expect(await labels(line(1, 21))).toMatchObject({
    hints: [{ label: "2026-08-20\u00a012:00\u00a0UTC", position: at(10) }, { label: "unresolved" }],
  });
  expect(await labels(line(1, 11))).toMatchObject({ hints: [{ position: at(10) }] });
});

test("an unknown name is not marked while a list of suggestions for it is open", async () => {
  const { provider } = setUp();
  const { model } = fakeModel("shape:Sal after:3mo");
  const hints = async (): Promise<unknown> =>
    await call(provider("inlayHints"), "provideInlayHints", model, line(1, 20), token);
  const marked = { label: "unresolved" };
  expect(await hints()).toHaveProperty("hints", expect.arrayContaining([expect.objectContaining(marked)]));
  const list = await provider("completionItem").provideCompletionItems(
    model,
    Object.assign(Object.create(null), at(10)),
    { triggerKind: 0 },
    token,
  );
  expect(await hints()).toMatchObject({ hints: [{ position: at(20) }] });
  list?.dispose?.();
  expect(await hints()).toHaveProperty("hints", expect.arrayContaining([expect.objectContaining(marked)]));
});

test("code actions are fixes, with the one for the problem at the cursor first", async () => {
  const { provider } = setUp();
  const { model } = fakeModel("Type:Person");
  const found = await call(provider("codeAction"), "provideCodeActions", model, line(1, 1), {}, token);
  expect(found).toMatchObject({
    actions: [
      { kind: "quickfix", isPreferred: true, edit: { edits: [{ resource: model.uri, versionId: 1 }] } },
      { kind: "source.fixAll" },
    ],
  });
});

test("semantic tokens, symbols and selection ranges need no catalog", async () => {
  const { provider } = setUp({});
  const { model } = fakeModel('shape:"Sales CRM" x');
  expect(
    await call(provider("documentSemanticTokens"), "provideDocumentSemanticTokens", model, null, token),
  ).toMatchObject({ data: { length: 20 } });
  expect(provider("documentSemanticTokens").getLegend().tokenTypes).toContain("variable");
  expect(await call(provider("documentSymbol"), "provideDocumentSymbols", model, token)).toMatchObject([
    { name: 'shape:"Sales CRM"', range: line(1, 18) },
    { name: "x", range: line(19, 20) },
  ]);
  const [ranges] = [await call(provider("selectionRange"), "provideSelectionRanges", model, [at(9)], token)];
  expect(ranges).toMatchObject([
    [{ range: line(8, 17) }, { range: line(7, 18) }, { range: line(1, 18) }, { range: line(1, 20) }],
  ]);
});

test("formatting writes the canonical spelling", async () => {
  const { provider } = setUp();
  const { model } = fakeModel('  type:"Person"');
  const formatting = provider("documentFormattingEdit");
  const edits: unknown = await call(formatting, "provideDocumentFormattingEdits", model, {}, token);
  expect(edits).toContainEqual({ range: line(1, 3), text: "" });
});

test("renaming writes the name everywhere, and reports where it cannot", async () => {
  const { provider } = setUp();
  const { model } = fakeModel("shape:Inbox source-shape:Inbox");
  const rename = provider("rename");
  const edit = await call(rename, "provideRenameEdits", model, at(8), "Out box", token);
  expect(edit).toMatchObject({
    edits: [{ textEdit: { text: '"Out box"', range: line(7, 12) } }, { textEdit: { range: line(26, 31) } }],
  });
  expect(await call(rename, "provideRenameEdits", model, at(8), "", token)).toMatchObject({
    edits: [],
    rejectReason: expect.any(String),
  });
  expect(await call(rename, "resolveRenameLocation", model, at(8), token)).toEqual({
    range: line(7, 12),
    text: "Inbox",
  });
  expect(await call(rename, "resolveRenameLocation", model, at(2), token)).toMatchObject({
    rejectReason: expect.any(String),
  });
});

/** A service that waits until it is aborted, and then rejects. */
function waitingService(): LanguageService {
  const wait = async (signal: Parameters<LanguageService["inlayHints"]>[1]): Promise<never> =>
    await new Promise((_resolve, reject) => {
      const giveUp = (): void => reject(new Error("aborted"));
      if (signal?.signal?.aborted === true) giveUp();
      signal?.signal?.addEventListener("abort", giveUp);
    });
  return {
    ...createLanguageService(),
    complete: async (_text, _offset, options) => await wait(options),
    hover: async (_text, _offset, options) => await wait(options),
    inlayHints: async (_text, options) => await wait(options),
    codeActions: async (_text, _span, options) => await wait(options),
  };
}

test.each([
  ["completionItem", "provideCompletionItems", [at(1), {}], { suggestions: [] }],
  ["hover", "provideHover", [at(1)], null],
  ["inlayHints", "provideInlayHints", [line(1, 2)], { hints: [] }],
  ["codeAction", "provideCodeActions", [line(1, 2), {}], { actions: [] }],
] as const)(
  "a %s request that Monaco cancels is aborted, without a failure",
  async (kind, method, args, empty) => {
    const { provider } = setUp({ service: waitingService() });
    const { model } = fakeModel("type:A");
    const fake = fakeToken();
    const asked = call(provider(kind), method, model, ...args, fake.token);
    expect(fake.size()).toBe(1);
    fake.cancel();
    const answer: unknown = await asked;
    if (empty === null) expect(answer).toBeNull();
    else expect(answer).toMatchObject(empty);
    expect(fake.size(), "nothing listens any more").toBe(0);
    const late: CancellationToken = fakeToken(true).token;
    expect(await call(provider(kind), method, model, ...args, late)).toEqual(
      answer === null ? null : expect.anything(),
    );
  },
);

test("a failing catalog affects only the names", async () => {
  const { provider } = setUp({ catalog: async () => await Promise.reject(new Error("no catalog")) });
  const hover = await call(provider("hover"), "provideHover", fakeModel("type:A").model, at(1), token);
  expect(hover).not.toBeNull();
});

test("a request rejects if the service fails", async () => {
  const failing = {
    ...createLanguageService(),
    hover: async () => await Promise.reject(new Error("no worker")),
  };
  const { provider } = setUp({ service: failing });
  const asked = call(provider("hover"), "provideHover", fakeModel("type:A").model, at(1), token);
  await expect(asked).rejects.toThrow("no worker");
});

test("refresh requests markers and hints again", async () => {
  const { model } = fakeModel("shape:Nope");
  let names = ["Inbox"];
  const { registration, provider, markers } = setUp(
    { catalog: () => createCatalog({ shapes: names.map((name) => ({ id: name, name })) }) },
    [model],
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(markers.get(model)).toHaveLength(1);
  const changes = vi.fn();
  provider("inlayHints").onDidChangeInlayHints?.(changes);
  names = ["Nope"];
  registration.refresh();
  await vi.advanceTimersByTimeAsync(0);
  expect(markers.get(model)).toEqual([]);
  expect(changes).toHaveBeenCalledOnce();
});

test("disposing removes everything but the ID of the language", () => {
  const { registration, registered, created } = setUp();
  registration.dispose();
  expect([...registered].map(({ method }) => method)).toEqual(["register"]);
  expect(created.size()).toBe(0);
});
