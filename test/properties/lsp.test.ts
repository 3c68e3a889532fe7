// Tests any JSON-RPC that the language server is sent: it keeps running, answers every request once, and has the client's text.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createCatalog, lineMap, validate } from "../../src/index.ts";
import { applyEdits } from "../../src/text/edits.ts";
import { type Client, createClient, type Wire } from "../lsp/support/client.ts";
import { inThisProcess } from "../lsp/support/wires.ts";
import { plausible } from "../support/arbitraries.ts";
import { patience, runs } from "../support/runs.ts";
import { CURIOUS } from "../support/words.ts";
import { changed, strange } from "./support/definitions.ts";
import { notices } from "./support/noticed.ts";

const catalog = {
  shapes: [{ id: "s", name: "Sales CRM" }],
  sources: [{ id: "g", name: "gmail" }],
  types: ["A"],
};
const now = "2026-11-20T12:00:00.000Z";
/** One query, and not a file of several. */
const uri = "inmemory://model/1";
const begun = 'type:A shape:"Sales CRM"\r\nafter:7d';

/** A request or a notification, a message as it is, or an edit of the one open document. */
type Step =
  | { readonly kind: "request"; readonly method: string; readonly params: Params }
  | { readonly kind: "notification"; readonly method: string; readonly params: unknown }
  | { readonly kind: "raw"; readonly message: unknown }
  | { readonly kind: "edit"; readonly from: number; readonly length: number; readonly text: string };

/** Parameters as the protocol has them, or something like them: the protocol's library fails on those in its own words. */
interface Params {
  readonly value: unknown;
  readonly areSound: boolean;
}

/** Edits are sound, so that both sides have the same text. */
const edit = fc.record({
  kind: fc.constant("edit" as const),
  from: fc.nat(60),
  length: fc.constantFrom(0, 0, 1, 4, 500),
  text: fc.oneof(plausible, fc.constantFrom(...CURIOUS, "")),
});

const method = fc.constantFrom(
  ..."hover completion inlayHint codeAction formatting rangeFormatting rename prepareRename documentSymbol selectionRange diagnostic semanticTokens/full semanticTokens/full/delta semanticTokens/range definition"
    .split(" ")
    .map((name) => `textDocument/${name}`),
);

const params = fc
  .record({
    line: fc.nat(3),
    character: fc.nat(30),
    newName: fc.constantFrom("b", "a b", '"'),
    id: fc.nat(3),
  })
  .map(({ line, character, newName, id }): unknown => ({
    textDocument: { uri },
    position: { line, character },
    positions: [{ line, character }],
    range: { start: { line, character }, end: { line: line + 1, character } },
    newName,
    previousResultId: String(id),
    context: { diagnostics: [], triggerKind: 1 },
    options: { tabSize: 2, insertSpaces: true },
  }));

const request = fc.record({
  kind: fc.constant("request" as const),
  method,
  params: fc.oneof(
    { arbitrary: params.map((value): Params => ({ value, areSound: true })), weight: 3 },
    { arbitrary: changed(params).map((value): Params => ({ value, areSound: false })), weight: 1 },
  ),
});

/** Settings that are someone else's: those of the server would change what is expected of it. */
const notificationParams = fc.oneof(
  fc.nat(20).map((id) => ({ id })),
  strange.map((others) => ({ settings: { others } })),
  fc.constantFrom("untitled:catalog.json", "x:", 5).map((file) => ({ changes: [{ uri: file, type: 2 }] })),
  strange.map((removed) => ({ event: { added: [{ uri: "untitled:none", name: "none" }], removed } })),
  fc.constant({ textDocument: { uri } }),
  strange,
);

const notification = fc.record({
  kind: fc.constant("notification" as const),
  method: fc.constantFrom(
    "$/cancelRequest",
    "$/setTrace",
    "$/unknown",
    "workspace/didChangeConfiguration",
    "workspace/didChangeWatchedFiles",
    "workspace/didChangeWorkspaceFolders",
    "textDocument/didSave",
    "textDocument/willSave",
    "initialized",
  ),
  params: notificationParams,
});

const raw = fc.record({
  kind: fc.constant("raw" as const),
  message: fc.oneof(
    strange,
    fc.record({ jsonrpc: fc.constant("2.0"), id: fc.integer({ min: -9, max: -1 }), method }),
  ),
});

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { arbitrary: request, weight: 5 },
    { arbitrary: edit, weight: 3 },
    { arbitrary: notification, weight: 1 },
    { arbitrary: raw, weight: 1 },
  ),
  { maxLength: 12 },
);

