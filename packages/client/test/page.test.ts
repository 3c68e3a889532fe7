// Tests the client in a browser, on a page of another origin: it has no Node, and what it reads goes through the rules of origins.

import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { inBrowser } from "../../../service/test/support/chromium.ts";
import { projectWith, registerWorker, startTestWorker } from "../../../service/test/support/loops.ts";
import { startService } from "../../../service/test/support/service.ts";

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL("../src/index.ts", import.meta.url))],
  bundle: true,
  write: false,
  format: "esm",
  platform: "browser",
  logLevel: "error",
});
const script = outputFiles[0]?.text ?? "";
const server = createServer(({ url }, response) => {
  response.setHeader("content-type", url === "/client.js" ? "text/javascript" : "text/html");
  response.end(url === "/client.js" ? script : '<!doctype html><link rel="icon" href="data:,">');
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => void server.close());
const address = server.address();
const origin =
  typeof address === "object" && address !== null ? `http://127.0.0.1:${String(address.port)}` : "";
const service = await startService({ corsOrigins: [origin], piecesPerIteration: 1 });

inBrowser("the client in a page", (browser) => {
  test("writes, lists, checks a scope, gets problems, and follows a loop and a slice", async () => {
    const caller = await service.caller();
    await registerWorker(service.database);
    await projectWith(caller, service.database, ["Person: Ada"]);
    await startTestWorker(service.database);
    const page = await browser().newPage();
    await page.goto(origin);
    const given = JSON.stringify({ baseUrl: service.url, key: caller.key });
    const seen = await page.evaluate(`(async () => {
      const { createClient, isProblem } = await import("/client.js");
      const service = createClient(${given});
      await service.memories.write({ memories: [{ content: "a" }, { content: "b" }, { content: "c" }] });
      const listed = [];
      for await (const { content } of service.memories.list({ limit: 2 })) listed.push(content);
      const { diagnostics } = await service.scope("type:Persn after:2026-02-30");
      await service.scope("type:Person");
      const problem = await service.slices.create({ name: "x", cql: "after:2026-02-30" }).catch((error) => error);
      const { loop_id } = await service.loops.start({ goal: "Find people." });
      const kinds = [];
      for await (const { kind } of service.loops.events(loop_id)) kinds.push(kind);
      const { id } = await service.slices.create({ name: "Deals", cql: "type:Deal" });
      const { changes_cursor: cursor } = await service.slices.get(id);
      await service.entities.write([{ type: "Deal" }, { type: "Person" }, { type: "Deal" }]);
      const changes = [];
      for await (const change of service.slices.changes(id, { cursor })) {
        changes.push([change.kind, change.cursor !== cursor]);
        if (changes.length === 2) break;
      }
      return {
        changes,
        listed: listed.toSorted(),
        severities: diagnostics.map(({ severity }) => severity),
        isInvalid: isProblem(problem, "invalid_cql"),
        kinds,
      };
    })()`);
    expect(seen).toMatchObject({ listed: ["a", "b", "c"], isInvalid: true });
    expect(seen).toHaveProperty("changes", [
      ["entered", true],
      ["entered", true],
    ]);
    expect(seen).toHaveProperty("severities", expect.arrayContaining(["error"]));
    expect(seen).toHaveProperty("kinds", expect.arrayContaining(["loop.queued", "loop.completed"]));
    await page.close();
  });
});
