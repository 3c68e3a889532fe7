// Tests `slice-cql lsp`: the same server, started from the command line.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCli } from "../cli/support.ts";
import { root } from "../tidy/sources.ts";
import { createFrames, frame } from "./support/frames.ts";
import { begin, capable, end, open } from "./support/session.ts";
import { overProcess } from "./support/wires.ts";

const folder = mkdtempSync(join(tmpdir(), "slice-cql-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a client sends from its first word to its last. */
function session(...messages: readonly object[]): string {
  return messages
    .map((message) => Buffer.from(frame(JSON.stringify({ jsonrpc: "2.0", ...message }))).toString())
    .join("");
}

const initialize = {
  id: 1,
  method: "initialize",
  params: { processId: null, rootUri: null, capabilities: {} },
};
const whole = session(initialize, { id: 2, method: "shutdown" }, { method: "exit" });

test.each<readonly [args: readonly string[]]>([
  [["lsp"]],
  [["lsp", "--stdio"]],
  [["lsp", "--clientProcessId=1", "--stdio"]],
  [["lsp", "--now", "2026-11-20T12:00:00Z"]],
])("%j serves standard input and output", async (args) => {
  const { status, stdout, stderr } = await runCli(args, { stdin: whole });
  const answers: unknown[] = [];
  createFrames((text) => answers.push(JSON.parse(text)))(Buffer.from(stdout));
  expect(answers).toMatchObject([
    { id: 1, result: { serverInfo: { name: "slice-cql" } } },
    { id: 2, result: null },
  ]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test.each<readonly [stdin: string, stderr: RegExp]>([
  [session(initialize), /^$/],
  ["", /^$/],
  ["type:Person\r\n\r\n", /^slice-cql: the input cannot be read: .+\n$/],
])("the server ends with status 1 without `shutdown`: %j", async (stdin, errors) => {
  const { status, stderr } = await runCli(["lsp"], { stdin });
  expect(status).toBe(1);
  expect(stderr).toMatch(errors);
});

test.each<readonly [args: readonly string[], message: string]>([
  [["type:Person"], "`lsp` takes no query: the texts come from the editor"],
  [["--json"], "`lsp` has no flag --json; the other commands have it"],
  [["--file", "q.cql"], "`lsp` has no flag --file; the other commands have it"],
  [["--color", "never"], "`lsp` has no flag --color; the other commands have it"],
  [["--dialect", "mysql"], "`lsp` has no flag --dialect; `explain` and `sql` have it"],
  [["--clientProcessId=x"], "--clientProcessId must be a process ID, not `x`"],
  [["--stdio=yes"], "--stdio takes no value: write --stdio"],
  [["--socket=1"], "unknown flag `--socket`; see `slice-cql lsp --help`"],
])("`lsp` refuses %j", async (args, message) => {
  const outcome = await runCli(["lsp", ...args], { stdin: whole });
  expect(outcome).toMatchObject({ status: 2, stdout: "", stderr: `slice-cql: ${message}\n` });
});

test("`lsp` refuses a terminal, and other commands refuse --stdio", async () => {
  expect(await runCli(["lsp"], { terminals: ["stdin"] })).toMatchObject({
    status: 2,
    stderr:
      "slice-cql: `lsp` is started by editors, see `slice-cql lsp --help`; for a query there is `check`\n",
  });
  expect(await runCli(["check", "type:A", "--stdio"])).toMatchObject({ status: 2 });
});

test("a real process uses a catalog that the editor does not set", async () => {
  const catalog = join(folder, "c.json");
  writeFileSync(catalog, '{"shapes": [{"id": "1", "name": "Inbox"}]}');
  const args = ["lsp", "--stdio", "--catalog", catalog, "--now", "2026-11-20T12:00:00Z"];
  const client = await begin(overProcess(join(root, "src/cli/main.ts"), args), { capabilities: capable });
  const document = open(client, "shape:Inbox shape:Nope after:1d");
  expect(await client.next("textDocument/publishDiagnostics")).toMatchObject({
    diagnostics: [{ code: "unresolved-shape" }],
  });
  expect(JSON.stringify(await client.request("textDocument/hover", document.at(25)))).toContain(
    "2026-11-19 12:00 UTC",
  );
  expect(await end(client)).toEqual({ status: 0, errors: "" });
});
