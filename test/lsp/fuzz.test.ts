// Tests two thousand random edits: the server keeps the client's text exactly, and reports what `validate` reports.

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TextEdit as ProtocolEdit } from "vscode-languageserver";
import { createCatalog, format, lineMap, validate } from "../../src/index.ts";
import { packTokens } from "../../src/language-service/pack-tokens.ts";
import { createLanguageService } from "../../src/language-service/service.ts";
import { symbolOf } from "../../src/lsp/convert/symbols.ts";
import { applyEdits } from "../../src/text/edits.ts";
import type { Client, Wire } from "./support/client.ts";
import { begin, end, type OpenDocument, open, pluck, pulling } from "./support/session.ts";
import { type Bundle, bundleServer, inThisProcess, overProcess } from "./support/wires.ts";

const data = {
  shapes: [{ id: "s", name: "Sales CRM" }],
  sources: [{ id: "g", name: "gmail" }],
  types: ["A"],
};
const now = "2026-11-20T12:00:00.000Z";
const judged = { catalog: createCatalog(data), now: Date.parse(now) };

const words: readonly string[] = [
  "type:A",
  "shape:",
  '"Sales CRM"',
  "source:gmail",
  "after:7d",
  "before:",
  "last week",
  "sort:",
  "Type:B",
  "a:b:c",
];
const marks: readonly string[] = [
  '"',
  '\\"',
  "\\",
  ":",
  " ",
  "  ",
  "\n",
  "\r\n",
  "\r",
  "\t",
  "'",
  "“",
  ",",
  "-",
  "(",
];
/** What lines, columns and lengths are most easily counted wrong by. */
const characters: readonly string[] =
  "é e\u0301 名前 😀 👩‍👩‍👧 \ud83d \ude00 \u2028 \u200b \u0000 \ufeff \u00a0".split(" ");
const pieces: readonly string[] = [...words, ...marks, ...characters];

/** Where an edit begins and how much it removes, as fractions of the text, and what it inserts. */
const edit = fc.record({
  from: fc.nat(10_000),
  length: fc.oneof(fc.constant(0), fc.nat(12), fc.constant(10_000)),
  text: fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((all) => all.join("")),
});

interface Edit {
  readonly from: number;
  readonly length: number;
  readonly text: string;
}

interface Step {
  readonly edits: readonly Edit[];
  readonly whole: boolean;
}

/** Edits are sent one, two or three at a time; now and then the whole text is. */
const step = fc.record({
  edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
  whole: fc.integer({ min: 0, max: 19 }).map((chance) => chance === 0),
});

let bundle: Bundle;
beforeAll(async () => {
  bundle = await bundleServer();
});
afterAll(async () => await bundle.remove());

const sessions = fc.sample(fc.array(step, { minLength: 50, maxLength: 50, size: "max" }), { numRuns: 25 });

test.each<readonly [way: string, connect: () => Wire, given: readonly (readonly Step[])[]]>([
  ["over real stdio, after each of 2000 edits", () => overProcess(bundle.path), sessions],
  ["in this process, after each of some of them", () => inThisProcess(), sessions.slice(0, 5)],
])("%s the server has the client's text", async (_way, connect, given) => {
  const client = await begin(connect(), { capabilities: pulling, options: { catalog: data, now } });
  for (const steps of given) await follow(client, steps);
  expect(await end(client)).toEqual({ status: 0, errors: "" });
  const edits = sessions.flatMap((steps) => steps.flatMap((each) => each.edits));
  expect(edits.length).toBeGreaterThanOrEqual(2_000);
});

/** Edits one text step by step, and compares after each. */
async function follow(client: Client, steps: readonly Step[]): Promise<void> {
  let text = 'type:A shape:"Sales CRM"\r\nafter:7d';
  let version = 1;
  const document = open(client, text, "inmemory://model/1");
  for (const { edits, whole } of steps) {
    const contentChanges: unknown[] = [];
    for (const each of edits) {
      const { change, next } = applied(text, each, whole);
      contentChanges.push(change);
      text = next;
    }
    const textDocument = { uri: document.uri, version: ++version };
    client.notify("textDocument/didChange", { textDocument, contentChanges });
    expect(await diagnosticsOf(client, document)).toEqual(expected(text));
  }
  await hasExactly(client, document, text);
  document.close();
}

/** An edit as it is sent, and the text that it makes. A lone surrogate cannot be sent as JSON in UTF-8. */
function applied(
  text: string,
  { from, length, text: given }: Edit,
  whole: boolean,
): { readonly change: unknown; readonly next: string } {
  const lines = lineMap(text);
  // Between CR and LF, and between the halves of a pair, no client puts its cursor.
  const start = placeIn(text, from % (text.length + 1));
  const end = placeIn(text, Math.min(text.length, start + length));
  const next = applyEdits(text, [{ span: { start, end }, text: given.toWellFormed() }]);
  const range = { start: lines.position(start), end: lines.position(end) };
  return { change: whole ? { text: next } : { range, text: given.toWellFormed() }, next };
}

function placeIn(text: string, offset: number): number {
  const isWithin = /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])/.test(text.slice(offset - 1, offset + 1));
  return offset > 0 && isWithin ? offset - 1 : offset;
}

async function diagnosticsOf(client: Client, document: OpenDocument): Promise<unknown> {
  const { items } = Object(await client.request("textDocument/diagnostic", document.here));
  const [ranges, codes, messages] = ["range", "code", "message"].map((member) => pluck(items, member));
  return ranges?.map((range, index) => ({ range, code: codes?.[index], message: messages?.[index] }));
}

function expected(text: string): unknown {
  const lines = lineMap(text);
  return validate(text, judged).map(({ span, code, message }) => ({
    range: { start: lines.position(span.start), end: lines.position(span.end) },
    code,
    message,
  }));
}

/** Colours, outline and formatting read the server's text back: the places and the contents of its terms, and what is between them. */
async function hasExactly(client: Client, document: OpenDocument, text: string): Promise<void> {
  const lines = lineMap(text);
  const service = createLanguageService();
  const ask = async (method: string): Promise<unknown> =>
    await client.request(`textDocument/${method}`, { ...document.here, options: {} });
  expect(await ask("semanticTokens/full")).toMatchObject({
    data: packTokens(lines, service.semanticTokens(text)),
  });
  expect(await ask("documentSymbol")).toEqual(
    service.documentSymbols(text).map((each) => symbolOf(lines, each)),
  );
  const edits: readonly ProtocolEdit[] = Object(await ask("formatting"));
  const spans = edits.map(({ range, newText }) => ({
    span: { start: lines.offset(range.start), end: lines.offset(range.end) },
    text: newText,
  }));
  // But for the line break at the end of a file.
  expect(applyEdits(text, spans).replace(/(?:\r\n|\n|\r)$/, "")).toBe(
    format(text).replace(/(?:\r\n|\n|\r)$/, ""),
  );
}
