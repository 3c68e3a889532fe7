// Tests cancelling: a request that waits, one that has not begun, and one whose text was edited meanwhile.

import { expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { fakeMachine, type Machine } from "./support/fake-machine.ts";
import { begin, fileUri, type OpenDocument, open, pulling } from "./support/session.ts";
import { inThisProcess } from "./support/wires.ts";

/** Everything that waits for the catalog, with parameters besides the document. */
const waiting: readonly (readonly [method: string, params: object])[] = [
  ["textDocument/hover", { position: { line: 0, character: 0 } }],
  ["textDocument/completion", { position: { line: 0, character: 8 } }],
  ["textDocument/codeAction", { range: range(), context: { diagnostics: [] } }],
  ["textDocument/inlayHint", { range: range() }],
  ["textDocument/diagnostic", {}],
];

interface Stuck {
  readonly machine: Machine;
  readonly client: Client;
  readonly document: OpenDocument;
}

/** A server whose catalog does not come. */
async function stuck(): Promise<Stuck> {
  const machine = fakeMachine();
  machine.texts.set(fileUri("/p/c.json"), new Promise(() => undefined));
  const client = await begin(machine.wire, {
    capabilities: pulling,
    folders: ["/p"],
    options: { catalog: "c.json" },
  });
  const document = open(client, "shape:Inbox", fileUri("/p/x.slice-cql"));
  await machine.pass(0);
  return { machine, client, document };
}

test.each(waiting)("%s is refused as soon as it is cancelled", async (method, params) => {
  const { machine, client, document } = await stuck();
  const { id, answer } = client.begin(method, { ...document.here, ...params });
  await machine.pass(0);
  expect(client.received.filter((message) => message.id === id && message.method === undefined)).toEqual([]);
  client.notify("$/cancelRequest", { id });
  expect(await answer).toMatchObject({ error: { code: -32_800, message: "the request was cancelled" } });
  // Not the clock ended it: no time has passed.
  expect(machine.now()).toBe(Date.UTC(2026, 10, 20, 12));
});

test.each(waiting)("%s is refused when its text is edited meanwhile", async (method, params) => {
  const { machine, client, document } = await stuck();
  const { answer } = client.begin(method, { ...document.here, ...params });
  await machine.pass(0);
  document.write("shape:Outbox", 2);
  await machine.pass(10_000);
  const isPull = method === "textDocument/diagnostic";
  expect((await answer).error).toEqual({
    code: isPull ? -32_802 : -32_801,
    message: "the document was edited",
    ...(isPull ? { data: { retriggerRequest: true } } : {}),
  });
});

test("cancelling one request does not disturb the others", async () => {
  const { machine, client, document } = await stuck();
  const params = { ...document.here, position: { line: 0, character: 0 } };
  const [first, second] = [
    client.begin("textDocument/hover", params),
    client.begin("textDocument/hover", params),
  ];
  await machine.pass(0);
  client.notify("$/cancelRequest", { id: first.id });
  await machine.pass(10_000);
  expect(await first.answer).toMatchObject({ error: { code: -32_800 } });
  expect(await second.answer).toMatchObject({ result: { contents: {} } });
});

test("a cancelled request that has not started never starts, and a finished one cannot be cancelled", async () => {
  const client = await begin(inThisProcess(), { capabilities: pulling });
  const document = open(client, "type:A ".repeat(3_000));
  const begun = Array.from({ length: 50 }, () => client.begin("textDocument/diagnostic", document.here));
  for (const { id } of begun) client.notify("$/cancelRequest", { id });
  const answers = await Promise.all(begun.map(({ answer }) => answer));
  const refused = answers.filter(({ error }) => error?.code === -32_800);
  expect(answers.filter(({ error }) => error !== undefined)).toEqual(refused);
  expect(refused.length).toBeGreaterThan(40);
  for (const { id } of begun) client.notify("$/cancelRequest", { id });
  client.notify("$/cancelRequest", { id: 123_456 });
  expect(await client.request("textDocument/hover", document.at(0))).toMatchObject({ contents: {} });
});

function range(): unknown {
  return { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } };
}

test.each<readonly [method: string, params: object]>([
  ["textDocument/semanticTokens/full", {}],
  ["textDocument/semanticTokens/range", { range: range() }],
  ["textDocument/formatting", { options: {} }],
  ["textDocument/documentSymbol", {}],
  ["textDocument/selectionRange", { positions: [{ line: 0, character: 0 }] }],
  ["textDocument/prepareRename", { position: { line: 0, character: 8 } }],
  ["textDocument/rename", { position: { line: 0, character: 8 }, newName: "x" }],
])("%s does not wait for the catalog", async (method, params) => {
  const { machine, client, document } = await stuck();
  const { answer } = client.begin(method, { ...document.here, ...params });
  await machine.pass(0);
  expect((await answer).error).toBe(undefined);
});

test("requests that wait for the catalog are answered without it after a moment, and refreshed when it arrives", async () => {
  const machine = fakeMachine();
  let arrive: (text: string) => void = () => undefined;
  machine.texts.set(
    fileUri("/p/c.json"),
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  const client = await begin(machine.wire, {
    capabilities: pulling,
    folders: ["/p"],
    options: { catalog: "c.json" },
  });
  const document = open(client, "Type:A shape:Inbox", fileUri("/p/x.slice-cql"));
  const { answer } = client.begin("textDocument/diagnostic", document.here);
  await machine.pass(300);
  expect(await answer).toMatchObject({ result: { items: [{ code: "qualifier-case" }] } });
  expect(client.left("workspace/diagnostic/refresh")).toBe(0);
  arrive("{}");
  await machine.pass(0);
  expect(client.left("workspace/diagnostic/refresh")).toBe(1);
  const { items } = Object(await client.request("textDocument/diagnostic", document.here));
  expect(items).toHaveLength(2);
});
