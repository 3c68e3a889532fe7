// Connects with each configuration that the page about agents shows, as the program would that reads it.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../support/service.ts";

const service = await startService();
const page = await readFile(new URL("../../docs/mcp.md", import.meta.url), "utf8");
const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** Tools of the service, as a client sees them that is connected so. */
async function toolsThrough(
  transport: StreamableHTTPClientTransport | StdioClientTransport,
): Promise<readonly string[]> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  onTestFinished(async () => await client.close());
  return (await client.listTools()).tools.map(({ name }) => name);
}

function over(url: string, headers: Readonly<Record<string, string>>): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
}

/** The page with the address of this service, a key, and a file that has it. */
async function filledPage(): Promise<string> {
  const { key } = await service.caller();
  const folder = await mkdtemp(join(tmpdir(), "slice-mcp-"));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  const file = join(folder, "key");
  await writeFile(file, `${key}\n`);
  return page
    .replaceAll("http://127.0.0.1:PORT", service.url)
    .replaceAll("slice-…", key)
    .replaceAll("/path/to/first-key", file);
}

test("each file of JSON connects: over HTTP, or by the program that it starts", async () => {
  const blocks = [...(await filledPage()).matchAll(/^```json\n(.*?)^```/gms)].map(([, json = ""]) => json);
  expect(blocks.length).toBe(3);
  for (const block of blocks) {
    const { mcpServers, servers } = JSON.parse(block);
    const { url, headers, command, args = [] } = (mcpServers ?? servers).slice;
    // npx would fetch a package that is not published yet.
    if (command !== undefined) expect([command, args[0]]).toEqual(["npx", "slice-service"]);
    const transport =
      command === undefined
        ? over(url, headers)
        : new StdioClientTransport({ command: process.execPath, args: [main, ...args.slice(1)] });
    expect(await toolsThrough(transport)).toContain("check_scope");
  }
});

test("the line for a shell names an address and a header that connect", async () => {
  const [, url = "", name = "", value = ""] =
    /^claude mcp add --transport http slice (\S+) --header "([\w-]+): ([^"]+)"$/m.exec(await filledPage()) ??
    [];
  expect(await toolsThrough(over(url, { [name]: value }))).toContain("check_scope");
});
