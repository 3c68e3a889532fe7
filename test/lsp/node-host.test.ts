// Tests the server on a real machine: files that are watched, addresses that are fetched, and a client that dies.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Host } from "../../src/lsp/host/host.ts";
import { nodeHost } from "../../src/lsp/host/node-host.ts";
import { workerHost } from "../../src/lsp/host/worker-host.ts";
import { root } from "../tidy/sources.ts";
import { begin, capable, end, folderUri, open } from "./support/session.ts";
import { inThisProcess } from "./support/wires.ts";

const folder = mkdtempSync(join(tmpdir(), "slice-cql-machine-"));
const inbox = '{"shapes": [{"id": "1", "name": "Inbox"}]}';
let web: Server;
let address = "";
beforeAll(async () => {
  web = createServer((request, response) => {
    if (request.url !== "/c.json") response.statusCode = 404;
    response.end(inbox);
  });
  await new Promise<void>((listening) => web.listen(0, "127.0.0.1", listening));
  const bound: AddressInfo | string | null = web.address();
  if (bound !== null && typeof bound === "object") address = `http://127.0.0.1:${String(bound.port)}`;
});
afterAll(() => {
  web.close();
  rmSync(folder, { recursive: true });
});

const ignored: Pick<Host, "unreadable" | "exit"> = { unreadable: () => undefined, exit: () => undefined };
const machine = nodeHost({ root: pathToFileURL(`${root}/`), ...ignored });
const elsewhere = nodeHost({ root: pathToFileURL(`${folder}/`), ...ignored });

test("the host finds the version and the page of the diagnostics if they exist", () => {
  expect(machine.version()).toMatch(/^\d+\.\d+\.\d+/);
  expect(machine.docsUrl).toMatch(/^file:.*\/docs\/diagnostics\.md$/);
  expect([elsewhere.version(), elsewhere.docsUrl]).toEqual([undefined, undefined]);
  writeFileSync(join(folder, "package.json"), "[]");
  expect(elsewhere.version()).toBe(undefined);
});

test.each<readonly [location: string, folder: string | undefined, path: string]>([
  ["c.json", folderUri("/p q"), resolve("/p q/c.json")],
  ["../c.json", folderUri("/p/q"), resolve("/p/c.json")],
  [resolve("/x/c.json"), folderUri("/p"), resolve("/x/c.json")],
  [folderUri("/x/a b.json"), folderUri("/p"), resolve("/x/a b.json")],
  ["c.json", undefined, resolve("c.json")],
  ["c.json", "vscode-vfs://github/p", resolve("c.json")],
])("the location %s in %s is %s", (location, given, path) => {
  expect(machine.locate(location, given)).toEqual({ uri: pathToFileURL(path).href, shown: path });
});

test("only http(s) URLs are accepted as URLs", () => {
  const uri = "https://a.example/c.json?x=1";
  expect(machine.locate(uri, folderUri("/p"))).toEqual({ uri, shown: uri });
  expect(() => machine.locate("ftp://a.example/c.json", undefined)).toThrow(
    "`ftp://a.example/c.json` is neither a file path nor an http(s) URL",
  );
});

test.each<readonly [location: () => string, reason: string]>([
  [() => join(folder, "none.json"), "no such file"],
  [() => folder, "it is a folder"],
  [() => (existsSync("/dev/zero") ? "/dev/zero" : folder), "it is not a regular file|it is a folder"],
  [() => `${address}/none.json`, "the response is 404 Not Found"],
  [() => "http://[::1]:1/c.json", "bad port"],
])("the reason why a text cannot be read is reported: %#", async (location, reason) => {
  const place = machine.locate(location(), undefined);
  await expect(machine.read(place, new AbortController().signal)).rejects.toThrow(new RegExp(reason));
});

test("an aborted read is not performed", async () => {
  for (const location of [join(root, "package.json"), `${address}/c.json`]) {
    const place = machine.locate(location, undefined);
    await expect(machine.read(place, AbortSignal.abort(new Error("aborted")))).rejects.toThrow(/aborted/);
  }
});