const livesOn = (connect: () => Wire): fc.IAsyncProperty<[readonly Step[]]> =>
  fc.asyncProperty(steps, async (all) => {
    const client = createClient(connect());
    await client.request("initialize", {
      processId: null,
      rootUri: null,
      capabilities: { textDocument: { diagnostic: {} } },
      initializationOptions: { catalog, now },
    });
    client.notify("initialized", {});
    client.notify("textDocument/didOpen", {
      textDocument: { uri, languageId: "slice-cql", version: 1, text: begun },
    });
    const { text, requests } = follow(client, all);
    await hasText(client, text);
    await answersAll(client, requests);
    await client.request("shutdown");
    client.notify("exit");
    expect(await client.wire.ended, "it ends as it should, and writes no error").toEqual({
      status: 0,
      errors: "",
    });
  });

/** Sends all steps; returns the client's final text, and the parameters of its requests by their IDs. */
function follow(
  client: Client,
  all: readonly Step[],
): { readonly text: string; readonly requests: ReadonlyMap<number, Params> } {
  let [text, version] = [begun, 1];
  const requests = new Map<number, Params>();
  for (const step of all) {
    if (step.kind === "raw") client.send(step.message);
    else if (step.kind === "request")
      requests.set(client.begin(step.method, step.params.value).id, step.params);
    else if (step.kind === "notification") client.notify(step.method, step.params);
    else {
      const [start, end] = [placeIn(text, step.from), placeIn(text, step.from + step.length)];
      const lines = lineMap(text);
      const range = { start: lines.position(start), end: lines.position(end) };
      const inserted = step.text.toWellFormed();
      text = applyEdits(text, [{ span: { start, end }, text: inserted }]);
      client.notify("textDocument/didChange", {
        textDocument: { uri, version: ++version },
        contentChanges: [{ range, text: inserted }],
      });
    }
  }
  return { text, requests };
}

async function hasText(client: Client, text: string): Promise<void> {
  const report: unknown = await client.request("textDocument/diagnostic", { textDocument: { uri } });
  const lines = lineMap(text);
  const expected = validate(text, { catalog: createCatalog(catalog), now: Date.parse(now) }).map(
    ({ span, code }) => ({
      code,
      range: { start: lines.position(span.start), end: lines.position(span.end) },
    }),
  );
  const { items } = Object(report);
  expect(items, "it has the client's text").toMatchObject(expected);
  expect(items, "it has the client's text").toHaveLength(expected.length);
}

async function answersAll(client: Client, sent: ReadonlyMap<number, Params>): Promise<void> {
  const requests = [...sent.keys()];
  const answers = (): readonly unknown[] =>
    client.received.flatMap(({ id, method: called }) => (called === undefined ? [id] : []));
  const unanswered = (): readonly number[] => requests.filter((id) => !answers().includes(id));
  // Requests that wait for one another are answered by then, or never.
  for (let turn = 0; turn < 200 && unanswered().length > 0; turn++)
    await new Promise((resolve) => setImmediate(resolve));
  expect(unanswered(), "every request is answered").toEqual([]);
  const twice = requests.filter((id) => answers().filter((each) => each === id).length > 1);
  expect(twice, "a request is answered once").toEqual([]);
  const internal = client.received.filter(
    ({ id, error }) => error?.code === -32_603 && (typeof id !== "number" || sent.get(id)?.areSound === true),
  );
  expect(internal, "no internal error").toEqual([]);
}

/** No client puts its cursor between CR and LF, or between the halves of a pair. */
function placeIn(text: string, offset: number): number {
  const at = Math.min(text.length, offset);
  return at > 0 && /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])/.test(text.slice(at - 1, at + 1)) ? at - 1 : at;
}

test("the server answers each request once and keeps the client's text, whatever it receives", {
  timeout: patience,
}, async () => {
  await fc.assert(livesOn(inThisProcess), runs(120));
});

test("a mistake is noticed: an edit is lost", async () => {
  const losing = (): Wire => {
    const wire = inThisProcess();
    const lost = (text: string): string => text.replace("textDocument/didChange", "textDocument/nothingAt");
    return { ...wire, write: (bytes) => wire.write(Buffer.from(lost(Buffer.from(bytes).toString()))) };
  };
  await notices(livesOn(losing), "it has the client's text");
});

test("a mistake is noticed: answers come twice", async () => {
  const doubling = (): Wire => {
    const wire = inThisProcess();
    return {
      ...wire,
      onData: (listener) =>
        wire.onData((chunk) => {
          listener(chunk);
          if (!/capabilities|"method"/u.test(Buffer.from(chunk).toString())) listener(chunk);
        }),
    };
  };
  await notices(livesOn(doubling), "a request is answered once");
});
