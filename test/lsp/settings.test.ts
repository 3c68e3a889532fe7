// Tests settings: where they come from, which of them count, what is reported for invalid ones, and what happens when they change.

import { expect, test } from "vitest";
import { readSettings } from "../../src/lsp/project/settings.ts";
import { type Client, createClient } from "./support/client.ts";
import { fakeMachine, type Machine } from "./support/fake-machine.ts";
import { begin, capable, fileUri, type Introduction, open, pluck, pulling } from "./support/session.ts";

const defaults = { catalogRefreshMinutes: 5 };

test.each<readonly [layers: readonly unknown[], settings: object]>([
  [[], {}],
  [[undefined, null, 7, "x", []], {}],
  [[{ catalog: "a.json" }], { catalog: "a.json" }],
  [[{ sliceCql: { catalog: "a.json" }, catalog: "b.json" }], { catalog: "a.json" }],
  [
    [{ catalog: "a.json", now: "2026-01-01" }, { catalog: "b.json" }],
    { catalog: "b.json", now: Date.UTC(2026) },
  ],
  [
    [{ catalog: "a.json" }, { catalog: null }, { catalog: "" }, { catalog: undefined }],
    { catalog: "a.json" },
  ],
  [[{ catalog: { types: [] } }], { catalog: { types: [] } }],
  [[{ now: "2026-11-20T12:00:00+01:00" }], { now: Date.UTC(2026, 10, 20, 11) }],
  [[{ timeZone: "Europe/Berlin" }], { timeZone: "Europe/Berlin" }],
  [[{ docsUrl: "https://a.example/b" }], { docsUrl: "https://a.example/b" }],
  [[{ catalogRefreshMinutes: 0 }], { catalogRefreshMinutes: 0 }],
  [[{ trace: { server: "verbose" } }], {}],
])("the layers %j are merged, and later ones take precedence", (layers, settings) => {
  expect(readSettings(layers)).toEqual({ settings: { ...defaults, ...settings }, problems: [] });
});

test.each<readonly [settings: object, problem: string]>([
  [{ catalog: 7 }, "sliceCql.catalog must be the path or URL of a JSON file, or its data, not `7`"],
  [{ catalog: [] }, "sliceCql.catalog must be the path or URL of a JSON file, or its data, not `[]`"],
  [{ now: "2026-02-30" }, 'sliceCql.now must be an instant such as 2026-11-20T12:00:00Z, not `"2026-02-30"`'],
  [{ now: 1 }, "sliceCql.now must be an instant such as 2026-11-20T12:00:00Z, not `1`"],
  [
    { timeZone: "Mars" },
    'sliceCql.timeZone must be the IANA name of a time zone, such as Europe/Berlin, not `"Mars"`',
  ],
  [
    { timeZone: {} },
    "sliceCql.timeZone must be the IANA name of a time zone, such as Europe/Berlin, not `{}`",
  ],
  [{ docsUrl: "docs" }, 'sliceCql.docsUrl must be an absolute URL, not `"docs"`'],
  [
    { catalogRefreshMinutes: -1 },
    "sliceCql.catalogRefreshMinutes must be a number of minutes, at most 10080 (a week), or 0 for never, not `-1`",
  ],
])("the setting %j is refused, and its default is used", (layer, problem) => {
  expect(readSettings([layer])).toEqual({ settings: defaults, problems: [problem] });
});

const published = "textDocument/publishDiagnostics";
const inbox = JSON.stringify({ shapes: [{ id: "1", name: "Inbox" }] });

async function started(
  introduction: Introduction = {},
): Promise<{ readonly machine: Machine; readonly client: Client }> {
  const machine = fakeMachine();
  machine.texts.set(fileUri("/p/a.json"), inbox).set(fileUri("/q/a.json"), "{}");
  const client = await begin(machine.wire, { capabilities: capable, folders: ["/p"], ...introduction });
  return { machine, client };
}

async function codesOf(machine: Machine, client: Client): Promise<unknown> {
  await machine.pass(50);
  const sent = client.received.findLast(({ method }) => method === published);
  return pluck(Object(sent?.params).diagnostics, "code");
}

