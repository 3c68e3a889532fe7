// Tests diagnostics, pushed and pulled, and the changes that are on offer for them.

import { describe, expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { begin, capable, end, type OpenDocument, open, pulling, range } from "./support/session.ts";
import { inThisProcess } from "./support/wires.ts";

const options = { now: "2026-11-20T12:00:00Z", docsUrl: "https://docs.example/cql.html#top" };
const published = "textDocument/publishDiagnostics";

describe("pushed diagnostics", () => {
  test("have everything that the client can show", async () => {
    const client = await begin(inThisProcess(), { capabilities: capable, options });
    const { uri } = open(client, "Type:A\n  type:B type:B");
    const fixes = (title: string, at: unknown, newText: string): unknown => ({
      version: 1,
      fixes: [{ title, preferred: true, edits: [{ range: at, newText }] }],
    });
    expect(await client.next(published)).toEqual({
      uri,
      version: 1,
      diagnostics: [
        {
          range: range(0, 4),
          severity: 1,
          code: "qualifier-case",
          codeDescription: { href: "https://docs.example/cql.html#qualifier-case" },
          source: "slice-cql",
          message: "Qualifiers must be lowercase: write `type:`, not `Type:`.",
          data: fixes("write `type:`", range(0, 4), "type"),
        },
        {
          range: range(9, 15, 1),
          severity: 4,
          code: "duplicate-term",
          codeDescription: { href: "https://docs.example/cql.html#duplicate-term" },
          source: "slice-cql",
          message: expect.stringContaining("type:B"),
          tags: [1],
          relatedInformation: [{ location: { uri, range: range(2, 8, 1) }, message: expect.any(String) }],
          data: expect.objectContaining({ version: 1 }),
        },
      ],
    });
    await end(client);
  });

  test("have nothing that the client cannot show", async () => {
    const client = await begin(inThisProcess(), { options });
    open(client, "Type:A type:B type:B");
    const sent = await client.next(published);
    expect(sent).toMatchObject({ diagnostics: [{ code: "qualifier-case" }, { code: "duplicate-term" }] });
    expect(JSON.stringify(sent)).not.toMatch(/version|codeDescription|tags|related|data/);
    await end(client);
  });

  test.each<readonly [tagSupport: unknown, tags: readonly number[] | undefined]>([
    [true, [1]],
    [false, undefined],
    [null, undefined],
    [{}, undefined],
    [{ valueSet: 1 }, undefined],
    [{ valueSet: [2] }, undefined],
    [{ valueSet: [1] }, [1]],
  ])("have tags if the client supports them, as with %j: %j", async (tagSupport, tags) => {
    const textDocument = { publishDiagnostics: { tagSupport } };
    const client = await begin(inThisProcess(), { capabilities: { textDocument } });
    open(client, "type:B type:B");
    const [found]: readonly unknown[] = Object(await client.next(published)).diagnostics;
    expect(Object(found).tags).toEqual(tags);
    await end(client);
  });

  test("link to the page next to the server, if no other is configured", async () => {
    const client = await begin(inThisProcess(), { capabilities: capable });
    open(client, "Type:A");
    expect(JSON.stringify(await client.next(published))).toMatch(
      /"href":"file:[^"]*\/docs\/diagnostics\.md#qualifier-case"/,
    );
    await end(client);
  });

  test("come once for many keystrokes, for the last version", async () => {
    const client = await begin(inThisProcess(), { capabilities: capable, options });
    const document = open(client, "T");
    for (let version = 2; version <= 20; version++) document.write("Type:A".slice(0, version), version);
    expect(await client.next(published)).toMatchObject({ version: 20, diagnostics: [{}] });
    expect(client.received.filter(({ method }) => method === published)).toHaveLength(1);
    await end(client);
  });

  test("are cleared when the text is closed", async () => {
    const client = await begin(inThisProcess(), { capabilities: capable, options });
    const document = open(client, "Type:A");
    await client.next(published);
    document.write("Type:B", 2);
    document.close();
    expect(await client.next(published)).toEqual({ uri: document.uri, diagnostics: [] });
    await end(client);
    expect(client.left(published)).toBe(0);
  });
});

describe("diagnostics, when pulled,", () => {
  test("report that nothing has changed, and are not also pushed", async () => {
    const client = await begin(inThisProcess(), { capabilities: pulling, options });
    const document = open(client, "Type:A");
    const pull = async (previousResultId?: string): Promise<Record<string, unknown>> =>
      Object(await client.request("textDocument/diagnostic", { ...document.here, previousResultId }));
    const first = await pull();
    expect(first).toMatchObject({ kind: "full", items: [{ code: "qualifier-case" }] });
    const resultId = String(first["resultId"]);
    expect(await pull(resultId)).toEqual({ kind: "unchanged", resultId });
    expect(await pull("?")).toMatchObject({ kind: "full", items: [{}] });
    document.write("type:A", 2);
    expect(await pull(resultId)).toMatchObject({ kind: "full", items: [] });
    await new Promise((resolve) => setTimeout(resolve, 80));
    await end(client);
    expect(client.received.filter(({ method }) => method === published)).toEqual([]);
  });

  test("can be pulled by any client, and are pushed to clients that do not declare that they pull", async () => {
    const client = await begin(inThisProcess(), { capabilities: capable, options });
    const document = open(client, "Type:A");
    expect(await client.request("textDocument/diagnostic", document.here)).toMatchObject({ items: [{}] });
    expect(await client.next(published)).toMatchObject({ diagnostics: [{}] });
    await end(client);
  });

  test("use a changed catalog at the next pull, if the client cannot be asked to refresh", async () => {
    const { diagnostics: _refresh, ...workspace } = pulling.workspace;
    const client = await begin(inThisProcess(), { capabilities: { ...pulling, workspace }, options });
    const document = open(client, "shape:A");
    const pull = async (): Promise<unknown> => await client.request("textDocument/diagnostic", document.here);
    expect(await pull()).toMatchObject({ items: [] });
    client.notify("workspace/didChangeConfiguration", {
      settings: { sliceCql: { catalog: { shapes: [] } } },
    });
    expect(await pull()).toMatchObject({ items: [{ code: "unresolved-shape" }] });
    await end(client);
    expect(client.left("workspace/diagnostic/refresh") + client.left(published)).toBe(0);
  });
});

