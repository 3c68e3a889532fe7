// Tests vectors of documents and entities: they order hits, say what is stored now, and are gone with it.

import { expect, onTestFinished, test } from "vitest";
import { createEndpointEmbedder } from "../../src/embeddings/endpoint.ts";
import { startFilling } from "../../src/embeddings/fill.ts";
import { createQuestions, type Questions } from "../../src/embeddings/questions.ts";
import { type Caller, startService } from "../support/service.ts";
import { startVectors, untilCurrent, type VectorEndpoint } from "../support/vectors.ts";

let questions: Questions | undefined;
const service = await startService({
  meaning: () => ({ weight: 0.5, ask: async (...asked) => (await questions?.ask(...asked)) ?? "failed" }),
});
const { database } = service;

async function start(): Promise<VectorEndpoint> {
  const endpoint = await startVectors();
  const embedder = createEndpointEmbedder({ url: endpoint.url, key: undefined, timeoutMs: 5000 }, "m");
  questions = createQuestions({ database, embedder, weight: 0.5, deadlineMs: 5000 });
  const errors: object[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (each: object) => errors.push(each) };
  const filling = startFilling({ database, embedder, log, pauses: { idle: 20, failed: 20, maxFailed: 100 } });
  onTestFinished(async () => {
    await filling.stop();
    expect(errors).toEqual([]);
    questions = undefined;
    await database.system.query(
      "delete from memory_embedding; delete from passage_embedding; delete from entity_embedding; delete from embedding_model",
    );
  });
  await untilCurrent(database, "m");
  return endpoint;
}

async function made(owner: "entity" | "passage", { projectId }: Caller): Promise<number> {
  const { rows } = await database.system.query<{ n: number }>(
    `select count(vector)::int as n from ${owner}_embedding where project_id = $1`,
    [projectId],
  );
  return rows[0]?.n ?? 0;
}

async function filled(owner: "entity" | "passage", caller: Caller, count: number): Promise<void> {
  await expect.poll(async () => await made(owner, caller), { timeout: 10_000 }).toBe(count);
}

const search = async (caller: Caller, query: string, more: object = {}) =>
  (await caller.post("/v1/search", { query, ...more })).body;

test("passages that share a word with the question are ordered by what they mean", async () => {
  const endpoint = await start();
  const caller = await service.caller();
  const { id } = (await caller.post("/v1/sources", { name: "notes" })).body;
  const put = async (body: object) => (await caller.post(`/v1/sources/${id}/documents`, body)).body.id;
  const first = await put({ text: "Ada paints.", external_id: "a" });
  await put({
    text: "Ada wrote a report about her automobile and its history.",
    title: "Report",
    external_id: "b",
  });
  await filled("passage", caller, 2);
  expect(endpoint.texts()).toContain("Report: Ada wrote a report about her automobile and its history.");
  const asked = { include: ["documents"], explain: true };
  const { documents, meaning } = await search(caller, "Does Ada own a car", asked);
  expect([meaning, documents[0].text]).toEqual(["used", expect.stringContaining("automobile")]);
  for (const { score, score_parts } of documents)
    expect(score_parts.reduce((sum: number, part: any) => sum + part.score, 0)).toBeCloseTo(score, 6);
  // Sent as it is, it is not paid for again; with another text, the vector of before is gone.
  const before = endpoint.texts().length;
  await put({ text: "Ada paints.", external_id: "a" });
  expect(await made("passage", caller)).toBe(2);
  await put({ text: "Ada sings.", external_id: "a" });
  await filled("passage", caller, 2);
  const sent = endpoint.texts().slice(before);
  expect(sent.filter((text) => text.startsWith("Ada "))).toEqual(["Ada sings."]);
  await caller.call("DELETE", `/v1/documents/${first}`);
  const left = await database.system.query("select from passage_embedding where project_id = $1", [
    caller.projectId,
  ]);
  expect(left.rowCount).toBe(1);
});

test("entities are ordered by what their names and properties mean", async () => {
  const endpoint = await start();
  const caller = await service.caller();
  const entities = [
    { type: "Note", name: "Ada", properties: { about: "painting" } },
    { type: "Note", name: "Ada", properties: { about: "automobiles and an automobile" } },
  ];
  const { ids } = (await caller.post("/v1/entities", entities)).body;
  await filled("entity", caller, 2);
  expect(endpoint.texts()).toContain("Note Ada painting");
  const found = await search(caller, "Ada car", { include: ["entities", "memories"], explain: true });
  expect([found.meaning, found.entities.map(({ id }: any) => id)]).toEqual(["used", [ids[1], ids[0]]]);
  const parts = found.entities[0].score_parts.map(({ part }: any) => part);
  expect(parts).toContain("meaning");
  // Relationships have no meaning of their own.
  expect((await search(caller, "Ada drives", { include: ["relationships"] })).meaning).toBeUndefined();
});

test("an entity that is written as it was keeps its vector, and one that says something else gets another", async () => {
  const endpoint = await start();
  const caller = await service.caller();
  const entity = { type: "Person", name: "Ada", properties: { job: "pilot" } };
  const { ids } = (await caller.post("/v1/entities", [entity])).body;
  const [id] = ids;
  await filled("entity", caller, 1);
  const before = endpoint.texts().length;
  await caller.post("/v1/entities", [{ ...entity, id }]);
  expect(await made("entity", caller)).toBe(1);
  endpoint.answers = () => ({ status: 503 });
  await caller.post("/v1/entities", [{ ...entity, id, properties: { job: "doctor" } }]);
  expect(await made("entity", caller)).toBe(0);
  endpoint.answers = () => ({});
  await filled("entity", caller, 1);
  const sent = new Set(endpoint.texts().slice(before));
  expect([...sent]).toEqual(["Person Ada doctor"]);
  await caller.call("DELETE", `/v1/entities/${id}`);
  const left = await database.system.query("select from entity_embedding where entity_id = $1", [id]);
  expect(left.rowCount).toBe(0);
});

test("a delta that changes an entity, and what takes it back, change its vector", async () => {
  const endpoint = await start();
  const caller = await service.caller();
  await caller.post("/v1/entities", [{ type: "Person", name: "Ada", properties: { job: "pilot" } }]);
  await filled("entity", caller, 1);
  const changed = { type: "Person", name: "Ada", properties: { job: "doctor" } };
  const delta = (await caller.post("/v1/deltas", { entities: [changed] })).body;
  expect((await caller.post(`/v1/deltas/${delta.id}/apply`, {})).status).toBe(200);
  await expect.poll(() => endpoint.texts(), { timeout: 5000 }).toContain("Person Ada doctor");
  await filled("entity", caller, 1);
  const before = endpoint.texts().length;
  expect((await caller.post(`/v1/deltas/${delta.id}/revert`, {})).status).toBe(200);
  await expect.poll(() => endpoint.texts().slice(before), { timeout: 5000 }).toContain("Person Ada pilot");
});

test("what was there before the model gets its vectors, of every kind, and all are complete then", async () => {
  const caller = await service.caller();
  const { id } = (await caller.post("/v1/sources", { name: "notes" })).body;
  await caller.post(`/v1/sources/${id}/documents`, { text: "Ada paints." });
  await caller.post("/v1/entities", [{ type: "Person", name: "Ada" }]);
  await caller.post("/v1/memories", { content: "Ada drives." });
  await start();
  await filled("passage", caller, 1);
  await filled("entity", caller, 1);
  await expect
    .poll(
      async () =>
        (await database.system.query("select completed_at from embedding_model")).rows[0]?.completed_at,
      { timeout: 10_000 },
    )
    .toBeInstanceOf(Date);
});