test("settings come from initialization options", async () => {
  const { machine, client } = await started({ options: { catalog: "a.json" } });
  open(client, "shape:Inbox shape:Nope", fileUri("/p/x.slice-cql"));
  expect(await codesOf(machine, client)).toEqual(["unresolved-shape"]);
  expect(machine.reads).toEqual([fileUri("/p/a.json")]);
});

test("settings requested from the client, per folder, take precedence over options", async () => {
  const workspace = { ...capable.workspace, configuration: true, workspaceFolders: true };
  const { machine, client } = await started({
    capabilities: { ...capable, workspace },
    options: { catalog: "no.json", now: "2026-01-01" },
    folders: ["/p", "/q", "/q/inner"],
  });
  client.answer("workspace/configuration", () => [{ catalog: "a.json" }]);
  machine.texts.set(fileUri("/q/inner/a.json"), inbox);
  open(client, "shape:Inbox", fileUri("/p/x.slice-cql"));
  expect(await codesOf(machine, client)).toEqual([]);
  open(client, "shape:Inbox", fileUri("/q/x.slice-cql"));
  expect(await codesOf(machine, client)).toEqual(["unresolved-shape"]);
  open(client, "shape:Inbox", fileUri("/q/inner/x.slice-cql"));
  expect(await codesOf(machine, client)).toEqual([]);
  // A new file is in no folder yet; it is treated as one of the first.
  open(client, "shape:Inbox", "untitled:1");
  expect(await codesOf(machine, client)).toEqual([]);
  const asked = client.received.filter(({ method }) => method === "workspace/configuration");
  expect(asked.map(({ params }) => params)).toEqual(
    [fileUri("/p"), fileUri("/q"), fileUri("/q/inner")].map((scopeUri) => ({
      items: [{ scopeUri, section: "sliceCql" }],
    })),
  );
  // Folders come and go.
  client.notify("workspace/didChangeWorkspaceFolders", {
    event: { added: [{ uri: fileUri("/r"), name: "r" }], removed: [{ uri: fileUri("/q"), name: "q" }] },
  });
  machine.texts.set(fileUri("/r/a.json"), "{}");
  open(client, "shape:Inbox", fileUri("/r/x.slice-cql"));
  expect(await codesOf(machine, client)).toEqual(["unresolved-shape"]);
});

test("folders without a URI are ignored", async () => {
  const machine = fakeMachine();
  machine.texts.set(fileUri("/p/a.json"), inbox);
  const client = createClient(machine.wire);
  const odd = [null, 5, {}, { uri: 5 }];
  await client.request("initialize", {
    capabilities: { ...capable, workspace: { workspaceFolders: true } },
    initializationOptions: { catalog: "a.json" },
    workspaceFolders: [...odd, { uri: fileUri("/p") }],
  });
  client.notify("initialized", {});
  client.notify("workspace/didChangeWorkspaceFolders", { event: { added: odd, removed: odd } });
  client.notify("workspace/didChangeWorkspaceFolders", { event: {} });
  open(client, "shape:Inbox shape:Nope", fileUri("/p/x.slice-cql"));
  expect(await codesOf(machine, client)).toEqual(["unresolved-shape"]);
});

test.each<readonly [way: string, close: (client: Client) => unknown]>([
  [
    "its folder is removed",
    (client) => {
      const removed = [{ uri: fileUri("/p"), name: "p" }];
      client.notify("workspace/didChangeWorkspaceFolders", { event: { added: [], removed } });
    },
  ],
  ["the client shuts the server down", (client) => client.request("shutdown")],
])("settings that arrive when %s are ignored", async (_way, close) => {
  const workspace = { ...capable.workspace, configuration: true, workspaceFolders: true };
  const { machine, client } = await started({ capabilities: { ...capable, workspace } });
  client.ignore("workspace/configuration");
  open(client, "shape:Nope", fileUri("/p/x.slice-cql"));
  await machine.pass(50);
  const asked = client.received.find(({ method }) => method === "workspace/configuration");
  await close(client);
  await machine.pass(50);
  client.send({ jsonrpc: "2.0", id: asked?.id, result: [{ catalog: "a.json", now: "?" }] });
  await machine.pass(4_000);
  expect({ reads: machine.reads, watched: [...machine.watched] }).toEqual({ reads: [], watched: [] });
  expect(client.left("window/showMessage")).toBe(0);
});

