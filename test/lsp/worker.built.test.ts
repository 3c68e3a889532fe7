// Tests the server as a web worker: the same answers, with a catalog from the web or from the options.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleWorker } from "../../scripts/check/bundle.ts";
import type { Wire } from "./support/client.ts";
import { begin, capable, end, open, range } from "./support/session.ts";
import { overWorker } from "./support/worker-wire.ts";

const folder = mkdtempSync(join(tmpdir(), "slice-cql-worker-"));
const path = join(folder, "worker.js");
let web: Server;
let href = "";
beforeAll(async () => {
  await bundleWorker(path);
  web = createServer((_request, response) => response.end('{"shapes": [{"id": "1", "name": "Inbox"}]}'));
  await new Promise<void>((listening) => web.listen(0, "127.0.0.1", listening));
  const bound: AddressInfo | string | null = web.address();
  if (bound !== null && typeof bound === "object")
    href = `http://127.0.0.1:${String(bound.port)}/js/worker.js`;
});
afterAll(() => {
  web.close();
  rmSync(folder, { recursive: true });
});

const published = "textDocument/publishDiagnostics";
const connect = (): Wire => overWorker(path, href);

test("the worker is a classic script without anything of Node.js", () => {
  const code = readFileSync(path, "utf8");
  expect(code).not.toMatch(/\bnode:|\brequire\(|^(?:import|export)\b/m);
});

test("the worker gives the answers of the server, with the data of a catalog", async () => {
  const options = {
    catalog: { shapes: [{ id: "1", name: "Sales CRM" }] },
    docsUrl: "https://a.example/codes",
  };
  const client = await begin(connect(), { capabilities: capable, options });
  const document = open(client, "shape:Nope Type:A");
  expect(await client.next(published)).toMatchObject({
    diagnostics: [
      { code: "unresolved-shape" },
      { code: "qualifier-case", codeDescription: { href: "https://a.example/codes#qualifier-case" } },
    ],
  });
  document.write("shape:sal after:3mo", 2);
  expect(await client.request("textDocument/completion", document.at(9))).toMatchObject({
    items: [{ label: "Sales CRM", textEdit: { range: range(6, 9), newText: '"Sales CRM"' } }],
  });
  expect(await client.request("textDocument/hover", document.at(12))).toMatchObject({
    contents: { kind: "markdown" },
  });
  await expect(client.request("textDocument/definition", document.here)).rejects.toThrow("-32601");
  client.send({ jsonrpc: "1.0" });
  expect(await end(client)).toEqual({ status: 0, errors: "" });
});

test("the worker fetches a catalog from next to its script", async () => {
  const client = await begin(connect(), { capabilities: capable, options: { catalog: "../c.json" } });
  open(client, "shape:Inbox shape:Nope");
  expect(await client.next(published)).toMatchObject({ diagnostics: [{ code: "unresolved-shape" }] });
  await end(client);
});

test("the worker reports that it has no files", async () => {
  const options = { catalog: "ftp://a.example/c.json" };
  const client = await begin(connect(), { capabilities: capable, options });
  open(client, "shape:Inbox");
  expect(await client.next("window/showMessage")).toMatchObject({
    message: expect.stringContaining(
      "files are not available here, so set the data itself; names are not checked",
    ),
  });
  await end(client);
});
