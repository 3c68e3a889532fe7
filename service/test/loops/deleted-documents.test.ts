// Tests documents that are deleted: what loops have found in them keeps its quotes, and loops that still want to read them go on.

import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Extractor } from "../../src/extraction/extractor.ts";
import {
  ended,
  lineExtractor,
  projectWith,
  readLines,
  registerWorker,
  startTestWorker,
} from "../support/loops.ts";
import { type Caller, callerWith, startService } from "../support/service.ts";

const service = await startService({ piecesPerIteration: 1 });
const { database } = service;

const text = "Person: Ada (age 36)\nCompany: Acme\nAda works_at Acme\n";

interface Quoted {
  readonly quote: string;
  readonly document_id: string | null;
}

async function evidenceOf(caller: Caller, delta: string): Promise<readonly Quoted[]> {
  const { changes } = (await caller.get(`/v1/deltas/${delta}/changes`)).body;
  return changes.flatMap(({ evidence }: { readonly evidence: readonly Quoted[] }) => evidence);
}

async function documentsOf(caller: Caller, source: string): Promise<readonly string[]> {
  const { documents } = (await caller.get(`/v1/sources/${source}/documents`)).body;
  return documents.map(({ id }: { readonly id: string }) => id);
}

const all = { goal: "x", loop: { quality_threshold: 1 } };

test("evidence of a deleted document keeps its quote and names no document, in changes and in provenance", async () => {
  await startTestWorker(database);
  const caller = await service.caller();
  const { sourceId } = await projectWith(caller, database, [text, "Person: Grace"]);
  const loop = await ended(caller, (await caller.post("/v1/loops", all)).body.loop_id);
  const delta: string = loop.result.delta_id;
  const before = await evidenceOf(caller, delta);
  const [kept, gone] = await documentsOf(caller, sourceId);
  expect(new Set(before.map(({ document_id }) => document_id))).toEqual(new Set([kept, gone]));
  expect((await caller.call("DELETE", `/v1/documents/${gone}`)).status).toBe(204);
  const shown = before.map((each) => (each.document_id === gone ? { ...each, document_id: null } : each));
  expect(shown.filter(({ document_id }) => document_id === null)).toHaveLength(3);
  expect(await evidenceOf(caller, delta)).toEqual(shown);
  // The same text again is another document.
  await caller.post(`/v1/sources/${sourceId}/documents`, { text });
  expect(await evidenceOf(caller, delta)).toEqual(shown);
  expect((await caller.post(`/v1/deltas/${delta}/apply`, {})).status).toBe(200);
  const [ada] = (await caller.post("/v1/search", { query: "Ada" })).body.entities;
  const { provenance } = (await caller.get(`/v1/entities/${ada.id}`)).body;
  expect(provenance[0].evidence).toMatchObject([
    { quote: "Person: Ada (age 36)", document_id: null, start: 0, end: 20 },
  ]);
});

test("a loop whose documents are deleted before it reads them goes on, and pays for what is left", async () => {
  await registerWorker(database);
  const caller = await service.caller();
  const { sourceId } = await projectWith(caller, database, [text, "Person: Grace\n", "Person: Joan\n"]);
  const { loop_id } = (await caller.post("/v1/loops", all)).body;
  const [kept, ...gone] = await documentsOf(caller, sourceId);
  for (const id of gone) await caller.call("DELETE", `/v1/documents/${id}`);
  await startTestWorker(database, { piecesPerIteration: 1 });
  const loop = await ended(caller, loop_id);
  expect(loop).toMatchObject({ status: "completed", quality: 1, credits: { spent: 1 } });
  const evidence = await evidenceOf(caller, loop.result.delta_id);
  expect(evidence).toMatchObject([{ quote: "Person: Joan", document_id: kept }]);
  const { events } = (await caller.get(loop.events)).body;
  const read = events.filter(({ kind }: { readonly kind: string }) => kind === "document.read");
  expect(read.map(({ data }: any) => [data.document_id, data.characters, data.deleted ?? false])).toEqual([
    [kept, 13, false],
    ...gone.map((id) => [id, 0, true]),
  ]);
});

test("a loop over nothing but deleted documents completes without credits", async () => {
  await registerWorker(database);
  const caller = await service.caller();
  const { sourceId } = await projectWith(caller, database, [text]);
  const { loop_id } = (await caller.post("/v1/loops", all)).body;
  for (const id of await documentsOf(caller, sourceId)) await caller.call("DELETE", `/v1/documents/${id}`);
  await startTestWorker(database, { piecesPerIteration: 1 });
  expect(await ended(caller, loop_id)).toMatchObject({
    status: "completed",
    result: { entity_count: 0 },
    credits: { spent: 0 },
  });
});