test("the root of older clients and the innermost member of the options are used", async () => {
  const machine = fakeMachine();
  machine.texts.set(fileUri("/old/a.json"), inbox);
  const client = await begin(machine.wire, {
    capabilities: capable,
    root: "/old",
    options: { sliceCql: { catalog: "a.json" } },
  });
  open(client, "shape:Inbox shape:Nope", fileUri("/old/x.slice-cql"));
  expect(await codesOf(machine, client)).toEqual(["unresolved-shape"]);
});

test("settings that the client pushes are used", async () => {
  const machine = fakeMachine();
  const client = await begin(machine.wire, { capabilities: capable });
  open(client, "shape:Inbox after:1d", fileUri("/p/x.slice-cql"));
  expect(await codesOf(machine, client)).toEqual([]);
  client.notify("workspace/didChangeConfiguration", { settings: { sliceCql: { catalog: { shapes: [] } } } });
  expect(await codesOf(machine, client)).toEqual(["unresolved-shape"]);
  client.notify("workspace/didChangeConfiguration", {
    settings: { sliceCql: { catalog: JSON.parse(inbox) } },
  });
  expect(await codesOf(machine, client)).toEqual([]);
  client.notify("workspace/didChangeConfiguration", { settings: null });
  expect(await codesOf(machine, client)).toEqual([]);
  expect(client.left("window/showMessage")).toBe(0);
});

test("other settings are used if the client sends invalid ones, or refuses", async () => {
  const capabilities = { ...capable, workspace: { configuration: true } };
  const { machine, client } = await started({ capabilities, options: { catalog: "a.json" } });
  client.answer("workspace/configuration", () => "nonsense");
  open(client, "shape:Nope", fileUri("/p/x.slice-cql"));
  expect(await codesOf(machine, client)).toEqual(["unresolved-shape"]);
  client.answer("workspace/configuration", () => {
    throw new Error("no settings here");
  });
  client.notify("workspace/didChangeConfiguration", { settings: null });
  open(client, "shape:Inbox", fileUri("/p/y.slice-cql"));
  expect(await codesOf(machine, client)).toEqual([]);
});

test("the server waits three seconds for a silent client, and no response waits for it longer than a moment", async () => {
  const capabilities = { ...capable, workspace: { configuration: true } };
  const { machine, client } = await started({ capabilities, options: { catalog: "a.json" } });
  client.ignore("workspace/configuration");
  open(client, "shape:Nope", fileUri("/p/x.slice-cql"));
  await machine.pass(350);
  expect(await codesOf(machine, client)).toEqual([]);
  await machine.pass(2_700);
  expect(await codesOf(machine, client)).toEqual(["unresolved-shape"]);
  // Settings that it sends unasked are not kept waiting by the question before.
  client.notify("workspace/didChangeConfiguration", { settings: { sliceCql: { catalog: { types: [] } } } });
  client.notify("workspace/didChangeConfiguration", {
    settings: { sliceCql: { catalog: JSON.parse(inbox) } },
  });
  open(client, "shape:Inbox shape:Nope", fileUri("/p/y.slice-cql"));
  await machine.pass(3_000);
  expect(await codesOf(machine, client)).toEqual(["unresolved-shape"]);
});

