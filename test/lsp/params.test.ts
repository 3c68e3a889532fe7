// What is said of parameters that are not as the protocol has them.

import { expect, test } from "vitest";
import { paramsProblem } from "../../src/lsp/connection/params.ts";
import { begin, capable, end, open, pluck, range } from "./support/session.ts";
import { inThisProcess } from "./support/wires.ts";

const textDocument = { uri: "untitled:a" };
const position = { line: 0, character: 0 };

test.each<readonly [method: string, params: unknown, problem: string | undefined]>([
  ["shutdown", undefined, undefined],
  ["textDocument/definition", undefined, undefined],
  ["workspace/executeCommand", 7, undefined],
  ["textDocument/hover", undefined, "params must be an object"],
  ["textDocument/hover", [], "params must be an object"],
  ["textDocument/hover", {}, "textDocument.uri must be a string"],
  ["textDocument/hover", { textDocument: { uri: 5 } }, "textDocument.uri must be a string"],
  ["textDocument/hover", { textDocument }, "position must be { line, character }"],
  [
    "textDocument/hover",
    { textDocument, position: { line: -1, character: 0 } },
    "position must be { line, character }",
  ],
  ["textDocument/hover", { textDocument, position }, undefined],
  ["textDocument/rename", { textDocument, position }, "newName must be a string"],
  ["textDocument/rename", { textDocument, position, newName: "" }, undefined],
  ["textDocument/inlayHint", { textDocument, range: position }, "range must be { start, end }"],
  ["textDocument/codeAction", { textDocument, range: range(0, 0) }, "context must be an object"],
  ["textDocument/codeAction", { textDocument, range: range(0, 0), context: { diagnostics: [] } }, undefined],
  [
    "textDocument/codeAction",
    {
      textDocument,
      range: range(0, 0),
      context: { diagnostics: [{ range: range(0, 1), message: "" }, null] },
    },
    "context.diagnostics[1].range must be { start, end }",
  ],
  [
    "textDocument/codeAction",
    { textDocument, range: range(0, 0), context: { diagnostics: [{}] } },
    "context.diagnostics[0].range must be { start, end }",
  ],
  [
    "textDocument/codeAction",
    { textDocument, range: range(0, 0), context: { diagnostics: [], only: "quickfix" } },
    "context.only must be a list of strings",
  ],
  [
    "textDocument/codeAction",
    { textDocument, range: range(0, 0), context: { diagnostics: [], only: [null] } },
    "context.only must be a list of strings",
  ],
  [
    "textDocument/codeAction",
    { textDocument, range: range(0, 0), context: { diagnostics: [], only: null } },
    undefined,
  ],
  [
    "textDocument/selectionRange",
    { textDocument, positions: [1] },
    "positions must be a list of { line, character }",
  ],
  ["textDocument/semanticTokens/range", { textDocument }, "range must be { start, end }"],
  ["textDocument/semanticTokens/full", { textDocument }, undefined],
  ["textDocument/didOpen", { textDocument: { uri: "a", version: null, text: "" } }, undefined],
  ["textDocument/inlayHint", { textDocument, range: range(0, 4_294_967_295) }, undefined],
  [
    "textDocument/didOpen",
    { textDocument: { uri: "a", version: 1, text: 5 } },
    "textDocument.text must be a string",
  ],
  ["textDocument/didOpen", { textDocument: { uri: "a", version: 1, text: "" } }, undefined],
  [
    "textDocument/didChange",
    { textDocument: { uri: "a", version: 1 }, contentChanges: [{ text: "" }] },
    undefined,
  ],
])("%s %j: %s", (method, params, problem) => {
  expect(paramsProblem(method, params)).toBe(problem);
});

test("a request is refused with it, a notification passed over, and the others are served", async () => {
  const client = await begin(inThisProcess(), { capabilities: capable });
  client.notify("textDocument/didOpen", { textDocument: { uri: 5, version: 1, text: 5 } });
  const document = open(client, "Type:A");
  client.notify("textDocument/didChange", { ...document.here, contentChanges: [] });
  await expect(client.request("textDocument/hover", document.here)).rejects.toThrow(
    "-32602: position must be { line, character }",
  );
  expect(await client.next("textDocument/publishDiagnostics")).toMatchObject({
    uri: document.uri,
    version: 1,
  });
  expect(await end(client)).toEqual({ status: 0, errors: "" });
  expect(client.left("textDocument/publishDiagnostics")).toBe(0);
});

test("a client that asks for code actions of no kind, by null or by nothing, gets all", async () => {
  const client = await begin(inThisProcess(), { capabilities: capable });
  const { here } = open(client, "Type:A   x");
  const ask = async (context: unknown): Promise<unknown> =>
    await client.request("textDocument/codeAction", { ...here, range: range(0, 4), context });
  const all = await ask({ diagnostics: [] });
  expect(pluck(all, "kind")).toContain("quickfix");
  expect(await ask({ diagnostics: [], only: null })).toEqual(all);
  expect(await ask({ diagnostics: [], only: [] })).toEqual([]);
  await expect(ask({ diagnostics: [null] })).rejects.toThrow("-32602: context.diagnostics[0]");
  expect(await end(client)).toEqual({ status: 0, errors: "" });
});

test.each<readonly [what: string, change: unknown, version: unknown]>([
  ["no version", { text: "type:B   x" }, null],
  ["a range that is null", { text: "type:B   x", range: null }, 2],
  ["a range to far behind the end", { text: "type:B   x", range: range(0, 4_294_967_295) }, 2],
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

test("a text whose change cannot be read is not known any more, and that is said", async () => {
  const client = await begin(inThisProcess(), { capabilities: capable });
  const document = open(client, "type:A   type:C", "untitled:\u202e");
  const textDocument = { uri: document.uri, version: 2 };
  client.notify("textDocument/didChange", { textDocument, contentChanges: [{ text: "", range: 1 }] });
  expect(await client.next("window/logMessage")).toMatchObject({
    message: expect.stringContaining("untitled:<U+202E> cannot be read; open it again"),
  });
  expect((await client.request("textDocument/formatting", document.here)) ?? []).toEqual([]);
  await end(client);
});
