// What lies between offsets and the protocol: changes of packed tokens, and streams that are cut anywhere.

import fc from "fast-check";
import { expect, test } from "vitest";
import { lineMap } from "../../src/index.ts";
import { frameReader, frameWriter } from "../../src/lsp/connection/streams.ts";
import { selectionRangeOf } from "../../src/lsp/convert/symbols.ts";
import { editsBetweenTokens } from "../../src/lsp/convert/tokens.ts";
import { runs } from "../support/runs.ts";
import { frame } from "./support/frames.ts";
import { range } from "./support/session.ts";

test("the edits between two packings make the second of the first", () => {
  const numbers = fc.array(fc.nat(3), { maxLength: 12 });
  fc.assert(
    fc.property(numbers, numbers, (before, after) => {
      const edits = editsBetweenTokens(before, after);
      const made = [...before];
      for (const { start, deleteCount, data = [] } of edits) made.splice(start, deleteCount, ...data);
      expect(made).toEqual(after);
      expect(edits.length).toBeLessThanOrEqual(1);
    }),
    runs(1_000),
  );
});

test("without a selection there is the position", () => {
  expect(selectionRangeOf(lineMap("ab"), [], 1)).toEqual({ range: range(1, 1) });
});

test("messages arrive whole and in order, however they are cut", async () => {
  const message = fc.record({ jsonrpc: fc.constant("2.0"), method: fc.string({ unit: "binary" }) });
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(message), cuts, async (messages, lengths) => {
      const sent: Uint8Array[] = [];
      const writer = frameWriter(async (bytes) => {
        sent.push(bytes);
      });
      await Promise.all(messages.map((each) => writer.write(each)));
      expect(sent).toEqual(messages.map((each) => frame(JSON.stringify(each))));
      const { read, errors } = await readAll(cut(Buffer.concat(sent), lengths));
      expect([read, errors]).toEqual([messages, []]);
    }),
    runs(100),
  );
});

test.each<readonly [bytes: string, error: string]>([
  ["Hello\r\n\r\n", "Message header must separate key and value using ':'\nHello"],
  ["Content-Length: -1\r\n\r\n", "a message has no valid Content-Length"],
  ["Content-Length: 9999999999\r\n\r\n", "a message has no valid Content-Length"],
])("nothing is read after the header %j", async (bytes, error) => {
  const follows = frame('{"jsonrpc":"2.0","method":"x"}');
  expect(await readAll([Buffer.from(bytes), follows])).toEqual({ read: [], errors: [error] });
});

test("a failing client counts as disconnected, and write errors are reported", async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield frame('{"jsonrpc":"2.0"}');
    throw new Error("no more");
  }
  expect(await readAll(failing())).toEqual({ read: [{ jsonrpc: "2.0" }], errors: [] });
  const writer = frameWriter(async () => await Promise.reject(new Error("the pipe is closed")));
  const errors: unknown[] = [];
  writer.onError(([error]) => errors.push(error.message));
  await expect(writer.write({ jsonrpc: "2.0" })).rejects.toThrow("the pipe is closed");
  await expect(writer.write({ jsonrpc: "2.0" })).rejects.toThrow("the pipe is closed");
  expect(errors).toEqual(["the pipe is closed", "the pipe is closed"]);
  writer.end();
  writer.dispose();
});

function cut(bytes: Uint8Array, lengths: readonly number[]): readonly Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1;
    parts.push(bytes.subarray(at, at + length));
    at += length;
  }
  return parts;
}

async function readAll(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<{ readonly read: readonly unknown[]; readonly errors: readonly string[] }> {
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield* chunks;
  }
  const reader = frameReader(stream());
  const read: unknown[] = [];
  const errors: string[] = [];
  reader.onError((error) => errors.push(error.message));
  const closed = new Promise<void>((resolve) => {
    reader.onClose(() => resolve());
  });
  const listening = reader.listen((message) => read.push(message));
  await closed;
  listening.dispose();
  reader.dispose();
  return { read, errors };
}
