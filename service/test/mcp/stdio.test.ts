// Tests `slice-service mcp`: the same tools on standard input and output, for programs that start their servers themselves.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, onTestFinished, test } from "vitest";
import { type Agent, agentAt, agentOf, type Generation, generations } from "../support/agents.ts";
import { runProgram } from "../support/program.ts";
import { startService } from "../support/service.ts";

const service = await startService();

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

async function fileWith(key: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "slice-mcp-"));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  await writeFile(join(folder, "key"), `${key}\n`);
  return join(folder, "key");
}

async function started(key: string, generation: Generation, flags: readonly string[] = []): Promise<Agent> {
  const args = [main, "mcp", "--url", service.url, "--key-file", await fileWith(key), ...flags];
  const info = { name: "test", version: "1.0.0" };
  const command = { command: process.execPath, args };
  if (generation === "1.x") {
    const older = new OlderClient(info);
    await older.connect(new OlderTransport(command));
    onTestFinished(async () => await older.close());
    return agentOf(older);
  }
  const mode = generation === "2026-07-28" ? ({ pin: generation } as const) : "legacy";
  const client = new Client(info, {
    versionNegotiation: { mode },
    capabilities: { elicitation: { form: {} } },
  });
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { consent: true } }));
  await client.connect(new StdioClientTransport(command));
  onTestFinished(async () => await client.close());
  return agentOf(client);
}

test.each(generations)("a client of %s has the tools of its key, and uses them", async (generation) => {
  const who = await service.caller();
  const agent = await started(who.key, generation, ["--review"]);
  const overHttp = await agentAt(service.url, who.key, { generation, path: "?tools=review" });
  expect(await agent.tools()).toEqual(await overHttp.tools());
  expect(agent.client.getInstructions()).toBe(overHttp.client.getInstructions());
  const { id } = (await agent.call("remember", { content: "Ada prefers tea." })).body;
  expect((await who.get(`/v1/memories/${id}`)).body).toMatchObject({ content: "Ada prefers tea." });
  expect((await agent.call("search", { query: "tea" })).body.hits).toMatchObject([{ id, kind: "memory" }]);
  const wrong = await agent.call("search", { query: "a\u0000", limit: 99 });
  expect(wrong.body.errors.map(({ pointer }: any) => pointer)).toEqual(["/query", "/limit"]);
  const delta = (await agent.call("propose_facts", { entities: [{ type: "Person", name: "Ada" }] })).body
    .delta;
  const status = generation === "2026-07-28" ? "applied" : "open";
  expect((await agent.call("apply_delta", { id: delta })).body.status).toBe(status);
});

test("a key that is not accepted, and a service that does not answer, are said in one line", async () => {
  const file = await fileWith(`slice-${"x".repeat(43)}`);
  const refused = await runProgram(["mcp", "--url", service.url, "--key-file", file]);
  expect([refused.status, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toMatch(/^\{"code":"unauthenticated".*\}\n$/);
  const silent = await runProgram(["mcp", "--url", `http://127.0.0.1:${String(9)}`, "--key-file", file]);
  expect([silent.status, silent.stdout]).toEqual([1, ""]);
  expect(silent.stderr).toMatch(/^\{"code":"service_unreachable".*\}\n$/);
  const wrong = await runProgram(["mcp", "--url", "localhost", "--key-file", file]);
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining("--url must be")]);
});
