// Tests every request of an editor about a text, over real stdio and in this process.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { QUALIFIERS } from "../support/qualifiers.ts";
import type { Client, Wire } from "./support/client.ts";
import { begin, capable, end, type OpenDocument, open, pluck, range } from "./support/session.ts";
import { type Bundle, bundleServer, inThisProcess, overProcess } from "./support/wires.ts";

let bundle: Bundle;
beforeAll(async () => {
  bundle = await bundleServer();
});
afterAll(async () => await bundle.remove());

const catalog = {
  shapes: [
    { id: "s1", name: "Sales CRM", description: "All deals" },
    { id: "s2", name: "Inbox" },
  ],
  sources: [{ id: "g1", name: "gmail" }],
  types: ["Person", "Company"],
};
const options = { catalog, now: "2026-11-20T12:00:00Z", timeZone: "Europe/Berlin" };

const ways: readonly (readonly [way: string, connect: () => Wire])[] = [
  ["over real stdio", () => overProcess(bundle.path)],
  ["in this process", () => inThisProcess()],
];

describe.each(ways)("a server %s", (_way, connect) => {
  let client: Client;
  /** One that can as little as the protocol allows. */
  let plain: Client;
  beforeAll(async () => {
    client = await begin(connect(), { capabilities: capable, options, name: "Visual Studio Code" });
    plain = await begin(connect(), { options });
  });
  afterAll(async () => {
    expect(await end(client)).toEqual({ status: 0, errors: "" });
    expect(await end(plain)).toEqual({ status: 0, errors: "" });
  });
  const ask = async (method: string, document: OpenDocument, params: object = {}): Promise<unknown> =>
    await client.request(`textDocument/${method}`, { ...document.here, ...params });

  test("returns hovers as Markdown and as plain text", async () => {
    const text = "type:Person after:3mo";
    const document = open(client, text);
    const hover = await client.request("textDocument/hover", document.at(15));
    expect(hover).toMatchObject({ range: range(12, 21), contents: { kind: "markdown" } });
    const value = "`after:` entities created at this instant or later.\n\nIt means 2026-08-20 12:00 UTC";
    expect(JSON.stringify(hover)).toContain(JSON.stringify(value).slice(1, -1));
    expect(JSON.stringify(hover)).toContain("Europe/Berlin");
    const other = await plain.request("textDocument/hover", open(plain, text).at(15));
    expect(other).toMatchObject({ contents: { kind: "plaintext" } });
    expect(JSON.stringify(other)).toContain(JSON.stringify(value.replaceAll("`", "")).slice(1, -1));
    expect(await client.request("textDocument/hover", open(client, "").at(0))).toBe(null);
  });

  test("completes names in its own order, whatever the client filters by", async () => {
    const document = open(client, "type:Person\nshape:sal x");
    const list = await client.request("textDocument/completion", document.at(9, 1));
    expect(list).toEqual({
      isIncomplete: true,
      items: [
        {
          label: "Sales CRM",
          kind: 20,
          detail: "All deals",
          labelDetails: { description: "All deals" },
          sortText: "000",
          filterText: "sal",
          textEdit: { range: range(6, 9, 1), newText: '"Sales CRM"' },
        },
      ],
    });
  });

  test("continues the completion of a qualifier with its value, if the editor supports it", async () => {
    const items = async (asking: Client): Promise<unknown> =>
      await asking.request("textDocument/completion", open(asking, "ty").at(2));
    const item = {
      label: "type",
      kind: 14,
      sortText: "000",
      textEdit: { range: range(0, 2), newText: "type:" },
    };
    expect(await items(client)).toMatchObject({
      items: [{ ...item, command: { title: "Suggest", command: "editor.action.triggerSuggest" } }],
    });
    const others = await items(plain);
    expect(others).toMatchObject({ items: [item] });
    expect(JSON.stringify(others)).not.toMatch(/command|labelDetails/);
  });

  test("completes dates, and offers completions before anything is typed", async () => {
    const dates = await client.request("textDocument/completion", open(client, "after:").at(6));
    expect(Object(dates).items[0]).toMatchObject({ kind: 21, textEdit: { range: range(6, 6) } });
    expect(JSON.stringify(dates)).toContain("2026-11-20 00:00 UTC");
    expect(JSON.stringify(dates)).not.toContain("filterText");
    const words = await client.request("textDocument/completion", open(client, "").at(0));
    expect(pluck(Object(words).items, "kind")).toEqual(QUALIFIERS.map(() => 14));
  });

  test("completes a value of several lines, and removes its other lines by additional edits", async () => {
    const document = open(client, 'shape:"Sal\nes"');
    const list = await client.request("textDocument/completion", document.at(10));
    const [item]: readonly unknown[] = Object(list).items;
    expect(item).toMatchObject({
      textEdit: { range: range(6, 10), newText: '"Sales CRM"' },
      additionalTextEdits: [
        { range: { start: { line: 0, character: 10 }, end: { line: 1, character: 3 } }, newText: "" },
      ],
    });
  });

  test("completes after a space inside quotes, and between terms only on request", async () => {
    const labels = async (text: string, context?: object): Promise<unknown> => {
      const document = open(client, text);
      const list = await client.request(
        "textDocument/completion",
        Object.assign({}, document.at(text.length), { context }),
      );
      return list === null ? null : pluck(Object(list).items, "label");
    };
    const space = { triggerKind: 2, triggerCharacter: " " };
    expect(await labels('shape:"Sales ', space)).toEqual(["Sales CRM"]);
    expect(await labels("type:Person ", space)).toBe(null);
    expect(await labels("type:Person ", { triggerKind: 1 })).toEqual([...QUALIFIERS]);
    expect(await labels("type:Person ")).toEqual([...QUALIFIERS]);
  });

  test("highlights, lists and renames a name everywhere, despite an error of another term", async () => {
    const document = open(client, 'shape:Inbox type: \nsource-shape:"Inbox" source:Inbox');
    const places = [range(6, 11), range(13, 20, 1)];
    expect(await client.request("textDocument/documentHighlight", document.at(8))).toEqual(
      places.map((place) => ({ range: place })),
    );
    const context = { includeDeclaration: false };
    expect(
      await client.request("textDocument/references", Object.assign({}, document.at(8), { context })),
    ).toEqual(places.map((place) => ({ uri: document.here.textDocument.uri, range: place })));
    expect(
      await client.request("textDocument/references", Object.assign({}, document.at(2), { context })),
    ).toEqual([]);
    const renamed = await client.request(
      "textDocument/rename",
      Object.assign({}, document.at(8), { newName: "A" }),
    );
    expect(JSON.stringify(renamed).match(/"newText":"A"/gu)).toHaveLength(2);
  });

  test("returns the inlay hints of a range", async () => {
    const document = open(client, "after:3mo\nshape:Nope before:2026-01-01");
    const first = {
      position: { line: 0, character: 9 },
      label: "2026-08-20 12:00 UTC",
      tooltip: "What it means at 2026-11-20 12:00 UTC. It changes as time passes.",
      paddingLeft: true,
    };
    expect(await ask("inlayHint", document, { range: range(0, 9) })).toEqual([first]);
    const all = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
    expect(await ask("inlayHint", document, { range: all })).toMatchObject([
      first,
      { label: "unresolved", position: { line: 1, character: 10 } },
    ]);
    expect(await ask("inlayHint", document, { range: range(5, 5, 1) })).toEqual([]);
  });

  test("returns semantic tokens of a text, a range and an edit, with two tokens for a value of two lines", async () => {
    const document = open(client, 'type:A sort:x "\r\nb" after:7d');
    const whole = await ask("semanticTokens/full", document);
    const lines = [
      [0, 0, 4, 0, 0, 0, 4, 1, 1, 0, 0, 1, 1, 2, 0],
      [0, 2, 4, 0, 1, 0, 4, 1, 1, 1, 0, 1, 1, 4, 1],
      [0, 2, 1, 6, 1, 1, 0, 2, 6, 1],
      [0, 3, 5, 0, 0, 0, 5, 1, 1, 0, 0, 1, 2, 5, 0],
    ];
    expect(whole).toEqual({ resultId: expect.any(String), data: lines.flat() });
    const first = await ask("semanticTokens/range", document, { range: range(0, 6) });
    expect(first).toEqual({ data: lines[0] });
    const previousResultId = String(Object(whole).resultId);
    document.write('type:AB sort:x "\r\nb" after:7d', 2);
    const delta = await ask("semanticTokens/full/delta", document, { previousResultId });
    expect(delta).toEqual({
      resultId: expect.any(String),
      edits: [{ start: 12, deleteCount: 5, data: [2, 2, 0, 0, 3] }],
    });
    const again = await ask("semanticTokens/full/delta", document, {
      previousResultId: Object(delta).resultId,
    });
    expect(again).toMatchObject({ edits: [] });
    expect(await ask("semanticTokens/full/delta", document, { previousResultId: "?" })).toHaveProperty(
      "data",
    );
  });

  test("formats a file, and keeps the line break at its end", async () => {
    const format = async (text: string, method = "formatting"): Promise<unknown> =>
      await ask(method, open(client, text), { options: {}, range: range(0, 0) });
    expect(await format('  type:"Person"   shape:Inbox \r\n')).toEqual([
      { range: range(0, 2), newText: "" },
      expect.objectContaining({ range: expect.anything() }),
      { range: range(16, 18), newText: "" },
      { range: range(29, 30), newText: "" },
    ]);
    expect(await format("type:Person\n")).toEqual([]);
    expect(await format("type:Person\n\n")).toEqual([]);
    const alone = open(client, "type:Person\n\n", "inmemory://model/1");
    expect(await ask("formatting", alone, { options: {} })).toEqual([
      { range: { start: { line: 0, character: 11 }, end: { line: 1, character: 0 } }, newText: "" },
    ]);
    expect(await format("Type:Person  x")).toEqual([]);
    expect(await format("a  b", "rangeFormatting")).toEqual([{ range: range(2, 3), newText: "" }]);
  });

  test("renames a name everywhere, and refuses invalid names", async () => {
    const document = open(client, "shape:Inbox source-shape:Inbox type:Inbox");
    expect(await client.request("textDocument/prepareRename", document.at(7))).toEqual({
      range: range(6, 11),
      placeholder: "Inbox",
    });
    const renaming = (newName: string, character = 7): object => ({
      ...Object(document.at(character)),
      newName,
    });
    expect(await client.request("textDocument/rename", renaming("In box"))).toEqual({
      documentChanges: [
        {
          textDocument: { uri: document.uri, version: 1 },
          edits: [
            { range: range(6, 11), newText: '"In box"' },
            { range: range(25, 30), newText: '"In box"' },
          ],
        },
      ],
    });
    await expect(client.request("textDocument/rename", renaming(""))).rejects.toThrow(
      "-32803: a name must not be empty or contain control characters, invisible characters or lone surrogates",
    );
    await expect(client.request("textDocument/rename", renaming("x", 2))).rejects.toThrow(
      "-32803: only the names of types, shapes and sources can be renamed, and only while no term with the name has an error",
    );
    expect(await client.request("textDocument/prepareRename", document.at(2))).toBe(null);
    const other = open(plain, "type:A");
    const changes = { [other.uri]: [{ range: range(5, 6), newText: "B" }] };
    expect(await plain.request("textDocument/rename", { ...Object(other.at(5)), newName: "B" })).toEqual({
      changes,
    });
  });

  test("returns symbols as an outline and as a list", async () => {
    const text = "type:Person hello";
    const document = open(client, text);
    expect(await ask("documentSymbol", document)).toEqual([
      {
        name: "type:Person",
        detail: "entities of this type",
        kind: 7,
        range: range(0, 11),
        selectionRange: range(5, 11),
      },
      {
        name: "hello",
        detail: "free text; it does not affect membership",
        kind: 15,
        range: range(12, 17),
        selectionRange: range(12, 17),
      },
    ]);
    const { uri, here } = open(plain, text);
    expect(await plain.request("textDocument/documentSymbol", here)).toEqual([
      { name: "type:Person", kind: 7, location: { uri, range: range(0, 11) } },
      { name: "hello", kind: 15, location: { uri, range: range(12, 17) } },
    ]);
  });

  test("returns selections, each wider than the one before", async () => {
    const document = open(client, 'type:A shape:"Sales CRM"');
    const position = (character: number): object => ({ line: 0, character });
    expect(await ask("selectionRange", document, { positions: [position(15), position(99)] })).toMatchObject([
      {
        range: range(14, 23),
        parent: { range: range(13, 24), parent: { range: range(7, 24), parent: { range: range(0, 24) } } },
      },
      {},
    ]);
    const empty = open(client, "");
    expect(await ask("selectionRange", empty, { positions: [position(0)] })).toEqual([
      { range: range(0, 0) },
    ]);
  });

  test("returns nothing for a text that is not open", async () => {
    const document = open(client, "type:A");
    document.close();
    const anywhere = {
      position: { line: 0, character: 0 },
      positions: [],
      range: range(0, 0),
      newName: "x",
      context: { diagnostics: [] },
    };
    const answers = async (methods: readonly string[]): Promise<readonly unknown[]> =>
      await Promise.all(methods.map((method) => ask(method, document, anywhere)));
    expect(await answers(["hover", "completion", "prepareRename", "rename"])).toEqual(Array(4).fill(null));
    const lists = [
      "inlayHint",
      "codeAction",
      "formatting",
      "rangeFormatting",
      "documentSymbol",
      "selectionRange",
    ];
    expect(await answers(lists)).toEqual(lists.map(() => []));
    const tokens = ["full", "full/delta", "range"].map((part) => `semanticTokens/${part}`);
    expect(await answers(tokens)).toEqual(tokens.map(() => ({ data: [] })));
    expect(await ask("diagnostic", document)).toEqual({ kind: "full", items: [] });
  });
});
