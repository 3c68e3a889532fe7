// Tests `start`: it creates a project with data and a key, and prints lines to paste that work.

import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { clientOf } from "../support/client.ts";
import { runProgram, startFirstProject } from "../support/program.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** An embedded database, as there is after a clone. */
const env = { DATABASE_URL: undefined };

test("the first start creates a project with entities and documents, and prints lines that work; the second start finds the same", async () => {
  const folder = mkdtempSync(join(tmpdir(), "slice-start-"));
  // As root, the database runs as another user.
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const first = await startFirstProject(["--data", folder], env);
  const { stdout } = await runProgram(
    ["export", "--project", "debian", "--data", folder, "--json", join(folder, "out")],
    env,
  );
  expect(JSON.parse(stdout)).toMatchObject({ entities: 10_255 });
  const said = await paste(first.greeting);
  expect(
    await countIn(first.greeting, "type:Release type:Vulnerability source:openssl after:2y"),
  ).toMatchObject({
    count: 24,
  });
  expect(await recalledIn(first.greeting, "When is curl upgraded?")).toContain(
    "Upgrades of curl happen on Tuesdays.",
  );
  expect(said).toMatch(/^[\da-f-]{36}\nUpgrades of curl happen on Tuesdays\.\n/);
  expect(said).toMatch(/^delta \S+, open: \d+ changes\n\+ \S.*".*"/m);
  expect(said).toMatch(/^applied \d+ entities, \d+ relationships/m);
  expect(said).toMatch(/'(?:Release|Vulnerability) [^']*'/);
  first.child.kill("SIGTERM");
  const { status, stderr } = await first.ended;
  expect(status).toBe(0);
  expect(stderr).toMatch(
    /^Creating a database …\nImporting .* 10 255 facts .*\nRunning a first loop .*\nStopping …\nStopped\.\n$/,
  );

  const second = await startFirstProject(["--data", folder], env);
  expect(keyIn(second.greeting)).toBeUndefined();
  expect(readFileSync(join(folder, "first-key"), "utf8").trim()).toBe(keyIn(first.greeting));
  second.child.kill("SIGTERM");
  expect((await second.ended).stderr).toMatch(/Stopping …\nStopped\.\n$/);

  const documents = readFileSync(join(folder, "out", "documents.ndjson"), "utf8")
    .trim()
    .split("\n");
  expect(documents.length).toBeGreaterThan(400);
  const openssl = documents.find((line) => line.includes("Changelog of openssl"));
  expect(openssl).toContain("bookworm-security; urgency=medium\\n\\n  * CVE-20");
}, 180_000);

function keyIn(greeting: string): string | undefined {
  return /slice-[\w-]{43}/.exec(greeting)?.[0];
}

/** Connects an agent with the line of JSON that a greeting shows, and has it count a scope. */
async function countIn(greeting: string, cql: string): Promise<unknown> {
  const line = /^ {2}(?<json>\{"mcpServers".*\})$/m.exec(greeting)?.groups?.["json"] ?? "{}";
  const { url, headers } = JSON.parse(line).mcpServers.slice;
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  const { structuredContent } = await client.callTool({ name: "check_scope", arguments: { cql } });
  await client.close();
  return structuredContent;
}

/** Connects an application with the URL and the key that a greeting shows, and has it recall something. */
async function recalledIn(greeting: string, query: string): Promise<string> {
  const url = /^ {2}API +(?<url>\S+)/m.exec(greeting)?.groups?.["url"] ?? "";
  const application = clientOf({ url }, { key: keyIn(greeting) ?? "" });
  return (await application.recall({ query, include: ["memories"], budget: { characters: 500 } })).text;
}

/** Runs the commands that a greeting shows, exactly as they are printed and one after the other, and gives what they print. */
async function paste(greeting: string): Promise<string> {
  const shown = greeting.slice(greeting.indexOf("To try it,")).split("\n");
  const commands = shown.filter((line) => line.startsWith("  "));
  expect(commands.length).toBeGreaterThan(8);
  const { stdout, stderr } = await promisify(execFile)(
    "bash",
    ["-euo", "pipefail", "-c", commands.join("\n")],
    {
      cwd: root,
      env: { ...process.env, ...env },
    },
  );
  expect(stderr.replaceAll(/^npm warn .*\n/gm, "")).toBe("");
  return stdout;
}
