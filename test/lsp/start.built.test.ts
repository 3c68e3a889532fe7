// Tests the published file of the server by itself: quick to be ready, with nothing else installed.

import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleCommandLine } from "../../scripts/check/bundle.ts";
import { createClient } from "./support/client.ts";
import { frame } from "./support/frames.ts";
import { begin, capable, end, introduce, open } from "./support/session.ts";
import { type Bundle, bundleServer, overProcess } from "./support/wires.ts";

const folder = mkdtempSync(join(tmpdir(), "slice-cql-start-"));
let bundle: Bundle;
beforeAll(async () => {
  bundle = await bundleServer();
});
afterAll(async () => {
  await bundle.remove();
  rmSync(folder, { recursive: true });
});

/** Where the system says how long a process has worked, in hundredths of a second. */
const ledger = (id: number): string => `/proc/${String(id)}/stat`;

test.runIf(existsSync(ledger(process.pid)))(
  "it is ready in less than 300 ms of work, give or take",
  async () => {
    const costs: number[] = [];
    for (let round = 0; round < 3; round++) {
      let id = 0;
      const wire = overProcess(bundle.path, ["--stdio"], (child) => {
        id = child;
      });
      const client = createClient(wire);
      await introduce(client);
      const [, rest = ""] = readFileSync(ledger(id), "utf8").split(") ");
      const [user, system] = rest.split(" ").slice(11, 13).map(Number);
      costs.push(((user ?? 0) + (system ?? 0)) * 10);
      await end(client);
    }
    // Twice what is asked for, as the machine may be busy with other things; on a quiet one it is half of it.
    expect(Math.min(...costs)).toBeLessThan(600);
  },
);

test("the server needs no other file", async () => {
  const alone = join(folder, "exports/lsp.js");
  cpSync(bundle.path, alone);
  expect(statSync(alone).size).toBeLessThan(900_000);
  const client = createClient(overProcess(alone));
  await introduce(client);
  const document = open(client, "after:3mo");
  expect(await client.request("textDocument/hover", document.at(7))).not.toBe(null);
  expect(await end(client)).toEqual({ status: 0, errors: "" });
});

test("the server does nothing when imported, and ends with the process of --clientProcessId", async () => {
  const importing = `await import(${JSON.stringify(bundle.path)}).then(({ startServer }) => process.stdout.write(typeof startServer))`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", importing], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(chunk));
  const status = await new Promise((resolve) => child.on("close", resolve));
  expect([status, Buffer.concat(output).toString()]).toEqual([0, "function"]);
  // VS Code's client names its own process; a timer of the library would keep the server running.
  const client = createClient(
    overProcess(bundle.path, ["--stdio", `--clientProcessId=${String(process.pid)}`]),
  );
  await introduce(client);
  expect(await end(client)).toEqual({ status: 0, errors: "" });
});

test("a program that is bundled with it starts its own server, and no other", async () => {
  const program = join(folder, "mine.mjs");
  const contents = `
    import { startServer } from ${JSON.stringify(bundle.path)};
    const status = await startServer(undefined, { catalog: { types: ["Person"] } });
    process.stderr.write("and ends with " + status);`;
  const options = { bundle: true, platform: "node", format: "esm", outfile: program } as const;
  await build({ ...options, stdin: { contents, resolveDir: folder } });
  const client = await begin(overProcess(program), { capabilities: capable });
  open(client, "type:Nobody");
  expect(await client.next("textDocument/publishDiagnostics")).toMatchObject({
    diagnostics: [{ code: "unknown-type" }],
  });
  expect(await end(client)).toEqual({ status: 0, errors: "and ends with 0" });
});

test("the bundled command line finds the server next to itself", async () => {
  const program = await commandLine();
  const client = createClient(overProcess(program, ["lsp", "--stdio"]));
  await introduce(client);
  expect(await end(client)).toEqual({ status: 0, errors: "" });
  // Nothing else loads it.
  expect(readFileSync(program, "utf8")).not.toContain("textDocument/");
});

const ways: readonly (readonly [way: string, words: () => Promise<readonly string[]>])[] = [
  ["the server", async () => [bundle.path, "--stdio"]],
  ["the command line", async () => [await commandLine(), "lsp"]],
];

test.each(ways)("%s ends silently when its output is closed", async (_way, words) => {
  const child = spawn(process.execPath, [...(await words())], { stdio: ["pipe", "pipe", "pipe"] });
  const errors: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  child.stdin.on("error", () => undefined);
  child.stdout.destroy();
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const send = (message: object): void =>
    void child.stdin.write(frame(JSON.stringify({ jsonrpc: "2.0", ...message })));
  send({ id: 0, method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } });
  for (let id = 1; id < 30; id++) send({ id, method: "textDocument/nothing", params: {} });
  expect(await ended).toBe(1);
  expect(Buffer.concat(errors).toString()).toBe("");
});

test.each(ways)("%s ends when its client stops reading, and then disconnects", async (_way, words) => {
  const child = spawn(process.execPath, [...(await words())], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const send = (message: object): void =>
    void child.stdin.write(frame(JSON.stringify({ jsonrpc: "2.0", ...message })));
  send({ id: 0, method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } });
  const textDocument = {
    uri: "untitled:x",
    languageId: "slice-cql",
    version: 1,
    text: "type:A ".repeat(1_000),
  };
  send({ method: "textDocument/didOpen", params: { textDocument } });
  for (let id = 1; id < 20; id++)
    send({ id, method: "textDocument/documentSymbol", params: { textDocument } });
  send({ id: 20, method: "shutdown" });
  send({ method: "exit" });
  child.stdin.end();
  expect(await ended).toBe(0);
});

test.each(ways)("%s ends with the process of --clientProcessId", async (_way, words) => {
  const parent = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: "pipe" });
  const [program = "", ...args] = await words();
  const wire = overProcess(program, [...args, `--clientProcessId=${String(parent.pid)}`]);
  await introduce(createClient(wire));
  parent.kill();
  expect(await wire.ended).toEqual({ status: 1, errors: "" });
});

test("the server can be required, and speaks only over standard streams", async () => {
  const required: unknown = createRequire(bundle.path)(bundle.path);
  expect(Object.keys(Object(required))).toEqual(["startServer"]);
  const other = overProcess(bundle.path, ["--pipe=\u202e"]);
  expect(await other.ended).toEqual({
    status: 2,
    errors: "slice-cql: --pipe=<U+202E> is not supported, only --stdio is\n",
  });
});

async function commandLine(): Promise<string> {
  const program = join(dirname(dirname(bundle.path)), "cli.js");
  if (!existsSync(program)) await bundleCommandLine(program);
  return program;
}
