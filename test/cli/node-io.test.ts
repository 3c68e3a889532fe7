// Tests the environment of the command line on Node.js: streams, closed pipes, and files.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { ClosedPipe, codeOf, Failure } from "../../src/cli/failure.ts";
import { nodeIo } from "../../src/cli/node-io.ts";
import { run } from "../../src/cli/run.ts";
import { systemError } from "./support.ts";

const folder = mkdtempSync(join(tmpdir(), "slice-cql-io-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("files are read and written", async () => {
  const path = join(folder, "q.cql");
  writeFileSync(path, ' type:"A" \n');
  const { io, out } = world();
  expect(await run(["format", "--file", path, "--fix"], io)).toBe(0);
  expect(readFileSync(path, "utf8")).toBe("type:A\n");
  expect(await run(["tokens", "--file", path, "--json"], io)).toBe(0);
  expect(out()).toContain('"qualifier":"type"');
  expect(await run(["check", "--file", folder], io)).toBe(2);
  expect(await run(["check", "--file", join(folder, "none")], io)).toBe(2);
  expect(out()).toContain("it is a directory");
  expect(out()).toContain("no such file");
});

test("standard input and the clock are read", async () => {
  const { io, out } = world("after:1h");
  const before = Date.now();
  expect(await run(["compile", "-", "--json"], io)).toBe(0);
  const { now }: { readonly now: string } = JSON.parse(out());
  expect(Date.parse(now)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(now)).toBeLessThanOrEqual(Date.now());
});

test("a stream is a terminal only if it declares so", () => {
  const isTTY = (stream: PassThrough): boolean =>
    nodeIo({ stdin: Readable.from([]), stdout: stream, stderr: stream, env: {} }).stdout.isTTY;
  expect(isTTY(new PassThrough())).toBe(false);
  expect(isTTY(Object.assign(new PassThrough(), { isTTY: true }))).toBe(true);
});

test.each(["EPIPE", "ERR_STREAM_DESTROYED", "ECONNRESET"])(
  "%s counts as a closed pipe, and the run ends with success",
  async (code) => {
    await expect(failing(code).stdout.write("a")).rejects.toBeInstanceOf(ClosedPipe);
    expect(await run(["--help"], failing(code))).toBe(0);
  },
);

test("any other error of the output is reported", async () => {
  await expect(failing("ENOSPC").stdout.write("a")).rejects.toThrow(
    new Failure("the output cannot be written (ENOSPC)"),
  );
});

test("the width of a terminal is read each time; a stream without one counts as 80 columns", () => {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
  const { stderr } = nodeIo({ stdin: Readable.from([]), stdout: stream, stderr: stream, env: {} });
  expect(stderr.columns()).toBe(120);
  stream.columns = 60;
  expect(stderr.columns()).toBe(60);
  stream.columns = 0;
  expect(stderr.columns()).toBe(80);
  expect(failing("EPIPE").stdout.columns()).toBe(80);
});

test("the size of a file is known before it is read, that of a pipe is not", async () => {
  const { io } = world();
  const path = join(folder, "e.ndjson");
  writeFileSync(path, "{}\n{}\n");
  expect(await io.sizeOf(path)).toBe(6);
  expect(await io.sizeOf("/dev/null")).toBe(undefined);
  await expect(io.sizeOf(folder)).rejects.toMatchObject({ code: "EISDIR" });
  await expect(io.sizeOf(join(path, "e"))).rejects.toMatchObject({ code: "ENOTDIR" });
  await expect(io.sizeOf(join(folder, "none"))).rejects.toMatchObject({ code: "ENOENT" });
  await expect(io.sizeOf("a\0b")).rejects.toMatchObject({ code: "ERR_INVALID_ARG_VALUE" });
});

test("a write to a stream that was destroyed is a closed pipe", async () => {
  const stream = new PassThrough();
  const { stdout } = nodeIo({ stdin: Readable.from([]), stdout: stream, stderr: stream, env: {} });
  stream.destroy();
  await expect(stdout.write("a")).rejects.toBeInstanceOf(ClosedPipe);
});

test("only the code of a system error is returned", () => {
  expect(codeOf(systemError("EIO"))).toBe("EIO");
  expect(codeOf(new Error("x"))).toBe("");
  expect(codeOf(Object.assign(new Error("x"), { code: 3 }))).toBe("");
  expect(codeOf("EIO")).toBe("");
});

function world(input = ""): { readonly io: ReturnType<typeof nodeIo>; readonly out: () => string } {
  const stream = new PassThrough();
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  const io = nodeIo({ stdin: Readable.from([Buffer.from(input)]), stdout: stream, stderr: stream, env: {} });
  return { io, out: () => Buffer.concat(chunks).toString() };
}

function failing(code: string): ReturnType<typeof nodeIo> {
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done(systemError(code)) });
  return nodeIo({ stdin: Readable.from([]), stdout, stderr: new PassThrough(), env: {} });
}
