// Tests files of queries: each request is about one query, and every answer is at its place in the file.

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { begin, end, fileUri, type OpenDocument, open, pluck, pulling, range } from "./support/session.ts";
import { inThisProcess } from "./support/wires.ts";

const catalog = {
  shapes: [{ id: "s1", name: "Sales CRM" }],
  sources: [{ id: "g1", name: "gmail" }],
  types: ["Person", "Company"],
};
const text = `# People
type:Person after:3mo

# Companies, twice
type:Company
  # of one source
source:gmail  source:gmail
`;

let client: Client;
beforeAll(async () => {
  const options = { catalog, now: "2026-11-20T12:00:00Z" };
  client = await begin(inThisProcess(), { capabilities: pulling, options });
});
afterAll(async () => expect(await end(client)).toEqual({ status: 0, errors: "" }));

const file = (content = text): OpenDocument => open(client, content, fileUri("/p/queries.slice-cql"));
const ask = async (method: string, { here }: OpenDocument, params: object = {}): Promise<unknown> =>
  await client.request(`textDocument/${method}`, { ...here, ...params });
const wholeOf = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

test("each query has its own diagnostics, and an unclosed quote does not swallow the next query", async () => {
  const document = file('shape:"Sales CRM\n\nType:Person\n\n#type:\n');
  expect(await ask("diagnostic", document)).toMatchObject({
    items: [
      { code: "unterminated-quote", range: range(6, 16) },
      { code: "qualifier-case", range: range(0, 4, 2) },
    ],
  });
});

test("a file without queries has no diagnostics, and completion", async () => {
  const document = file("# nothing yet\n\n");
  expect(await ask("diagnostic", document)).toMatchObject({ items: [] });
  const list = await client.request("textDocument/completion", document.at(0, 2));
  expect(Object(list).items[0]).toMatchObject({ textEdit: { range: range(0, 0, 2) } });
  expect(await client.request("textDocument/completion", document.at(4))).toMatchObject({ items: [] });
});

test("completion, hover, hints and selections have the right positions", async () => {
  const document = file(`${text}\nshape:Sal`);
  const list = await client.request("textDocument/completion", document.at(9, 8));
  expect(Object(list).items).toMatchObject([
    { label: "Sales CRM", textEdit: { range: range(6, 9, 8), newText: '"Sales CRM"' } },
  ]);
  const hover = await client.request("textDocument/hover", document.at(3, 6));
  expect(hover).toMatchObject({ range: range(0, 12, 6) });
  expect(await client.request("textDocument/hover", document.at(4, 5))).toBe(null);
  const hints = await ask("inlayHint", document, { range: wholeOf });
  expect(pluck(hints, "position")).toEqual([
    { line: 1, character: 21 },
    { line: 8, character: 9 },
  ]);
  const position = { line: 1, character: 6 };
  expect(await ask("selectionRange", document, { positions: [position] })).toMatchObject([
    {
      range: range(5, 11, 1),
      parent: {
        range: range(0, 11, 1),
        parent: { range: range(0, 21, 1), parent: { range: { start: { line: 0 } } } },
      },
    },
  ]);
});

test("comments and the terms around them are coloured", async () => {
  const tokens = Object(await ask("semanticTokens/full", file("# a\ntype:A\n# b\nsort:x # c")));
  expect(tokens.data).toEqual(
    [
      [0, 0, 3, 6, 0],
      [1, 0, 4, 0, 0, 0, 4, 1, 1, 0, 0, 1, 1, 2, 0],
      [1, 0, 3, 6, 0],
      [1, 0, 4, 0, 1, 0, 4, 1, 1, 1, 0, 1, 1, 4, 1, 0, 2, 1, 6, 1, 0, 2, 1, 6, 1],
    ].flat(),
  );
});

test("formatting works on each query, and keeps comments and empty lines", async () => {
  const document = file(' type:"A"  x\n\n\n# c\ntype:B\n# d\n type:"C"\n');
  expect(await ask("formatting", document, { options: {} })).toEqual([
    { range: range(0, 1), newText: "" },
    { range: range(6, 9), newText: "A" },
    { range: range(10, 11), newText: "" },
    { range: range(6, 9, 6), newText: "C" },
  ]);
});

test("fixing all keeps the queries apart: the same term in two of them is not redundant", async () => {
  const same = file("type:Person\n\ntype:Person\n");
  const context = { diagnostics: [], only: ["source.fixAll"] };
  expect(await ask("codeAction", same, { range: wholeOf, context })).toEqual([]);
  const document = file("Type:Person\n\n# c\nType:Company\n# d\nType:Person\n");
  expect(await ask("codeAction", document, { range: range(0, 0), context })).toMatchObject([
    {
      kind: "source.fixAll.slice-cql",
      edit: {
        documentChanges: [
          {
            edits: [
              { range: range(0, 1), newText: "t" },
              { range: range(0, 4, 3), newText: "type" },
              { range: range(0, 4, 5), newText: "type" },
            ],
          },
        ],
      },
    },
  ]);
});

test("other actions apply to the requested query", async () => {
  const actions = async (line: number): Promise<unknown> =>
    pluck(
      await ask("codeAction", file("source:gmail type:A\n\nType:B\n"), {
        range: range(0, 0, line),
        context: { diagnostics: [] },
      }),
      "title",
    );
  expect(await actions(0)).toEqual(["apply all unambiguous fixes", "sort the terms by kind"]);
  expect(await actions(1)).toEqual(["apply all unambiguous fixes"]);
  expect(await actions(2)).toEqual(["write `type:`", "apply all unambiguous fixes"]);
});

test("a name is renamed only in its query, and every term is a symbol", async () => {
  const document = file("type:A type:A\n\ntype:A");
  const place = Object(document.at(5, 2));
  const edit = await client.request("textDocument/rename", { ...place, newName: "B" });
  expect(edit).toMatchObject({ documentChanges: [{ edits: [{ range: range(5, 6, 2), newText: "B" }] }] });
  expect(await client.request("textDocument/prepareRename", place)).toMatchObject({ placeholder: "A" });
  expect(await client.request("textDocument/prepareRename", document.at(0, 1))).toBe(null);
  expect(pluck(await ask("documentSymbol", document), "range")).toEqual([
    range(0, 6),
    range(7, 13),
    range(0, 6, 2),
  ]);
});

test.each<readonly [uri: string, languageId: string, isFile: boolean]>([
  [fileUri("/p/x.slice-cql"), "slice-cql", true],
  [fileUri("/p/X.SLICE-CQL?x#y"), "plaintext", true],
  ["untitled:Untitled-1", "slice-cql", true],
  ["untitled:Untitled-1", "plaintext", false],
  ["inmemory://model/1", "slice-cql", false],
  [fileUri("/p/x.cql"), "slice-cql", true],
])("%s in %s is a file of queries: %s", async (uri, languageId, isFile) => {
  const textDocument = { uri, languageId, version: 1, text: "type:Person\n\ntype:Person" };
  client.notify("textDocument/didOpen", { textDocument });
  const { items } = Object(await client.request("textDocument/diagnostic", { textDocument: { uri } }));
  expect(pluck(items, "code")).toEqual(isFile ? [] : ["duplicate-term"]);
  client.notify("textDocument/didChange", {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: "#\ttype:" }],
  });
  const changed = Object(await client.request("textDocument/diagnostic", { textDocument: { uri } }));
  expect(pluck(changed.items, "code")).toEqual(isFile ? [] : ["free-text", "missing-value"]);
});
