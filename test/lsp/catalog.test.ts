// Tests the catalog: read, watched, fetched again, broken and fixed, and what a client is told about it.

import { expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { fakeMachine, type Machine } from "./support/fake-machine.ts";
import { begin, capable, fileUri, type Introduction, open, pulling } from "./support/session.ts";

const uri = fileUri("/p/c.json");
const web = "https://names.example/c.json";
const inbox = JSON.stringify({ shapes: [{ id: "1", name: "Inbox" }] });
const outbox = JSON.stringify({ shapes: [{ id: "1", name: "Outbox" }] });

interface Started {
  readonly machine: Machine;
  readonly client: Client;
  /** The names that are not known now, of Inbox and Outbox; `-` while no diagnostics come. */
  readonly unknown: () => Promise<string>;
  /** The messages that the client has not read yet. */
  readonly messages: () => Promise<readonly string[]>;
}

async function started(
  text: string | Error | Promise<string>,
  introduction: Introduction = {},
  catalog = "c.json",
): Promise<Started> {
  const machine = fakeMachine();
  machine.texts.set(uri, text).set(web, text);
  const client = await begin(machine.wire, {
    capabilities: capable,
    folders: ["/p"],
    options: { catalog },
    ...introduction,
  });
  open(client, "shape:Inbox shape:Outbox", fileUri("/p/x.slice-cql"));
  await machine.pass(50);
  return {
    machine,
    client,
    async unknown() {
      await machine.pass(200);
      const sent = client.received.findLast(({ method }) => method === "textDocument/publishDiagnostics");
      return (
        JSON.stringify(sent?.params ?? "-")
          .match(/`(?:In|Out)box`|-(?=")/g)
          ?.join(" ") ?? ""
      );
    },
    async messages() {
      const texts: string[] = [];
      while (client.left("window/showMessage") > 0)
        texts.push(String(Object(await client.next("window/showMessage")).message));
      return texts;
    },
  };
}

test("the catalog is reloaded when its file changes", async () => {
  const { machine, unknown, messages } = await started(inbox);
  expect(await unknown()).toBe("`Outbox`");
  expect([...machine.watched]).toEqual([uri]);
  machine.texts.set(uri, outbox);
  for (let touch = 0; touch < 5; touch++) machine.touch(uri);
  expect(await unknown()).toBe("`Inbox`");
  expect(machine.reads).toEqual([uri, uri]);
  expect(await messages()).toEqual([]);
});

test("the catalog is kept while its file is broken, which is reported once for each reason", async () => {
  const { machine, unknown, messages } = await started(inbox);
  const becomes = async (text: string | Error): Promise<readonly string[]> => {
    machine.texts.set(uri, text);
    machine.touch(uri);
    expect(await unknown()).toBe("`Outbox`");
    return await messages();
  };
  const missing =
    "slice-cql: the catalog /p/c.json cannot be read: no such file; the last good catalog is kept";
  expect(await becomes(new Error("no such file"))).toEqual([missing]);
  expect(await becomes(new Error("no such file"))).toEqual([]);
  expect(await becomes('{"shapes":')).toEqual([
    expect.stringMatching(
      /^slice-cql: the catalog \/p\/c\.json is not JSON: .+; the last good catalog is kept$/,
    ),
  ]);
  expect(await becomes('{"shapes": [{"id": "1", "name": 7}]}')).toEqual([
    "slice-cql: /p/c.json is not a catalog: shapes[0].name must be a string; the last good catalog is kept",
  ]);
  expect(await becomes("null")).toEqual([
    "slice-cql: /p/c.json is not a catalog: the catalog must be an object with shapes, sources and types; the last good catalog is kept",
  ]);
  // Fixed, and broken as before: that is reported again.
  expect(await becomes(`\ufeff${inbox}`)).toEqual([]);
  expect(await becomes(new Error("no such file"))).toEqual([missing]);
});

test("the catalog is kept while its file is broken and another setting changes, but not for another file", async () => {
  const { machine, client, unknown, messages } = await started(inbox);
  const set = (sliceCql: object): void =>
    client.notify("workspace/didChangeConfiguration", { settings: { sliceCql } });
  machine.texts.set(uri, "{");
  for (const zone of ["Europe/Berlin", "Europe/Rome"]) set({ timeZone: zone });
  expect(await unknown()).toBe("`Outbox`");
  expect(await messages()).toEqual([
    expect.stringMatching(/ is not JSON: .+; the last good catalog is kept$/),
  ]);
  machine.texts.set(uri, outbox);
  machine.touch(uri);
  expect(await unknown()).toBe("`Inbox`");
  expect([...machine.watched]).toEqual([uri]);
  set({ catalog: "d.json" });
  expect(await unknown()).toBe("");
  expect(await messages()).toEqual([
    expect.stringMatching(/d\.json cannot be read: .+; names are not checked$/),
  ]);
  expect([...machine.watched]).toEqual([fileUri("/p/d.json")]);
});

test("a missing catalog is reported, and names are not checked until it exists", async () => {
  const { machine, client, unknown, messages } = await started(new Error("no such file"));
  expect(await unknown()).toBe("");
  expect(await messages()).toEqual([
    "slice-cql: the catalog /p/c.json cannot be read: no such file; names are not checked",
  ]);
  expect(client.received.find(({ method }) => method === "window/showMessage")?.params).toMatchObject({
    type: 1,
  });
  machine.texts.set(uri, inbox);
  machine.touch(uri);
  expect(await unknown()).toBe("`Outbox`");
});

test("the catalog may be given as data in the settings, and invalid data is reported", async () => {
  const { unknown, messages } = await started("", { options: { catalog: { shape: [] } } });
  expect(await unknown()).toBe("");
  expect(await messages()).toEqual([
    "slice-cql: sliceCql.catalog is not a catalog: shape is not a member of a catalog; valid members are shapes, sources and types; names are not checked",
  ]);
});

test("no message contains invisible or control characters", async () => {
  const hostile = "\u001b[2J\u009b\u202e\u200b";
  const { machine, unknown, messages } = await started(new Error(hostile));
  for (const text of [JSON.stringify({ [hostile]: [] }), hostile]) {
    machine.texts.set(uri, text);
    machine.touch(uri);
    await unknown();
  }
  const all = await messages();
  expect(all).toHaveLength(3);
  for (const message of all) {
    expect(message).toContain("<U+001B>[2J");
    for (const character of "\u001b\u009b\u202e\u200b") expect(message).not.toContain(character);
  }
});

test("the catalog is awaited, but no longer than ten seconds", async () => {
  const { machine, unknown, messages } = await started(new Promise(() => undefined));
  expect(await unknown()).toBe("-");
  await machine.pass(10_000);
  expect(await unknown()).toBe("");
  expect(await messages()).toEqual([
    "slice-cql: the catalog /p/c.json cannot be read: no response within 10 seconds; names are not checked",
  ]);
});

test.each<readonly [refreshSupport: boolean, early: string]>([
  [true, "`-`"],
  [false, ""],
])(
  "a client that pulls, and can be asked to refresh (%j), first receives %j",
  async (refreshSupport, early) => {
    let arrive: (text: string) => void = () => undefined;
    const text = new Promise<string>((resolve) => {
      arrive = resolve;
    });
    const capabilities = { ...pulling, workspace: { diagnostics: { refreshSupport } } };
    const { machine, client } = await started(text, { capabilities });
    const heard: string[] = [];
    const here = { textDocument: { uri: fileUri("/p/x.slice-cql") } };
    const ask = async (): Promise<void> => {
      const answer = JSON.stringify(await client.request("textDocument/diagnostic", here));
      heard.push(/`Outbox`/.exec(answer)?.[0] ?? "`-`");
    };
    const pull = ask();
    await machine.pass(1_000);
    expect(heard.join("")).toBe(early);
    arrive(inbox);
    await pull;
    expect(heard).toEqual([refreshSupport ? "`-`" : "`Outbox`"]);
  },
);

test("a catalog is no longer awaited when another one is set", async () => {
  const { client, unknown, messages } = await started(new Promise(() => undefined));
  client.notify("workspace/didChangeConfiguration", {
    settings: { sliceCql: { catalog: JSON.parse(inbox) } },
  });
  expect(await unknown()).toBe("`Outbox`");
  expect(await messages()).toEqual([]);
});

test("a catalog from a URL is fetched again every five minutes, on command, or as often as configured", async () => {
  const { machine, client, unknown } = await started(inbox, {}, web);
  expect(await unknown()).toBe("`Outbox`");
  machine.texts.set(web, outbox);
  await machine.pass(4 * 60_000);
  expect(await unknown()).toBe("`Outbox`");
  await machine.pass(60_000);
  expect(await unknown()).toBe("`Inbox`");
  machine.texts.set(web, inbox);
  expect(await client.request("workspace/executeCommand", { command: "sliceCql.reloadCatalog" })).toBe(null);
  expect(await unknown()).toBe("`Outbox`");
  client.notify("workspace/didChangeConfiguration", { settings: { sliceCql: { catalogRefreshMinutes: 0 } } });
  expect(await unknown()).toBe("`Outbox`");
  const before = machine.reads.length;
  await machine.pass(3_600_000);
  expect(machine.reads).toHaveLength(before);
  client.notify("workspace/didChangeConfiguration", {
    settings: { sliceCql: { catalogRefreshMinutes: 30 } },
  });
  await machine.pass(3_600_000);
  expect(machine.reads).toHaveLength(before + 3);
});

test("the later of two reloads of the catalog counts, whichever ends first", async () => {
  const { machine, client, unknown } = await started(inbox, {}, web);
  let arrive: (text: string) => void = () => undefined;
  machine.texts.set(
    web,
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  const reload = async (): Promise<unknown> =>
    await client.request("workspace/executeCommand", { command: "sliceCql.reloadCatalog" });
  const first = reload();
  await machine.pass(0);
  machine.texts.set(web, outbox);
  const second = reload();
  await machine.pass(0);
  arrive(inbox);
  await Promise.all([first, second]);
  expect(await unknown()).toBe("`Inbox`");
});

const watching = {
  ...pulling,
  workspace: { ...pulling.workspace, didChangeWatchedFiles: { dynamicRegistration: true } },
};
const relative = {
  ...watching,
  workspace: {
    ...watching.workspace,
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
  },
};

test.each<readonly [capabilities: object, catalog: string, globPattern: unknown]>([
  [watching, "c.json", "/p/c.json"],
  [watching, "../a b/{c}*.json", "/a b/[{]c[}][*].json"],
  [relative, "c.json", { baseUri: fileUri("/p"), pattern: "c.json" }],
  [relative, "sub/[c].json", { baseUri: fileUri("/p/sub"), pattern: "[[]c[]].json" }],
])("the client watches the file of the catalog if it can: %#", async (capabilities, catalog, globPattern) => {
  const { machine, client } = await started(inbox, { capabilities }, catalog);
  expect(await client.next("client/registerCapability")).toMatchObject({
    registrations: [
      { method: "workspace/didChangeWatchedFiles", registerOptions: { watchers: [{ globPattern }] } },
    ],
  });
  expect([...machine.watched]).toEqual([]);
});

test("the client reports changes of the catalog, and watches another file for another catalog", async () => {
  const { machine, client } = await started(inbox, { capabilities: relative });
  const pull = async (): Promise<string> =>
    JSON.stringify(
      await client.request("textDocument/diagnostic", { textDocument: { uri: fileUri("/p/x.slice-cql") } }),
    );
  expect(await pull()).toContain("`Outbox`");
  machine.texts.set(uri, outbox);
  client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri, type: 2 }] });
  await machine.pass(150);
  expect(client.left("workspace/diagnostic/refresh")).toBe(1);
  expect(await pull()).toContain("`Inbox`");
  const { registrations } = Object(await client.next("client/registerCapability"));
  client.notify("workspace/didChangeConfiguration", { settings: { sliceCql: { catalog: "d.json" } } });
  await machine.pass(150);
  expect(await client.next("client/unregisterCapability")).toEqual({
    unregisterations: [{ id: registrations[0].id, method: "workspace/didChangeWatchedFiles" }],
  });
  expect(await client.next("client/registerCapability")).toMatchObject({ registrations: [{}] });
});

