// Runs the conformance suite of the protocol, with the requirements of both revisions: on a server that has what the suite expects, and on the service.

import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createServer as createService } from "../../src/http/server.ts";
import { tenantFinder } from "../../src/http/v1/tenant.ts";
import { admission } from "../../src/http/v1/v1.ts";
import { endpointOf } from "../../src/mcp/endpoint.ts";
import { addMcp } from "../../src/mcp/routes.ts";
import { conformanceServer } from "../support/conformance.ts";
import { runProgram } from "../support/program.ts";
import { startService } from "../support/service.ts";

const service = await startService();

const revisions = ["2026-07-28", "2025-11-25"] as const;
const suite = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/package.json"));

/** A proxy that adds a key, as one of an identity provider does: the suite sends none. */
async function behindProxy(url: string, key: string): Promise<string> {
  const { port, hostname } = new URL(url);
  const proxy = createServer((incoming, outgoing) => {
    const { url: path, method, headers } = incoming;
    const options = { port, hostname, path, method, headers: { ...headers, authorization: `Bearer ${key}` } };
    incoming.pipe(
      request(options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      }),
    );
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  return `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}/mcp`;
}

/** Runs the requirements of a revision: all scenarios pass but those of the list, and those all fail, so that it does not become stale. */
async function conforms(url: string, revision: string, list: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "slice-conformance-"));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  const baseline = fileURLToPath(new URL(`conformance/${list}.${revision}.yaml`, import.meta.url));
  const args = [
    "server",
    "--url",
    url,
    "--requirements",
    revision,
    "--expected-failures",
    baseline,
    "-o",
    folder,
  ];
  const { status, stdout, stderr } = await runProgram(args, {}, join(suite, "../dist/index.js"));
  const summary = `${stdout}${stderr}`.split("=== SUMMARY ===").at(-1);
  expect(status, summary).toBe(0);
}

test.each(revisions)("a server on the wiring of the service conforms to %s", async (revision) => {
  const { key } = await service.caller();
  const { database } = service;
  const app = await createService({
    logLevel: "silent",
    log: { write: () => undefined },
    routes: (server) =>
      addMcp(server, {
        admit: admission(database, 1_000_000),
        findTenant: tenantFinder(database.system),
        origins: [],
        load: async () => endpointOf(async () => await Promise.resolve(conformanceServer())),
      }),
  });
  onTestFinished(async () => await app.close());
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  await conforms(await behindProxy(url, key), revision, "wiring");
});

test.each(revisions)(
  "the service conforms to %s, but for the tools that only the suite has",
  async (revision) => {
    const { key } = await service.caller();
    await conforms(await behindProxy(service.url, key), revision, "service");
  },
);

test("each scenario of the lists has a reason", async () => {
  for (const list of ["wiring", "service"])
    for (const revision of revisions) {
      const file = new URL(`conformance/${list}.${revision}.yaml`, import.meta.url);
      const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.startsWith("  - "));
      for (const line of lines) expect(line).toMatch(/ # \S+ \S+/);
    }
});
