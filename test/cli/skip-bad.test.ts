// Tests `match --skip-bad`: lines that are not entities are reported, counted and skipped.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { readEntities } from "../../src/cli/input/entities.ts";
import type { Chunks } from "../../src/cli/io.ts";
import { type Outcome, runCli, type World } from "./support.ts";

const good = '{"type":"A"}\n';

async function skip(file: string | Uint8Array, world: World = {}): Promise<Outcome> {
  return await runCli(["match", "type:A", "e.ndjson", "--skip-bad"], {
    ...world,
    files: { "e.ndjson": file },
  });
}

const bad: readonly (readonly [line: string | Uint8Array, message: string])[] = [
  ["oops", "e.ndjson:2:1: this is not JSON: unexpected `oops`"],
  ['{"type":"A"', "e.ndjson:2:12: this is not JSON: expected `}`, not the end of the text"],
  ['{"x": \r 1 2}', "e.ndjson:2:11: this is not JSON: expected `,` or the closing bracket, not `2`"],
  ["\u00a0", "e.ndjson:2:1: this is not JSON: unexpected `\u00a0`"],
  ["3", "e.ndjson:2: an entity must be a JSON object, not `3`"],
  ["null", "e.ndjson:2: an entity must be a JSON object, not `null`"],
  ["[{}]", "e.ndjson:2: entities are JSON objects, one per line (NDJSON), but this begins with `[{}]`"],
  [Buffer.from([0x7b, 0xff]), "e.ndjson:2 is not UTF-8: byte 0xFF at offset 1 of the line is invalid"],
];

test.each(bad)("the line %j is reported and skipped", async (line, message) => {
  const file = Buffer.concat([Buffer.from(good), Buffer.from(line), Buffer.from(`\n${good}`)]);
  for (const chunk of [1, 5, 65_536]) {
    expect(await skip(file, { chunk })).toEqual({
      status: 0,
      stdout: good.repeat(2),
      stderr: `slice-cql: ${message}; skipped\nslice-cql: 1 line was skipped\n`,
      written: {},
    });
  }
});

test("nothing is reported if there is nothing to skip", async () => {
  expect(await skip(`${good}\n \r\n${good}`)).toMatchObject({
    status: 0,
    stdout: good.repeat(2),
    stderr: "",
  });
});

test("the first twenty bad lines are reported, the others counted, over all files", async () => {
  const run = async (count: number): Promise<readonly string[]> => {
    const { status, stdout, stderr } = await runCli(["match", "type:A", "a", "b", "--skip-bad", "--count"], {
      files: { a: "x\n".repeat(15) + good, b: good + "x\n".repeat(count - 15) },
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: "2\n" });
    return stderr.trimEnd().split("\n");
  };
  const twenty = await run(20);
  expect(twenty).toHaveLength(21);
  expect(twenty.slice(14, 16).map((line) => line.slice(0, 18))).toEqual([
    "slice-cql: a:15:1:",
    "slice-cql: b:2:1: ",
  ]);
  expect(twenty.at(-1)).toBe("slice-cql: 20 lines were skipped");
  const more = await run(1_234);
  expect(more).toHaveLength(22);
  expect(more.slice(0, 20)).toEqual(twenty.slice(0, 20));
  expect(more.slice(20)).toEqual(["slice-cql: and 1214 more", "slice-cql: 1234 lines were skipped"]);
});

test("an unreadable file is not a bad line", async () => {
  const { status, stdout } = await runCli(["match", "type:A", "nowhere", "--skip-bad", "--count"]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
});

test("the messages of --skip-bad appear above the progress, which is redrawn", async () => {
  const file = `${good.repeat(100)}oops\n${good.repeat(100)}`;
  const { stderr } = await runCli(["match", "type:A", "e", "--skip-bad", "--count"], {
    files: { e: file },
    terminals: ["stderr"],
    tick: 300,
    chunk: 260,
  });
  // What a terminal shows: each line as it is when the next one begins.
  const lines = stderr.split("\n").map((line) => line.split("\r").at(-1)?.replace("\u001b[K", ""));
  expect(lines).toEqual([
    "slice-cql: e:101:1: this is not JSON: unexpected `oops`; skipped",
    "slice-cql: 1 line was skipped",
    "",
  ]);
  // Removed for the message and at the end, unless it is already removed.
  expect(stderr.split("\r\u001b[K")).toHaveLength(3);
});

/** What is read of a file in pieces of so many bytes, where lines have at most 20 bytes. */
async function readShort(text: string, size: number): Promise<readonly string[]> {
  const bytes = Buffer.from(text);
  const pieces = async function* (): Chunks {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  const read: string[] = [];
  for await (const { entities, problem } of readEntities(pieces(), "e", 20)) {
    read.push(...entities.map(({ entity }) => JSON.stringify(entity)));
    if (problem !== undefined) read.push(problem.slice(0, "e:1: the line is".length));
  }
  return read;
}

const exact = '{"a":"0123456789ab"}';
const over = '{"a":"0123456789abc"}';

test.each<readonly [text: string, read: readonly string[]]>([
  [exact, [exact]],
  [`${exact}\n`, [exact]],
  [over, ["e:1: the line is"]],
  [`${over}\n`, ["e:1: the line is"]],
  [`{}\n${over}\n${exact}\nx\n`, ["{}", "e:2: the line is", exact, "e:4:1: this is n"]],
  [`${over}${over}${over}\n${over}\n{}`, ["e:1: the line is", "e:2: the line is", "{}"]],
  [`${over}\n${"\n".repeat(3)}${over}`, ["e:1: the line is", "e:5: the line is"]],
  [`{}\n[${over}]\n{}`, ["{}", "e:2: the line is", "{}"]],
])("lines that are too long are reported and skipped: %j", async (text, expected) => {
  for (let size = 1; size <= text.length + 1; size++) expect(await readShort(text, size)).toEqual(expected);
});

test("a line that is too long is skipped in constant memory", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const size = 2 ** 20;
  const piece = new Uint8Array(size).fill(120);
  let held = 0;
  const pieces = async function* (): Chunks {
    yield Buffer.from(good);
    for (let count = 0; count < 400; count++) {
      // Each is new, so that holding them would be seen.
      yield new Uint8Array(piece);
      // What is only waiting for the collector is not held.
      if (count % 100 === 99) collect();
      held = Math.max(held, process.memoryUsage().arrayBuffers);
    }
    yield Buffer.from(`\n${good}`);
  };
  const before = process.memoryUsage().arrayBuffers;
  const problems: (string | undefined)[] = [];
  let count = 0;
  for await (const { entities, problem } of readEntities(pieces(), "e")) {
    count += entities.length;
    if (problem !== undefined) problems.push(problem);
  }
  expect(count).toBe(2);
  expect(problems).toEqual(["e:2: the line is longer than 64 MiB; entities must be one per line"]);
  expect(held - before).toBeLessThan(250 * size);
});