test("a file that is no longer the catalog is not reloaded when files change", async () => {
  const { machine, client } = await started(inbox, { capabilities: relative });
  client.notify("workspace/didChangeConfiguration", { settings: { sliceCql: { catalog: "d.json" } } });
  await machine.pass(150);
  const before = machine.reads.length;
  client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri, type: 2 }] });
  await machine.pass(150);
  expect(machine.reads.slice(before)).toEqual([fileUri("/p/d.json")]);
});

test("the server watches files itself if a client claims to watch them but does not", async () => {
  const machine = fakeMachine();
  machine.texts.set(uri, inbox);
  const client = await begin(machine.wire, {
    capabilities: watching,
    folders: ["/p"],
    options: { catalog: "c.json" },
  });
  client.answer("client/registerCapability", () => {
    throw new Error("not after all");
  });
  open(client, "shape:Inbox", fileUri("/p/x.slice-cql"));
  await machine.pass(50);
  expect([...machine.watched]).toEqual([uri]);
  await client.request("shutdown");
  await machine.pass(50);
  expect([...machine.watched]).toEqual([]);
});

test("the catalog is reloaded only on command if files cannot be watched", async () => {
  const machine = fakeMachine({ watches: false });
  machine.texts.set(uri, inbox);
  const client = await begin(machine.wire, { folders: ["/p"], options: { catalog: "c.json" } });
  open(client, "shape:Inbox", fileUri("/p/x.slice-cql"));
  await machine.pass(50);
  await client.request("workspace/executeCommand", { command: "sliceCql.reloadCatalog" });
  expect(machine.reads).toEqual([uri, uri]);
  await client.request("shutdown");
});

test("a client that disconnects without exit leaves no watcher or timer", async () => {
  const { machine, client } = await started(inbox);
  expect([...machine.watched]).toEqual([uri]);
  machine.touch(uri);
  client.notify("workspace/didChangeConfiguration", {
    settings: { sliceCql: { catalog: "d.json", now: "?" } },
  });
  client.wire.hangUp();
  expect(await client.wire.ended).toEqual({ status: 1, errors: "" });
  await machine.pass(3_600_000);
  expect(machine.reads).toHaveLength(1);
  expect([...machine.watched]).toEqual([]);
});
