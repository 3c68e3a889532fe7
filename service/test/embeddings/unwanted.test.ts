// Tests that what nobody is to find any more gets no vector: it is not sent to the endpoint, and keeps nothing waiting.

import { expect, onTestFinished, test } from "vitest";
import { createEndpointEmbedder } from "../../src/embeddings/endpoint.ts";
import { startFilling } from "../../src/embeddings/fill.ts";
import { makeCurrent, modelOf } from "../../src/embeddings/models.ts";
import { startService } from "../support/service.ts";
import { startVectors } from "../support/vectors.ts";

const service = await startService();
const { database } = service;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

test("what has expired or was superseded before its vector is made is not sent, and what has one keeps it", async () => {
  // What is written from now on is noted, and workers come later.
  await makeCurrent(database, modelOf("m", 64));
  const [caller, other] = [await service.caller(), await service.caller()];
  const forget_after = new Date(Date.now() + 600_000).toISOString();
  await caller.post("/v1/memories", { content: "The PIN is 9911.", forget_after });
  await other.post("/v1/memories", { content: "Alone in its project.", forget_after });
  const { id } = (await caller.post("/v1/memories", { content: "Ada lives in Lisbon." })).body;
  await caller.post("/v1/memories", { content: "Ada lives in Porto.", supersedes: [id] });
  await database.system.query(
    "update memory set forget_after = now() - interval '1 second' where forget_after is not null",
  );
  const endpoint = await startVectors();
  const embedder = createEndpointEmbedder({ url: endpoint.url, key: undefined, timeoutMs: 5000 }, "m");
  const filling = startFilling({
    database,
    embedder,
    log,
    pauses: { idle: 20, failed: 20, maxFailed: 100 },
  });
  onTestFinished(filling.stop);
  const porto = { content: "Ada lives in Porto.", made: true };
  await expect.poll(noted, { timeout: 10_000 }).toEqual([porto]);
  expect(endpoint.asked.map(({ input }) => input)).toEqual([["dimensions"], [porto.content]]);
  const { memories } = (await caller.post("/v1/search", { query: "Porto", include: ["memories"] })).body;
  const faro = { content: "Ada lives in Faro.", made: true };
  await caller.post("/v1/memories", { content: faro.content, supersedes: [memories[0].id] });
  await expect.poll(noted, { timeout: 10_000 }).toEqual([faro, porto]);
});

/** What has a vector, or waits for one. */
async function noted(): Promise<readonly object[]> {
  const { rows } = await database.system.query(
    "select content, vector is not null as made from memory_embedding e join memory m on m.organization_id = e.organization_id and m.id = memory_id order by content",
  );
  return rows;
}
