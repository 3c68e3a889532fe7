// Tests how gzip is read: recognised by how it begins, several members, cut, damaged, and aborted early.

import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Failure } from "../../src/cli/failure.ts";
import { gunzipped } from "../../src/cli/input/gunzip.ts";
import type { Chunks } from "../../src/cli/io.ts";
import { runCli, systemError, type World } from "./support.ts";

const lines = Array.from({ length: 3_000 }, (_, index) => `{"type":"A","n":${String(index * 7919)}}\n`).join(
  "",
);
const packed = gzipSync(lines);
const first = gzipSync("{}\n");
const second = gzipSync('{"type":"A"}\n');
const zeros = Buffer.alloc(600);

async function* inPieces(bytes: Uint8Array, size: number): Chunks {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Uint8Array, size: number): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const chunk of gunzipped(inPieces(bytes, size), "e.gz")) all.push(chunk);
  return Buffer.concat(all).toString("latin1");
}

const readable: readonly (readonly [name: string, bytes: Uint8Array, text: string])[] = [
  ["one member", first, "{}\n"],
  ["two members", Buffer.concat([first, second]), '{}\n{"type":"A"}\n'],
  ["an empty member between", Buffer.concat([first, gzipSync(""), second]), '{}\n{"type":"A"}\n'],
  ["nothing packed", gzipSync(""), ""],
  ["gzip in gzip, of which the outer one is taken away", gzipSync(first), first.toString("latin1")],
  ["no gzip", Buffer.from("{}\n"), "{}\n"],
  ["no gzip with such a byte inside", Buffer.from([0x20, 0x1f, 0x8b]), " \u001f\u008b"],
  ["half of the two bytes", Buffer.from([0x1f]), "\u001f"],
  ["nothing", new Uint8Array(), ""],
];

test.each(readable)("%s", async (_name, bytes, text) => {
  for (const size of [1, 2, 3, first.length, 65_536]) expect(await read(bytes, size)).toBe(text);
});

test("any bytes are unpacked as they were packed", async () => {
  const members = fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(members, fc.integer({ min: 1, max: 50 }), async (all, size) => {
      const bytes = Buffer.concat(all.map((each) => gzipSync(each)));
      expect(await read(bytes, size)).toBe(Buffer.concat(all).toString("latin1"));
    }),
  );
});

const cut = "e.gz is truncated: its gzip data ends unexpectedly";
const followed = "e.gz is damaged: other data follows its gzip data";

const damaged: readonly (readonly [name: string, bytes: Uint8Array, message: string])[] = [
  ["only the two bytes", packed.subarray(0, 2), cut],
  ["cut in its header", packed.subarray(0, 7), cut],
  ["cut in the middle", packed.subarray(0, packed.length >> 1), cut],
  ["cut in its checksum", packed.subarray(0, -8), cut],
  ["cut by one byte", packed.subarray(0, -1), cut],
  ["cut in its second member", Buffer.concat([first, second.subarray(0, 12)]), cut],
  ["followed by text", Buffer.concat([first, Buffer.from("{}\n")]), followed],
  ["followed by zeros", Buffer.concat([first, zeros]), followed],
  ["followed by zeros and a member", Buffer.concat([first, zeros, second]), followed],
  ["followed by zeros and text", Buffer.concat([first, zeros, Buffer.from("{}\n")]), followed],
  [
    "a wrong checksum",
    first.with(first.length - 6, 0xaa),
    "e.gz is damaged: its gzip data cannot be read (incorrect data check)",
  ],
  [
    "an unknown method",
    first.with(2, 9),
    "e.gz is damaged: its gzip data cannot be read (unknown compression method)",
  ],
];

test.each(damaged)("%s", async (_name, bytes, message) => {
  for (const size of [1, 5, first.length, 65_536]) {
    await expect(read(bytes, size)).rejects.toThrow(new Failure(message));
  }
});

test.each(damaged)("match reports it, and fails: %s", async (_name, bytes, message) => {
  for (const flags of [["--count"], ["--count", "--skip-bad"]]) {
    expect(await runCli(["match", "type:A", "e.gz", ...flags], { files: { "e.gz": bytes } })).toEqual({
      status: 2,
      stdout: "",
      stderr: `slice-cql: ${message}\n`,
      written: {},
    });
  }
});

test("match reads gzip from files and from standard input, whatever they are called", async () => {
  const world: World = {
    files: { "a.ndjson": packed, b: lines },
    stdin: Buffer.concat([first, second]),
    chunk: 999,
  };
  const count = async (...paths: readonly string[]): Promise<string> =>
    (await runCli(["match", "type:A", ...paths, "--count"], world)).stdout;
  expect(await count("a.ndjson")).toBe("3000\n");
  expect(await count("-")).toBe("1\n");
  expect(await count("a.ndjson", "-", "b")).toBe("6001\n");
  expect((await runCli(["match", "type:A", "a.ndjson"], world)).stdout).toBe(lines);
});

test("a file that cannot be unpacked is named with the reason", async () => {
  const failing = async function* (): Chunks {
    yield packed.subarray(0, 500);
    throw systemError("EIO");
  };
  const all = gunzipped(failing(), "e.gz");
  await expect(
    (async () => {
      for await (const _ of all);
    })(),
  ).rejects.toMatchObject({ code: "EIO" });
});

test.each([
  ["gzip", packed],
  ["no gzip", Buffer.from(lines)],
])("who stops early stops the reading: %s", async (_name, bytes) => {
  let stopped = false;
  const watched = async function* (): Chunks {
    try {
      for (;;) yield* inPieces(bytes, 1_000);
    } finally {
      stopped = true;
    }
  };
  for await (const chunk of gunzipped(watched(), "e")) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  await expect.poll(() => stopped).toBe(true);
});
