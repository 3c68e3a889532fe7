// Tests the life of a server, over real streams and in this process: what may be sent when, what is answered to nonsense, and how it ends.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { type Client, createClient, type Wire } from "./support/client.ts";
import { begin, end, introduce, open } from "./support/session.ts";
import { type Bundle, bundleServer, inThisProcess, overProcess } from "./support/wires.ts";

let bundle: Bundle;
beforeAll(async () => {
  bundle = await bundleServer();
});
afterAll(async () => await bundle.remove());

const ways: readonly (readonly [way: string, connect: () => Wire])[] = [
  ["over real stdio", () => overProcess(bundle.path)],
  ["in this process", () => inThisProcess()],
];

describe.each(ways)("a server %s", (_way, connect) => {
  test("declares its capabilities", async () => {
    const client = createClient(connect());
    expect(await introduce(client)).toEqual({
      serverInfo: { name: "slice-cql", ...(_way === "in this process" ? { version: manifest.version } : {}) },
      capabilities: {
        positionEncoding: "utf-16",
        textDocumentSync: { openClose: true, change: 2 },
        diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
        completionProvider: { triggerCharacters: [":", '"', " "] },
        hoverProvider: true,
        inlayHintProvider: true,
        semanticTokensProvider: {
          legend: {
            tokenTypes: ["keyword", "operator", "class", "property", "string", "number", "comment"],
            tokenModifiers: ["scope"],
          },
          full: { delta: true },
          range: true,
        },
        codeActionProvider: {
          codeActionKinds: ["quickfix", "source.fixAll.slice-cql", "refactor.rewrite"],
        },
        documentFormattingProvider: true,
        documentRangeFormattingProvider: true,
        renameProvider: { prepareProvider: true },
        documentHighlightProvider: true,
        referencesProvider: true,
        documentSymbolProvider: true,
        selectionRangeProvider: true,
        executeCommandProvider: { commands: ["sliceCql.reloadCatalog"] },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    });
    expect(await end(client)).toEqual({ status: 0, errors: "" });
  });

  test("answers nothing before `initialize` and after `shutdown`, and is initialized once", async () => {
    const client = createClient(connect());
    client.notify("initialized", {});
    open(client, "Type:A");
    await refused(client, "textDocument/hover", {}, "-32002: the server is not initialized yet");
    await refused(client, "shutdown", undefined, "-32002: the server is not initialized yet");
    await introduce(client);
    await refused(client, "initialize", { capabilities: {} }, "-32600: the server is already initialized");
    expect(await client.request("shutdown")).toBe(null);
    await refused(client, "shutdown", undefined, "-32600: the server is shut down");
    await refused(client, "textDocument/hover", {}, "-32600: the server is shut down");
    client.notify("exit");
    expect(await client.wire.ended).toEqual({ status: 0, errors: "" });
    // What was opened before `initialize` never was.
    expect(client.left("textDocument/publishDiagnostics")).toBe(0);
  });

  test.each<readonly [end: string, leave: (client: Client) => void]>([
    ["exit without shutdown", (client) => client.notify("exit")],
    ["a client that goes without a word", (client) => client.wire.hangUp()],
  ])("ends with status 1 on %s", async (_end, leave) => {
    const client = await begin(connect());
    leave(client);
    expect(await client.wire.ended).toEqual({ status: 1, errors: "" });
  });

  test("ends with status 1 before `initialize` too, and with 0 if the client disconnects after `shutdown`", async () => {
    const early = createClient(connect());
    early.notify("exit");
    expect((await early.wire.ended).status).toBe(1);
    const late = await begin(connect());
    await late.request("shutdown");
    late.wire.hangUp();
    expect(await late.wire.ended).toEqual({ status: 0, errors: "" });
  });

  test("rejects unknown methods", async () => {
    const client = await begin(connect());
    await refused(client, "textDocument/definition", {}, /^-32601: /);
    await refused(client, "$/nothing", {}, /^-32601: /);
    await refused(client, "workspace/executeCommand", { command: "x" }, "-32803: unknown command x");
    for (const method of ["$/nothing", "textDocument/nothing", "workspace/didRenameFiles"])
      client.notify(method, { any: "thing" });
    expect(await end(client)).toEqual({ status: 0, errors: "" });
  });

  test("answers invalid messages, and keeps running", async () => {
    const client = await begin(connect());
    const nonsense: readonly (readonly [sent: unknown, id: unknown, code: number])[] = [
      [[{ jsonrpc: "2.0", id: 1, method: "shutdown" }], null, -32_700],
      [null, null, -32_700],
      ["shutdown", null, -32_700],
      [{ id: 901, method: "shutdown" }, null, -32_700],
      [{ jsonrpc: "2.0", id: null, method: "shutdown" }, null, -32_600],
      [{ jsonrpc: "2.0", id: {}, method: "shutdown" }, null, -32_600],
      [{ jsonrpc: "2.0", id: "a", method: 7 }, null, -32_600],
      [{ jsonrpc: "2.0", id: 903 }, null, -32_600],
      [{ jsonrpc: "2.0" }, null, -32_600],
      [{ jsonrpc: "2.0", id: 904, method: "textDocument/hover", params: 7 }, 904, -32_603],
      [{ jsonrpc: "2.0", id: 905, method: "textDocument/hover" }, 905, -32_602],
      [{ jsonrpc: "2.0", id: 906, method: "textDocument/hover", params: {} }, 906, -32_603],
      [{ jsonrpc: "2.0", id: 907, method: "textDocument/hover", params: [] }, 907, -32_602],
    ];
    for (const [sent] of nonsense) client.send(sent);
    // Cancelling nothing, answers to nothing and notifications with nothing in them are passed over.
    for (const params of [undefined, null, {}, { id: {} }, { id: 12 }])
      client.notify("$/cancelRequest", params);
    client.send({ jsonrpc: "2.0", id: 999, result: null });
    client.send({ jsonrpc: "2.0", id: null, error: { code: 1, message: "x" } });
    for (const method of ["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose"])
      for (const params of [undefined, {}, { textDocument: null }]) client.notify(method, params);
    expect(await client.request("shutdown")).toBe(null);
    const errors = client.received.flatMap(({ id, error }) =>
      error === undefined ? [] : [`${String(id)} ${String(error.code)}`],
    );
    const expected = nonsense.map(([, id, code]) => `${String(id)} ${String(code)}`);
    expect(errors.toSorted()).toEqual(expected.toSorted());
    client.notify("exit");
    expect(await client.wire.ended).toEqual({ status: 0, errors: "" });
  });

  test("answers invalid JSON, and reads the next message", async () => {
    const client = await begin(connect());
    for (const body of ["{", "", "\u0000", '{"jsonrpc":"2.0",}']) {
      const bytes = Buffer.from(body);
      client.wire.write(Buffer.from(`Content-Length: ${String(bytes.length)}\r\n\r\n`));
      client.wire.write(bytes);
    }
    // Another header, another case, and bytes that come one by one.
    const shutdown = '{"jsonrpc":"2.0","id":77,"method":"shutdown"}';
    const header = `content-type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: ${String(shutdown.length)}`;
    for (const byte of Buffer.from(`${header}\r\n\r\n${shutdown}`)) client.wire.write(Uint8Array.of(byte));
    client.notify("exit");
    expect(await client.wire.ended).toEqual({ status: 0, errors: "" });
    const answers = client.received.filter(({ method, id }) => method === undefined && id !== 1);
    expect(answers.map(({ id, error }) => error?.code ?? id)).toEqual([
      -32_700, -32_700, -32_700, -32_700, 77,
    ]);
  });

  test.each(["Content-Length: abc\r\n\r\n{}", "Hello\r\n\r\n", "Content-Type: x\r\n\r\n{}"])(
    "gives up when it cannot tell where a message ends: %j",
    async (bytes) => {
      const client = await begin(connect());
      client.wire.write(Buffer.from(bytes));
      const { status, errors } = await client.wire.ended;
      expect(status).toBe(1);
      expect(errors).toMatch(/^slice-cql: the input cannot be read: .+\n$/);
    },
  );
});

async function refused(
  client: Client,
  method: string,
  params: unknown,
  reason: string | RegExp,
): Promise<void> {
  await expect(client.request(method, params)).rejects.toThrow(reason);
}