describe("code actions", () => {
  const begun = async (capabilities: unknown = pulling): Promise<Client> =>
    await begin(inThisProcess(), { capabilities, options });
  const actionsOf = async (
    client: Client,
    document: OpenDocument,
    at: unknown,
    context: object = { diagnostics: [] },
  ): Promise<readonly Record<string, unknown>[]> =>
    Object(await client.request("textDocument/codeAction", { ...document.here, range: at, context }));
  const titles = (actions: readonly Record<string, unknown>[]): readonly unknown[] =>
    actions.map(({ kind, title }) => `${String(kind)}: ${String(title)}`);
  const fix = "quickfix: write `type:`";
  const all = "source.fixAll.slice-cql: apply all unambiguous fixes";

  test("are the fixes at the cursor, all unambiguous fixes, and other orders", async () => {
    const client = await begun();
    const document = open(client, "Type:A sort:x");
    expect(titles(await actionsOf(client, document, range(2, 2)))).toEqual([fix, all]);
    expect(titles(await actionsOf(client, document, range(9, 9)))).toEqual([all]);
    const sorted = open(client, "after:7d type:A");
    expect(titles(await actionsOf(client, sorted, range(0, 0)))).toContain(
      "refactor.rewrite: sort the terms by kind",
    );
    await end(client);
  });

  test.each<readonly [only: readonly string[], kinds: readonly string[]]>([
    [["quickfix"], [fix]],
    [["source"], [all]],
    [["source.fixAll"], [all]],
    [["source.fixAll.slice-cql"], [all]],
    [["source.fixAll.slice"], []],
    [["source.organizeImports"], []],
    [["refactor", "quickfix"], [fix]],
    [[], []],
  ])("are of the kinds %j that the client wants", async (only, kinds) => {
    const client = await begun();
    const actions = await actionsOf(client, open(client, "Type:A"), range(0, 0), { diagnostics: [], only });
    expect(titles(actions)).toEqual(kinds);
    await end(client);
  });

  test("fix the diagnostics that the client passes, also those elsewhere, each once", async () => {
    const client = await begun();
    const document = open(client, "Type:A Shape:B");
    const { items } = Object(await client.request("textDocument/diagnostic", document.here));
    const actions = await actionsOf(client, document, range(0, 0), { diagnostics: items });
    expect(titles(actions)).toEqual([fix, "quickfix: write `shape:`", all]);
    expect(actions[1]).toEqual({
      title: "write `shape:`",
      kind: "quickfix",
      isPreferred: true,
      diagnostics: [items[1]],
      edit: {
        documentChanges: [
          {
            textDocument: { uri: document.uri, version: 1 },
            edits: [{ range: range(7, 12), newText: "shape" }],
          },
        ],
      },
    });
    await end(client);
  });

  test("do not trust the data of a diagnostic from another version, or with missing parts", async () => {
    const client = await begun();
    const document = open(client, "Type:A Shape:B");
    const { items } = Object(await client.request("textDocument/diagnostic", document.here));
    const context = (data: unknown): object => ({ diagnostics: [{ ...items[1], data }] });
    for (const data of [
      undefined,
      null,
      { version: 1 },
      { version: 1, fixes: "x" },
      { version: 1, fixes: [null, 1, {}, { title: "x" }, { title: "x", edits: [1] }] },
      { version: 1, fixes: [{ title: "x", edits: [{ range: range(0, 1) }] }] },
      { ...items[1].data, version: 2 },
    ])
      expect(titles(await actionsOf(client, document, range(0, 0), context(data)))).toEqual([fix, all]);
    await end(client);
  });

  test("name the diagnostic even without its data, and edit by URI if versions are unknown", async () => {
    const client = await begun({});
    const document = open(client, "Type:A");
    await client.next(published);
    const shown = { code: "qualifier-case", range: range(0, 4), message: "…" };
    const actions = await actionsOf(client, document, range(1, 1), {
      diagnostics: [{ code: "other", range: range(0, 4), message: "" }, shown],
    });
    expect(actions[0]).toEqual({
      title: "write `type:`",
      kind: "quickfix",
      isPreferred: true,
      diagnostics: [shown],
      edit: { changes: { [document.uri]: [{ range: range(0, 4), newText: "type" }] } },
    });
    await end(client);
  });
});
