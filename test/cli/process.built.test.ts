// Runs the program as a process: streams, exit statuses, a closed pipe, memory; and `npm run demo`.

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { stripVTControlCharacters } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleCommandLine } from "../../scripts/check/bundle.ts";
import { root } from "../tidy/sources.ts";

const entities = join(root, "fixtures/debian/entities.ndjson");
const folder = mkdtempSync(join(tmpdir(), "slice-cql-process-"));
/** The program as it is shipped: it starts much faster than from its sources. */
const program = join(folder, "cli.mjs");
beforeAll(() => bundleCommandLine(program));
afterAll(() => rmSync(folder, { recursive: true }));

test.each<readonly [args: readonly string[], status: number]>([
  [["check", "type:Person"], 0],
  [["check", "Type:Person"], 1],
  [["compare", "type:A", "Type:B"], 1],
  [["compare", "type:A"], 2],
  [["check", "--nope"], 2],
  [["check", "--file", root], 2],
  [[], 2],
])("%j ends with %d", async (args, status) => {
  const { status: got, stdout, stderr } = await finish(start(args));
  expect({ got, stderr: stderr === "" }).toEqual({ got: status, stderr: stdout !== "" });
  expect(stderr).not.toMatch(/\n\s+at /);
});

test("a process reads its query from standard input", async () => {
  const child = start(["tokens", "-"]);
  child.stdin.end("type:Person\n");
  expect(await finish(child)).toMatchObject({ status: 0, stderr: "" });
});

test("compare reads one of its queries from standard input", async () => {
  const child = start(["compare", "type:名前", "-", "--json"]);
  child.stdin.end('type:"名前" type:B\n');
  const { status, stdout, stderr } = await finish(child);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({
    relation: "inside",
    always: { inside: "always", contains: "never" },
    witnesses: { onlyA: null, onlyB: { type: "B" }, both: { type: "名前" } },
  });
});

test("FORCE_COLOR and NO_COLOR decide whether there are colours", async () => {
  const query = ["check", "Type:Person"];
  expect((await finish(start(query, { FORCE_COLOR: "1" }))).stdout).toContain("\u001b[");
  expect((await finish(start(query, { FORCE_COLOR: "1", NO_COLOR: "1" }))).stdout).not.toContain("\u001b[");
  expect((await finish(start(query))).stdout).not.toContain("\u001b[");
});

test("a reader that stops after the first line ends the run silently, with success", async () => {
  const child = start(["match", "type:Release", entities]);
  const ended = statusOf(child);
  child.stdout.once("data", () => child.stdout.destroy());
  expect(await text(child.stderr)).toBe("");
  expect(await ended).toBe(0);
});

test("a reader that stops before the first line ends the run silently, with entities still arriving", async () => {
  const child = start(["match", "type:Release", "-"]);
  const ended = statusOf(child);
  child.stdout.destroy();
  // The program stops reading as well.
  await pipeline(createReadStream(entities), child.stdin).catch(() => undefined);
  expect(await text(child.stderr)).toBe("");
  expect(await ended).toBe(0);
});

test("large output arrives whole", async () => {
  const { status, stdout } = await finish(start(["match", "type:Release", entities]));
  expect(status).toBe(0);
  expect(stdout.match(/\n/g)).toHaveLength(4_767);
});

test("gzip is read from a file and from standard input, and reported if it is cut", async () => {
  const packed = gzipSync(readFileSync(entities));
  const [whole, cut] = [join(folder, "e.ndjson.gz"), join(folder, "cut.gz")];
  writeFileSync(whole, Buffer.concat([packed, packed]));
  writeFileSync(cut, packed.subarray(0, -100));
  const count = ["match", "type:Release", "--count"];
  expect(await finish(start([...count, whole]))).toEqual({ status: 0, stdout: "9534\n", stderr: "" });
  const child = start([...count, "-"]);
  child.stdin.end(packed);
  expect(await finish(child)).toEqual({ status: 0, stdout: "4767\n", stderr: "" });
  expect(await finish(start([...count, cut]))).toEqual({
    status: 2,
    stdout: "",
    stderr: `slice-cql: ${cut} is truncated: its gzip data ends unexpectedly\n`,
  });
});

test("a reader that stops early ends the reading of gzip too", async () => {
  const child = start(["match", "type:Release", "-"]);
  const ended = statusOf(child);
  child.stdout.once("data", () => child.stdout.destroy());
  const packed = gzipSync(readFileSync(entities));
  await pipeline(async function* () {
    for (;;) yield packed;
  }, child.stdin).catch(() => undefined);
  expect(await text(child.stderr)).toBe("");
  expect(await ended).toBe(0);
});

test("entities are read in constant memory, and printed as they arrive", async () => {
  const child = start(["match", "type:A", "-"], {}, ["--max-old-space-size=40"]);
  const line = `{"type":"A","text":"${"x".repeat(10_000)}"}\n`;
  let bytes = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  const errors = text(child.stderr);
  const ended = statusOf(child);
  // Asked for one at a time, so that nothing but the program could hold them.
  await pipeline(async function* () {
    for (let index = 0; index < 8_000; index++) yield line;
  }, child.stdin);
  expect(await errors).toBe("");
  expect(await ended).toBe(0);
  expect(bytes).toBe(8_000 * line.length);
});

test("npm run demo shows on one screen what a slice is", async () => {
  const run = async (env: Readonly<Record<string, string>>): Promise<Finished> =>
    await finish(
      spawn(process.execPath, [join(root, "scripts/demo.ts")], {
        stdio: ["pipe", "pipe", "pipe"],
        env: environment(env),
      }),
    );
  const { status, stdout, stderr } = await run({});
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const lines = stdout.trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(45);
  expect(lines.filter((line) => line.length > 100)).toEqual([]);
  expect(lines.filter((line) => line !== line.trimEnd())).toEqual([]);
  expect(stdout).toContain('"entityTypes": [ "Release", "Vulnerability" ]');
  expect(stdout).toMatch(/\n17 of 10255 entities are in it \(13 Vulnerability, 4 Release\)/);
  expect(stdout).toMatch(/\nerror\[offset-unit-unknown\][^]*\^\^\^/);
  expect(stdout).toMatch(/\nfixed .* has 31 entities in it\n/);
  const coloured = await run({ FORCE_COLOR: "1" });
  expect(coloured.stdout).toContain("\u001b[");
  expect(stripVTControlCharacters(coloured.stdout)).toBe(stdout);
});

interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

function start(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  nodeArgs: readonly string[] = [],
): Child {
  const all = [...nodeArgs, program, ...args];
  return spawn(process.execPath, all, { stdio: ["pipe", "pipe", "pipe"], env: environment(env) });
}

/** That of the tests, but for what decides about colours. */
function environment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const {
    NO_COLOR: _no,
    FORCE_COLOR: _force,
    NODE_OPTIONS: _options,
    NODE_V8_COVERAGE: _coverage,
    ...others
  } = process.env;
  return { ...others, ...env };
}

async function finish(child: Child): Promise<Finished> {
  const [status, stdout, stderr] = await Promise.all([
    statusOf(child),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { status, stdout, stderr };
}

async function statusOf(child: Child): Promise<number | null> {
  return await new Promise((resolve) => {
    child.once("exit", (code) => resolve(code));
  });
}
