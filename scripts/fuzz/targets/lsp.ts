// Language server: whatever JSON-RPC it is sent it lives on, answers every request once, and has the client's text.

import { createCatalog, lineMap, validate } from "../../../src/index.ts";
import { applyEdits } from "../../../src/text/edits.ts";
import { type Client, createClient, type Wire } from "../../../test/lsp/support/client.ts";
import { inThisProcess } from "../../../test/lsp/support/wires.ts";
import type { Random } from "../../../test/support/backends/random.ts";
import { mutateJson, smallerJson, strange } from "../json.ts";
import { must, mustEqual, type Target } from "../target.ts";
import { drawPiece, drawText } from "../texts.ts";

const own = { connect: (): Wire => inThisProcess() };

/** A message as it is, an edit of the one open document, or all of its text anew. */
export type Step =
  | {
      readonly kind: "message";
      readonly method: string;
      readonly params: unknown;
      readonly isRequest: boolean;
    }
  | { readonly kind: "raw"; readonly message: unknown }
  | { readonly kind: "edit"; readonly from: number; readonly length: number; readonly text: string };

const catalog = {
  shapes: [{ id: "s", name: "Sales CRM" }],
  sources: [{ id: "g", name: "gmail" }],
  types: ["A"],
};
const now = "2026-11-20T12:00:00.000Z";
const uri = "untitled:fuzzed.slice-cql";
const begun = 'type:A shape:"Sales CRM"\r\nafter:7d';

/** The target. */
export function lspTarget(kit: typeof own = own): Target<readonly Step[]> {
  return {
    name: "lsp",
    promise: "never dies, one answer a request, the client's text and what validate says of it",
    draw: (random) => Array.from({ length: 1 + random.below(12) }, () => drawStep(random)),
    mutate: (random, steps, other) =>
      random.pick([
        () => steps.toSpliced(random.below(steps.length + 1), 0, drawStep(random)),
        () => steps.toSpliced(random.below(steps.length + 1), 1),
        () =>
          [
            ...steps.slice(0, random.below(steps.length + 1)),
            ...other.slice(random.below(other.length + 1)),
          ].slice(0, 40),
        () => steps.map((step) => (random.chance(0.3) ? mutated(random, step) : step)),
      ])(),
    smaller: smallerSteps,
    check: async (steps) => {
      const client = createClient(kit.connect());
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
      const { text, requests } = follow(client, steps);
      await holds(client, text, requests);
      await client.request("shutdown");
      client.notify("exit");
      const { status, errors } = await client.wire.ended;
      mustEqual([status, errors], [0, ""], "it ends as it should, and says nothing on standard error");
      return featuresOf(client, steps);
    },
  };
}

/** Sends all steps; gives the text that the client has then, and the identifiers of its requests. */
function follow(
  client: Client,
  steps: readonly Step[],
): { readonly text: string; readonly requests: readonly number[] } {
  let [text, version] = [begun, 1];
  const requests: number[] = [];
  for (const step of steps) {
    if (step.kind === "raw") client.send(step.message);
    else if (step.kind === "edit") {
      const [start, end] = [placeIn(text, step.from), placeIn(text, step.from + step.length)];
      const lines = lineMap(text);
      const range = { start: lines.position(start), end: lines.position(end) };
      const inserted = step.text.toWellFormed();
      text = applyEdits(text, [{ span: { start, end }, text: inserted }]);
      client.notify("textDocument/didChange", {
        textDocument: { uri, version: ++version },
        contentChanges: [{ range, text: inserted }],
      });
    } else if (step.isRequest) requests.push(client.begin(step.method, step.params).id);
    else client.notify(step.method, step.params);
  }
  return { text, requests };
}

async function holds(client: Client, text: string, requests: readonly number[]): Promise<void> {
  const report: unknown = await client.request("textDocument/diagnostic", { textDocument: { uri } });
  const lines = lineMap(text);
  const expected = validate(text, { catalog: createCatalog(catalog), now: Date.parse(now) }).map(
    ({ span, code }) => [code, lines.position(span.start), lines.position(span.end)],
  );
  const items: readonly {
    readonly code: string;
    readonly range: { readonly start: unknown; readonly end: unknown };
  }[] = Object(report).items;
  mustEqual(
    items.map(({ code, range }) => [code, range.start, range.end]),
    expected,
    "it has the client's text",
  );
  // Requests that wait for one another are answered by then, or never.
  for (let turn = 0; turn < 200 && unanswered(client, requests).length > 0; turn++)
    await new Promise((resolve) => setImmediate(resolve));
  must(unanswered(client, requests).length === 0, "every request is answered", () =>
    JSON.stringify(unanswered(client, requests)),
  );
  const ids = client.received.flatMap(({ id, method }) =>
    method === undefined && typeof id === "number" ? [id] : [],
  );
  const twice = requests.filter((id) => ids.filter((each) => each === id).length > 1);
  must(twice.length === 0, "a request is answered once", () => JSON.stringify(twice));
  const internal = client.received.find(({ error }) => error?.code === -32_603);
  must(internal === undefined, "no internal error", () => JSON.stringify(internal));
}