test("the host of a worker reads only URLs", async () => {
  const worker = workerHost({ location: { href: `${address}/js/worker.js` } });
  expect(worker.locate("../c.json", undefined).uri).toBe(`${address}/c.json`);
  expect(worker.locate("c.json", "https://a.example/p").uri).toBe("https://a.example/p/c.json");
  expect(worker.locate("c.json", "vscode-vfs://github/p").uri).toBe(`${address}/js/c.json`);
  expect(await worker.read(worker.locate("/c.json", undefined), new AbortController().signal)).toBe(inbox);
  for (const [scope, location] of [
    [{}, "c.json"],
    [{}, folderUri("/c.json")],
  ] as const)
    expect(() => workerHost(scope).locate(location, undefined)).toThrow("is not an http(s) URL");
  // Its page ends it, and it is not notified of files.
  const ended: string[] = [];
  const host = workerHost({ close: () => ended.push("closed") });
  host.follow(process.pid);
  host.unreadable("nonsense");
  expect([host.watch, host.version(), host.docsUrl, ended]).toEqual([undefined, undefined, undefined, []]);
  expect(Math.abs(host.now() - Date.now())).toBeLessThan(60_000);
  const stop = host.later(1, () => ended.push("too late"));
  stop();
  await new Promise<void>((resolve) => host.later(5, resolve));
  host.exit(0);
  expect(ended).toEqual(["closed"]);
});

test("a catalog file is watched: after an edit the diagnostic disappears", async () => {
  mkdirSync(join(folder, "names"));
  const client = await begin(inThisProcess({ catalog: join(folder, "names/c.json") }), {
    capabilities: capable,
  });
  const next = async (): Promise<unknown> =>
    Object(await client.next("textDocument/publishDiagnostics")).diagnostics;
  writeFileSync(join(folder, "names/c.json"), '{"shapes": []}');
  open(client, "shape:Inbox");
  expect(await next()).toMatchObject([{ code: "unresolved-shape" }]);
  writeFileSync(join(folder, "names/c.json"), inbox);
  expect(await next()).toEqual([]);
  // Removed, and replaced by another one.
  rmSync(join(folder, "names"), { recursive: true });
  expect(await client.next("window/showMessage")).toMatchObject({
    message: expect.stringContaining("the last good catalog is kept"),
  });
  mkdirSync(join(folder, "names"));
  writeFileSync(join(folder, "names/c.json"), '{"shapes": [{"id": "1", "name": "Outbox"}]}');
  expect(await next()).toMatchObject([{ code: "unresolved-shape" }]);
  expect(await end(client)).toEqual({ status: 0, errors: "" });
});

test("a catalog is fetched from the web", async () => {
  const client = await begin(inThisProcess(), {
    capabilities: capable,
    options: { catalog: `${address}/c.json` },
  });
  open(client, "shape:Inbox shape:Nope");
  expect(await client.next("textDocument/publishDiagnostics")).toMatchObject({
    diagnostics: [{ code: "unresolved-shape" }],
  });
  await end(client);
});

test("the server ends with the process that started it, if it ever existed", async () => {
  const statuses: number[] = [];
  const host = nodeHost({
    root: pathToFileURL(`${folder}/`),
    ...ignored,
    exit: (status) => statuses.push(status),
  });
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 600_000)"]);
  host.follow(Number(child.pid));
  host.follow(2 ** 22 + 1);
  host.follow(process.pid);
  child.kill("SIGKILL");
  await expect.poll(() => statuses, { timeout: 20_000 }).toEqual([1]);
});

test("a process of another user is alive, although it cannot be sent a signal", () => {
  vi.useFakeTimers();
  const statuses: number[] = [];
  let code = "EPERM";
  const kill = vi.spyOn(process, "kill").mockImplementation(() => {
    throw Object.assign(new Error(`kill ${code}`), { code });
  });
  try {
    const exit = (status: number): unknown => statuses.push(status);
    nodeHost({ root: pathToFileURL(`${folder}/`), ...ignored, exit }).follow(1);
    vi.advanceTimersByTime(60_000);
    expect(statuses).toEqual([]);
    code = "ESRCH";
    vi.advanceTimersByTime(3_000);
    expect(statuses).toEqual([1]);
  } finally {
    kill.mockRestore();
    vi.useRealTimers();
  }
});

test("an impossible file path is rejected as a setting, and another one can be set", async () => {
  const client = await begin(inThisProcess(), { capabilities: capable, options: { catalog: "a\0b" } });
  open(client, "shape:Inbox");
  expect(await client.next("window/showMessage")).toMatchObject({
    message: expect.stringMatching(/^slice-cql: sliceCql\.catalog: .+; names are not checked$/),
  });
  const catalog = JSON.parse(inbox);
  client.notify("workspace/didChangeConfiguration", { settings: { sliceCql: { catalog } } });
  open(client, "shape:Nope", "untitled:nope");
  let sent: unknown;
  do sent = await client.next("textDocument/publishDiagnostics");
  while (Object(sent).uri !== "untitled:nope");
  expect(sent).toMatchObject({ diagnostics: [{ code: "unresolved-shape" }] });
  await end(client);
});
