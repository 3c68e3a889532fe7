// Tests the diagnostics of an editor: they are the same objects while nothing changes, and report an unavailable catalog.

import { setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, type Transaction } from "@codemirror/state";
import { expect, test } from "vitest";
import { lintSource, staysIfSame } from "../../src/codemirror/linter.ts";
import { createCatalog } from "../../src/index.ts";
import { createLanguageService } from "../../src/language-service/service.ts";
import { exampleOptions } from "../support/example-catalog.ts";
import { type FakeView, fakeView } from "./fake-view.ts";

const service = createLanguageService(exampleOptions);

function last({ transactions }: FakeView): Transaction {
  const transaction = transactions.at(-1);
  if (transaction === undefined) throw new Error("Nothing was dispatched");
  return transaction;
}

test("equal diagnostics of the same text are the same object", async () => {
  const ask = lintSource(service);
  const { view } = fakeView("Type:A shape:Nope");
  const first = await ask(view);
  expect(await ask(view)).toBe(first);
  view.dispatch({ changes: { from: 0, insert: " " } });
  expect(await ask(view)).not.toBe(first);
});

test("different diagnostics of the same text are a new object", async () => {
  let options = exampleOptions;
  const ask = lintSource({
    diagnostics: async (text, call) => await createLanguageService(options).diagnostics(text, call),
  });
  const { view } = fakeView("shape:Nope");
  expect(await ask(view)).toHaveLength(1);
  options = { ...exampleOptions, catalog: createCatalog({ shapes: [{ id: "n", name: "Nope" }] }) };
  expect(await ask(view)).toEqual([]);
});

test("a message stays open while the diagnostics are equal, and only then", async () => {
  const ask = lintSource(service);
  const fake = fakeView("Type:A shape:Nope");
  const found = await ask(fake.view);
  const decided = [found, await ask(fake.view), found.slice(1), [], found].map((each) => {
    fake.view.dispatch(setDiagnostics(fake.view.state, each));
    return staysIfSame(last(fake));
  });
  expect(decided).toEqual([null, false, null, null, null]);
  fake.view.dispatch({ selection: { anchor: 1 } });
  expect(staysIfSame(last(fake)), "left to CodeMirror").toBeNull();
  fake.view.dispatch({ changes: { from: 0, insert: "x" } }, setDiagnostics(fake.view.state, found));
  expect(staysIfSame(last(fake)), "left to CodeMirror").toBeNull();
});

test("an unavailable catalog is reported first, once, and findings that need no names are still reported", async () => {
  let failure: Error | undefined = new Error("<b>down</b>");
  const ask = lintSource(service, { failure: () => failure });
  const { view } = fakeView("Type:A");
  const [unread, ...others] = await ask(view);
  expect(unread).toMatchObject({
    from: 0,
    to: 1,
    severity: "warning",
    message: "The catalog could not be read, so names are not checked: <b>down</b>",
  });
  expect(others.map(({ severity }) => severity)).toEqual(["error"]);
  failure = undefined;
  expect(await ask(view), "it is there again").toHaveLength(1);
});

test("fixes are offered only while the editor can be edited", async () => {
  const editing = new Compartment();
  const { view } = fakeView("Type:A", 0, editing.of([]));
  const ask = lintSource(service);
  const fixes = async (): Promise<readonly number[]> =>
    (await ask(view)).map(({ actions = [] }) => actions.length);
  expect(await fixes()).toEqual([1]);
  view.dispatch({ effects: editing.reconfigure(EditorState.readOnly.of(true)) });
  expect(await fixes()).toEqual([0]);
});