function unanswered({ received }: Client, requests: readonly number[]): readonly number[] {
  return requests.filter(
    (id) => !received.some((message) => message.id === id && message.method === undefined),
  );
}

/** No client puts its cursor between CR and LF, or between the halves of a pair. */
function placeIn(text: string, offset: number): number {
  const at = Math.min(text.length, Math.max(0, offset));
  return /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])/.test(text.slice(at - 1, at + 1)) && at > 0 ? at - 1 : at;
}

const methods =
  "hover completion inlayHint codeAction formatting rangeFormatting rename prepareRename documentSymbol selectionRange diagnostic semanticTokens/full semanticTokens/full/delta semanticTokens/range definition"
    .split(" ")
    .map((name) => `textDocument/${name}`);

const notifications = [
  "$/cancelRequest",
  "$/setTrace",
  "$/unknown",
  "workspace/didChangeConfiguration",
  "workspace/didChangeWatchedFiles",
  "workspace/didChangeWorkspaceFolders",
  "textDocument/didSave",
  "textDocument/willSave",
  "initialized",
] as const;

/** Mostly what a client could send. Of the document itself only edits that are sound, so that both have the same text. */
function drawStep(random: Random): Step {
  const kind = random.below(10);
  if (kind < 3) return drawEdit(random);
  if (kind < 8) {
    const position = { line: random.below(4), character: random.below(30) };
    const range = {
      start: position,
      end: { line: position.line + random.below(2), character: random.below(40) },
    };
    const params = {
      textDocument: { uri },
      position,
      range,
      positions: [position],
      newName: drawPiece(random, 1),
      previousResultId: String(random.below(3)),
      context: { diagnostics: [], triggerKind: 1 },
      options: { tabSize: 2, insertSpaces: true },
    };
    return { kind: "message", method: random.pick(methods), params, isRequest: true };
  }
  if (kind < 9)
    return {
      kind: "message",
      method: random.pick(notifications),
      params: drawParams(random),
      isRequest: false,
    };
  return {
    kind: "raw",
    message: random.pick([
      ...strange,
      { jsonrpc: "2.0", id: -1 - random.below(9), method: random.pick(methods) },
    ]),
  };
}

function drawEdit(random: Random): Step {
  const text = random.pick([drawText(random, 1), "\r\n", "\n", "\r", '"', "\\", "\u{1f98a}", "e\u0301", ""]);
  return { kind: "edit", from: random.below(60), length: random.pick([0, 0, 1, 4, 500]), text };
}

function drawParams(random: Random): unknown {
  return random.pick<unknown>([
    { id: random.below(20) },
    { settings: { others: random.pick(strange) } },
    { changes: [{ uri: random.pick(["untitled:catalog.json", "x:", 5]), type: 2 }] },
    { event: { added: [{ uri: "untitled:none", name: "none" }], removed: random.pick(strange) } },
    { value: "verbose" },
    { textDocument: { uri } },
    random.pick(strange),
  ]);
}

/** Junk in the parameters of a request; edits stay sound, and settings are left alone: they would change what is expected. */
function mutated(random: Random, step: Step): Step {
  if (step.kind === "edit") return drawEdit(random);
  if (step.kind === "raw")
    return { kind: "raw", message: harmless(mutateJson(random, step.message, strange)) };
  return { ...step, params: mutateJson(random, step.params, strange) };
}

/** A message that would edit, close or end is none that is sent as it is. */
function harmless(message: unknown): unknown {
  return /didOpen|didChange|didClose|exit|shutdown|initialize/u.test(JSON.stringify(message) ?? "")
    ? null
    : message;
}

function* smallerSteps(steps: readonly Step[]): Generator<readonly Step[]> {
  for (let at = 0; at < steps.length; at++) yield steps.toSpliced(at, 1);
  for (const [at, step] of steps.entries()) {
    if (step.kind === "message")
      for (const params of smallerJson(step.params)) yield steps.with(at, { ...step, params });
    if (step.kind === "edit" && step.text.length > 1)
      for (const text of [step.text.slice(1), step.text.slice(0, -1)])
        yield steps.with(at, { ...step, text });
  }
}

function featuresOf({ received }: Client, steps: readonly Step[]): readonly string[] {
  const answers = received.map(
    ({ method, error, result }) => `${method ?? ""} ${String(error?.code ?? "")} ${shapeOf(result)}`,
  );
  return [
    ...new Set(answers),
    `steps ${steps
      .slice(0, 3)
      .map((step) => ("method" in step ? step.method : step.kind))
      .join()}`,
  ];
}

function shapeOf(result: unknown): string {
  if (Array.isArray(result)) return `list ${String(Math.min(3, result.length))}`;
  return typeof result === "object" && result !== null
    ? Object.keys(result).toSorted().join()
    : typeof result;
}
