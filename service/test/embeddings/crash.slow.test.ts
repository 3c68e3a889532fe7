// Kills workers while they make vectors: in the end each memory has one, and searches answer all the time.

import { once } from "node:events";
import { expect, test } from "vitest";
import { createEndpointEmbedder } from "../../src/embeddings/endpoint.ts";
import { createQuestions } from "../../src/embeddings/questions.ts";
import { startProgram } from "../support/program.ts";
import { startService } from "../support/service.ts";
import { startVectors } from "../support/vectors.ts";

const memories = 400;
const atOnce = 32;
const kills = 3;

test("after kills each memory has one vector, and only what a killed worker had asked for is asked for again", {
  timeout: 120_000,
}, async () => {
  const endpoint = await startVectors(() => ({ delay: 100 }));
  const embedder = createEndpointEmbedder({ url: endpoint.url, key: undefined, timeoutMs: 5000 }, "m");
  const service = await startService({
    meaning: (database) => createQuestions({ database, embedder, weight: 0.5 }),
  });
  const { database } = service;
  const caller = await service.caller();
  for (let at = 0; at < memories; at += 100) {
    const contents = Array.from({ length: 100 }, (_, more) => ({ content: `Ada drives car ${at + more}.` }));
    await caller.post("/v1/memories", { memories: contents });
  }
  const made = async (): Promise<number> =>
    (await database.system.query("select count(vector)::int as made from memory_embedding")).rows[0].made;
  const env = { DATABASE_URL: database.url, EMBEDDING_URL: endpoint.url, EMBEDDING_MODEL: "m" };
  for (let killed = 0; killed <= kills; killed++) {
    const before = await made();
    const { child, ended } = startProgram(["worker"], env);
    const goal = killed === kills ? memories : before + 1;
    await expect.poll(made, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(goal);
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    await ended;
    const { status, body } = await caller.post("/v1/search", { query: "Ada drives", include: ["memories"] });
    expect([status, body.memories.length, ["used", "late", "pending"].includes(body.meaning)]).toEqual([
      200,
      20,
      true,
    ]);
    // As if the minute had passed after which a claim is over.
    await database.system.query("update memory_embedding set due_at = now() where claim is not null");
  }
  const { rows } = await database.system.query(
    "select count(*)::int as all, count(distinct memory_id)::int as different, count(claim)::int as claimed from memory_embedding where vector is not null",
  );
  expect(rows).toEqual([{ all: memories, different: memories, claimed: 0 }]);
  const asked = endpoint.texts().filter((text) => text.startsWith("Ada drives car"));
  expect(new Set(asked).size).toBe(memories);
  expect(asked.length).toBeLessThanOrEqual(memories + kills * atOnce);
});
