// Tests the program with an endpoint of embeddings: a server that fills in vectors, ranks by them, and says so.

import { expect, test } from "vitest";
import { freePort } from "../../src/database/embedded/settings.ts";
import { startServer } from "../support/program.ts";
import { callerWith, startService } from "../support/service.ts";
import { startVectors, untilCurrent } from "../support/vectors.ts";

const service = await startService();

test("a server with an endpoint fills in vectors, ranks by them, and counts it", {
  timeout: 60_000,
}, async () => {
  const endpoint = await startVectors();
  const port = await freePort();
  const { url } = await startServer([], {
    DATABASE_URL: service.database.url,
    EMBEDDING_URL: endpoint.url,
    EMBEDDING_MODEL: "m",
    METRICS_PORT: String(port),
  });
  const caller = callerWith(url, await service.caller());
  await untilCurrent(service.database, "m");
  await caller.post("/v1/memories", { content: "Ada paints." });
  const asked = { query: "Ada paints", include: ["memories"] };
  await expect
    .poll(async () => (await caller.post("/v1/search", asked)).body.meaning, { timeout: 30_000 })
    .toBe("used");
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: "ready", search: "meaning" });
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toMatch(/^slice_embeddings_waiting 0$/m);
  expect(metrics).toMatch(
    /^slice_embedding_call_duration_seconds_count\{of="questions",outcome="answered"\} [1-9]/m,
  );
  // Without the setting, the same memory is found by its words, by another server.
  const other = await service.caller();
  expect((await other.post("/v1/search", asked)).body.meaning).toBeUndefined();
  expect(await (await fetch(`${service.url}/readyz`)).json()).toMatchObject({ search: "lexical" });
});