test("a document that is deleted while it is read is quoted, and named by nothing", async () => {
  const caller = await service.caller();
  const { sourceId } = await projectWith(caller, database, [text]);
  const extractor: Extractor = {
    ...lineExtractor,
    read: async (piece) => {
      for (const id of await documentsOf(caller, sourceId))
        await caller.call("DELETE", `/v1/documents/${id}`);
      return readLines(piece);
    },
  };
  await startTestWorker(database, { extractor });
  const loop = await ended(caller, (await caller.post("/v1/loops", all)).body.loop_id);
  expect(loop.status).toBe("completed");
  const evidence = await evidenceOf(caller, loop.result.delta_id);
  expect(evidence.map(({ quote, document_id }) => [quote, document_id])).toEqual([
    ["Person: Ada (age 36)", null],
    ["Company: Acme", null],
    ["Ada works_at Acme", null],
  ]);
});

test("a document that is being deleted while what was read in it is committed counts as gone", async () => {
  const caller = await service.caller();
  const { sourceId } = await projectWith(caller, database, [text]);
  const [id] = await documentsOf(caller, sourceId);
  const client = await database.pool.connect();
  let deleted: Promise<unknown> = Promise.resolve();
  const extractor: Extractor = {
    ...lineExtractor,
    read: async (piece) => {
      await client.query("begin");
      await client.query("delete from document where organization_id = $1 and id = $2", [
        caller.organizationId,
        id,
      ]);
      // By then the commit waits for it.
      deleted = sleep(500).then(async () => await client.query("commit"));
      return readLines(piece);
    },
  };
  const errors: unknown[] = [];
  await startTestWorker(database, { extractor, errors });
  const loop = await ended(caller, (await caller.post("/v1/loops", all)).body.loop_id);
  await deleted;
  client.release();
  expect(loop).toMatchObject({ status: "completed", iteration: 1, result: { entity_count: 2 } });
  expect(errors).toEqual([]);
});

test("the evidence that waits in a checkpoint names no deleted document, and what was read stays listed", async () => {
  await registerWorker(database);
  const caller = await service.caller();
  // The newest is read first: its relationship waits for the ends in the other one.
  const { sourceId } = await projectWith(caller, database, [
    "Person: Ada\nCompany: Acme\n",
    "Ada works_at Acme\n",
  ]);
  const [first] = await documentsOf(caller, sourceId);
  const { loop_id } = (await caller.post("/v1/loops", { ...all, loop: { ...all.loop, max_iterations: 1 } }))
    .body;
  await startTestWorker(database, { piecesPerIteration: 1 });
  await ended(caller, loop_id);
  const waiting = async () => {
    const { checkpoints } = (await caller.get(`/v1/loops/${loop_id}/checkpoints`)).body;
    return checkpoints[0].state.unconnected;
  };
  const evidence = { quote: "Ada works_at Acme", document_id: first };
  expect(await waiting()).toMatchObject([{ type: "works_at", evidence }]);
  await caller.call("DELETE", `/v1/documents/${first}`);
  expect(await waiting()).toMatchObject([{ evidence: { ...evidence, document_id: null } }]);
  const { checkpoints } = (await caller.get(`/v1/loops/${loop_id}/checkpoints`)).body;
  expect(checkpoints[0].state.read).toMatchObject([{ document_id: first }]);
});

test("a continued loop skips what is gone, and a document that came in its place is read", async () => {
  await startTestWorker(database, { piecesPerIteration: 1 });
  const caller = await service.caller();
  const { sourceId } = await projectWith(caller, database, ["Person: Ada\n"]);
  const first = await ended(caller, (await caller.post("/v1/loops", all)).body.loop_id);
  for (const id of await documentsOf(caller, sourceId)) await caller.call("DELETE", `/v1/documents/${id}`);
  const { delta_id } = first.result;
  const again = { ...all, head_delta_id: delta_id };
  const nothing = await caller.post("/v1/loops", { ...again, dry_run: true });
  expect(nothing.body).toMatchObject({ plan: { documents: 0, characters: 0 }, estimated_credits: 0 });
  await caller.post(`/v1/sources/${sourceId}/documents`, { text: "Person: Ada\n" });
  await ended(caller, (await caller.post("/v1/loops", again)).body.loop_id);
  const [now] = await documentsOf(caller, sourceId);
  expect((await evidenceOf(caller, delta_id)).map(({ document_id }) => document_id)).toEqual([null, now]);
});

test("a limited key, which sees no documents, is told of what its own changes quote whether it is still there", async () => {
  const root = await service.caller();
  const { sourceId } = await projectWith(root, database, [text]);
  await root.post("/v1/entities", [{ type: "Person" }]);
  const made = (await root.post("/v1/keys", { slice: "type:Person" })).body;
  const key = callerWith(service.url, { ...root, key: made.key, keyId: made.id });
  const { delta_id } = (await key.post("/v1/memories", { content: "Ada", apply: false })).body;
  const [document_id = ""] = await documentsOf(root, sourceId);
  const quoted = { source_id: sourceId, document_id, quote: "Person: Ada", start: 0, end: 11 };
  await database.pool.query("update change set evidence = $2 where delta_id = $1", [
    delta_id,
    JSON.stringify([quoted]),
  ]);
  expect(await evidenceOf(key, delta_id)).toEqual([quoted]);
  await root.call("DELETE", `/v1/documents/${document_id}`);
  expect(await evidenceOf(key, delta_id)).toEqual([{ ...quoted, document_id: null }]);
});
