// Tests parameters that differ from the protocol: those of older clients are served, and wrong ones are answered with an error.

import { expect, test } from "vitest";
import { begin, capable, end, open, pluck, range } from "./support/session.ts";
import { inThisProcess } from "./support/wires.ts";

test.each<readonly [method: string, params: object]>([
  ["textDocument/hover", {}],
  ["textDocument/rename", { position: { line: 0, character: 0 } }],
  ["textDocument/inlayHint", { range: 1 }],
  ["textDocument/codeAction", { range: range(0, 0) }],
  ["textDocument/codeAction", { range: range(0, 0), context: { diagnostics: [null] } }],
  ["textDocument/selectionRange", { positions: 1 }],
])("%s with %j is answered with an error", async (method, params) => {
  const client = await begin(inThisProcess(), { capabilities: capable });
  const { here } = open(client, "shape:A");
  await expect(client.request(method, { ...here, ...params })).rejects.toThrow(/^-32603: |^-32803: /);
  expect(await end(client)).toEqual({ status: 0, errors: "" });
});

test("a notification with wrong parameters is ignored, and later messages are served", async () => {
  const client = await begin(inThisProcess(), { capabilities: capable });
  client.notify("textDocument/didOpen", { textDocument: { uri: 5, version: 1, text: 5 } });
  const document = open(client, "Type:A");
  client.notify("textDocument/didChange", { ...document.here, contentChanges: [] });
  expect(await client.next("textDocument/publishDiagnostics")).toMatchObject({
    uri: document.uri,
    version: 1,
  });
  expect(await end(client)).toEqual({ status: 0, errors: "" });
  expect(client.left("textDocument/publishDiagnostics")).toBe(0);
});

test("a client that requests code actions without a kind, or with null, gets all", async () => {
  const client = await begin(inThisProcess(), { capabilities: capable });
  const { here } = open(client, "Type:A   x");
  const ask = async (context: unknown): Promise<unknown> =>
    await client.request("textDocument/codeAction", { ...here, range: range(0, 4), context });
  const all = await ask({ diagnostics: [] });
  expect(pluck(all, "kind")).toContain("quickfix");
  expect(await ask({ diagnostics: [], only: null })).toEqual(all);
  expect(await ask({ diagnostics: [], only: [] })).toEqual([]);
  expect(await end(client)).toEqual({ status: 0, errors: "" });
});

test.each<readonly [what: string, change: unknown, version: unknown]>([
  ["no version", { text: "type:B   x" }, null],
  ["a range that is null", { text: "type:B   x", range: null }, 2],
  ["a range to far after the end", { text: "type:B   x", range: range(0, 4_294_967_295) }, 2],
])("a change with %s is applied", async (_what, change, version) => {
  const client = await begin(inThisProcess(), { capabilities: capable });
  const document = open(client, "type:A   type:C");
  const textDocument = { uri: document.uri, version };
  client.notify("textDocument/didChange", { textDocument, contentChanges: [change] });
  expect(await client.request("textDocument/formatting", document.here)).toEqual([
    { range: range(7, 9), newText: "" },
  ]);
  await end(client);
});

test("a text with an invalid change is forgotten, and that is reported", async () => {
  const client = await begin(inThisProcess(), { capabilities: capable });
  const document = open(client, "type:A   type:C", "untitled:\u202e");
  const textDocument = { uri: document.uri, version: 2 };
  client.notify("textDocument/didChange", { textDocument, contentChanges: [{ text: "", range: 1 }] });
  expect(await client.next("window/logMessage")).toMatchObject({
    message: expect.stringContaining("untitled:<U+202E> cannot be read; reopen the file"),
  });
  expect((await client.request("textDocument/formatting", document.here)) ?? []).toEqual([]);
  await end(client);
});