test("settings that arrive too late are used when they come, unless they were requested again", async () => {
  const capabilities = { ...capable, workspace: { configuration: true } };
  const { machine, client } = await started({ capabilities });
  client.ignore("workspace/configuration");
  open(client, "shape:Nope", fileUri("/p/x.slice-cql"));
  await machine.pass(4_000);
  expect(await codesOf(machine, client)).toEqual([]);
  const answer = (which: number, settings: object): void => {
    const asked = client.received.filter(({ method }) => method === "workspace/configuration");
    client.send({ jsonrpc: "2.0", id: asked.at(which)?.id, result: [settings] });
  };
  answer(0, { catalog: "a.json" });
  expect(await codesOf(machine, client)).toEqual(["unresolved-shape"]);
  expect([...machine.watched]).toEqual([fileUri("/p/a.json")]);
  // The first of two questions is answered last.
  client.notify("workspace/didChangeConfiguration", { settings: null });
  await machine.pass(4_000);
  client.notify("workspace/didChangeConfiguration", { settings: null });
  await machine.pass(50);
  answer(2, {});
  await machine.pass(50);
  answer(1, { catalog: "a.json" });
  expect(await codesOf(machine, client)).toEqual([]);
});

test("invalid settings are reported once, with their names", async () => {
  const { machine, client } = await started({ options: { now: "soon", catalog: "http://[" } });
  open(client, "shape:Nope", fileUri("/p/x.slice-cql"));
  open(client, "shape:Nope", fileUri("/p/y.slice-cql"));
  expect(await codesOf(machine, client)).toEqual([]);
  expect(await client.next("window/showMessage")).toEqual({
    type: 2,
    message: 'slice-cql: sliceCql.now must be an instant such as 2026-11-20T12:00:00Z, not `"soon"`',
  });
  expect(await client.next("window/showMessage")).toEqual({
    type: 1,
    message: "slice-cql: sliceCql.catalog: no place for http://[; names are not checked",
  });
  await machine.pass(60_000);
  expect(client.left("window/showMessage")).toBe(0);
});

test("dynamic registration names the settings whose changes to send", async () => {
  const workspace = {
    ...pulling.workspace,
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
  };
  const { machine, client } = await started({ capabilities: { ...pulling, workspace } });
  expect(await client.next("client/registerCapability")).toMatchObject({
    registrations: [{ method: "workspace/didChangeConfiguration", registerOptions: { section: "sliceCql" } }],
  });
  const document = open(client, "shape:Inbox", fileUri("/p/x.slice-cql"));
  const pull = async (): Promise<unknown> => await client.request("textDocument/diagnostic", document.here);
  expect(await pull()).toMatchObject({ items: [] });
  client.answer("workspace/configuration", () => [{ catalog: { shapes: [] } }]);
  client.notify("workspace/didChangeConfiguration", { settings: null });
  await machine.pass(0);
  expect(client.left("workspace/diagnostic/refresh")).toBeGreaterThan(0);
  expect(client.left("workspace/inlayHint/refresh")).toBeGreaterThan(0);
  expect(await pull()).toMatchObject({ items: [{ code: "unresolved-shape" }] });
});

test("evaluation time passes, and the client is asked to refresh when that shows", async () => {
  const { machine, client } = await started({ capabilities: pulling });
  const all = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const document = open(client, "after:today", fileUri("/p/x.slice-cql"));
  const labels = async (): Promise<unknown> =>
    pluck(await client.request("textDocument/inlayHint", { ...document.here, range: all }), "label");
  await machine.pass(0);
  expect(await labels()).toEqual(["2026-11-20 00:00 UTC"]);
  const before = client.left("workspace/inlayHint/refresh");
  await machine.pass(11 * 3_600_000);
  expect(client.left("workspace/inlayHint/refresh")).toBe(before);
  await machine.pass(3_600_000 + 60_000);
  expect(client.left("workspace/inlayHint/refresh")).toBe(before + 2);
  expect(await labels()).toEqual(["2026-11-21 00:00 UTC"]);
  await machine.pass(60_000);
  expect(client.left("workspace/inlayHint/refresh")).toBe(before + 2);
});

test("diagnostics that change with time are sent again", async () => {
  const { machine, client } = await started();
  open(client, "after:today before:2026-11-21", fileUri("/p/x.slice-cql"));
  expect(await codesOf(machine, client)).toEqual(["future-date"]);
  await machine.pass(13 * 3_600_000);
  expect(await codesOf(machine, client)).toEqual(["empty-range"]);
});
