// Runs the example of a server: its own tests, and as a process that a slice is posted to.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../tidy/sources.ts";

const cwd = join(root, "examples/fastify");

test("the tests of the example pass", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--test"], { cwd, encoding: "utf8" });
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/^ℹ pass [1-9]|^# pass [1-9]/mu);
});

let server: ChildProcess | undefined;
let address = "";
beforeAll(async () => {
  const child = spawn(process.execPath, ["start.ts"], {
    cwd,
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  server = child;
  address = await new Promise((resolve, reject) => {
    child.stdout.on("data", (line: Buffer) => resolve(line.toString().trim()));
    child.on("exit", (code) => reject(new Error(`the server ended with status ${String(code)}`)));
  });
});
afterAll(() => void server?.kill());

test.each([
  ['type:Deal shape:"Sales CRM"', 201, []],
  ["type:Deal sort:name", 201, ["scope-term"]],
  ["tpye:Deal", 422, ["unknown-qualifier"]],
  ["Type:Deal", 422, ["qualifier-case"]],
])("the example answers %s with %d and %j", async (cql, status, codes) => {
  const body = JSON.stringify({ name: "Deals", cql });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${address}/v1/slices`, { method: "POST", headers, body });
  const answer: { readonly diagnostics: readonly { readonly code: string }[] } = JSON.parse(
    await response.text(),
  );
  expect(response.status).toBe(status);
  expect(answer.diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
  expect(answer.diagnostics.length > 0).toBe(codes.length > 0);
});
