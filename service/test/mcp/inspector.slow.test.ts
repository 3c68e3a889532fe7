// Runs the line of the inspector that the page about agents shows.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runProgram } from "../support/program.ts";
import { startService } from "../support/service.ts";

const service = await startService();

const page = readFileSync(new URL("../../docs/mcp.md", import.meta.url), "utf8");
const manifest = fileURLToPath(import.meta.resolve("@modelcontextprotocol/inspector/package.json"));

test("the inspector lists the tools", async () => {
  const { key } = await service.caller();
  const [, line = ""] = /^npx @modelcontextprotocol\/inspector (.*)$/m.exec(page) ?? [];
  const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare = ""]) => quoted ?? bare);
  const own = args.map((each) =>
    each.replace("http://127.0.0.1:PORT", service.url).replace(/slice-….*/, key),
  );
  const { bin }: { readonly bin: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(manifest, "utf8"),
  );
  const [program = ""] = Object.values(bin);
  const { stdout, stderr, status } = await runProgram(own, {}, join(manifest, "..", program));
  expect(status, stderr).toBe(0);
  expect(JSON.parse(stdout).tools.map(({ name }: any) => name)).toContain("check_scope");
});
