// Runs the command line of the installed package, whose file is the argument, with the Node.js that runs this.

import { spawn, spawnSync } from "node:child_process";
import { createClient, type Wire } from "../../lsp/support/client.ts";

const [, , cli = ""] = process.argv;
const deal = '{"type":"Deal","created_at":"2026-01-30T00:00:00Z"}\n';

/** Arguments, standard input, and what comes of them: exit status, and the output of both streams in one. */
const runs: readonly {
  readonly args: readonly string[];
  readonly input?: string;
  readonly status: number;
  readonly output: string;
}[] = [
  { args: ["check", "type:Deal after:7d"], status: 0, output: "no problems\n" },
  { args: ["check", "Type:Deal", "--fix"], status: 0, output: "type:Deal\nfixed; no problems\n" },
  {
    args: ["sql", "--dialect", "postgres", "type:Deal"],
    status: 0,
    output: '("type" COLLATE "C" = ANY($1::text[]))\n-- $1 = ["Deal"]\n',
  },
  { args: ["match", "type:Deal", "-"], input: `${deal}{"type":"Person"}\n`, status: 0, output: deal },
];

const wrong = runs.flatMap(({ args, input = "", status, output }) => {
  const ended = spawnSync(process.execPath, [cli, ...args], { input, encoding: "utf8", env: plain() });
  const said = JSON.stringify([ended.status, ended.stdout + ended.stderr]);
  const expected = JSON.stringify([status, output]);
  return said === expected ? [] : [`${args.join(" ")} gives ${said}, not ${expected}`];
});

const server = await served();
if (server !== "1 completion, status 0") wrong.push(`lsp gives ${server}`);
process.stderr.write(wrong.map((line) => `${line}\n`).join(""));
process.exitCode = wrong.length === 0 ? 0 : 1;

/** A short session with `slice-cql lsp`. */
async function served(): Promise<string> {
  const client = createClient(wireTo(["lsp", "--stdio"]));
  await client.request("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
  client.notify("initialized", {});
  const uri = "untitled:1.slice-cql";
  const textDocument = { uri, languageId: "slice-cql", version: 1, text: "befo" };
  client.notify("textDocument/didOpen", { textDocument });
  const position = { line: 0, character: 4 };
  const answer = await client.request("textDocument/completion", { textDocument: { uri }, position });
  await client.request("shutdown");
  client.notify("exit");
  const { status, errors } = await client.wire.ended;
  const items = JSON.stringify(answer).split('"label"').length - 1;
  return `${String(items)} completion, status ${String(status)}${errors}`;
}

function wireTo(args: readonly string[]): Wire {
  const child = spawn(process.execPath, [cli, ...args], { stdio: "pipe", env: plain() });
  const errors: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  return {
    write: (bytes) => child.stdin.write(bytes),
    onData: (listener) => child.stdout.on("data", listener),
    hangUp: () => child.stdin.end(),
    ended: new Promise((resolve) => {
      child.on("close", (status) => resolve({ status, errors: Buffer.concat(errors).toString() }));
    }),
  };
}

function plain(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, ...others } = process.env;
  return { ...others, NO_COLOR: "1", FORCE_COLOR: undefined };
}
