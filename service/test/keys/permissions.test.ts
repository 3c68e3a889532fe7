// Tests what keys may do: read, propose, write.

import { expect, test } from "vitest";
import { newId } from "../../src/values/uuid.ts";
import { grant, registerWorker } from "../support/loops.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();

async function team(): Promise<Readonly<Record<"reader" | "proposer" | "writer", Caller>>> {
  const writer = await service.caller();
  const [reader, proposer] = [
    await service.caller({ ...writer, permission: "read" }),
    await service.caller({ ...writer, permission: "propose" }),
  ];
  return { reader, proposer, writer };
}

test("what a key proposes waits until someone with a key that may write applies it", async () => {
  const { proposer, writer, reader } = await team();
  const staged = await proposer.post("/v1/memories", { content: "Ada likes tea." });
  expect([staged.status, staged.body.status, staged.body.applied]).toEqual([201, "staged", false]);
  const batch = await proposer.post("/v1/memories", { memories: [{ content: "a" }, { content: "b" }] });
  expect(batch.body.status).toBe("staged");
  expect((await proposer.get("/v1/memories")).body.memories).toEqual([]);
  const path = `/v1/deltas/${String(staged.body.delta_id)}/apply`;
  expect((await proposer.post(path, {})).body.code).toBe("propose_only");
  expect((await reader.post(path, {})).body.code).toBe("read_only_key");
  expect((await writer.post(path, {})).status).toBe(200);
  expect((await proposer.get("/v1/memories")).body.memories).toMatchObject([{ content: "Ada likes tea." }]);
});

test.each([[{ content: "x", apply: true }], [{ memories: [{ content: "x" }], apply: true }]])(
  "a key that may propose cannot have memories applied at once: %j",
  async (body) => {
    const { proposer, writer } = await team();
    const refused = await proposer.post("/v1/memories", body, { "idempotency-key": newId() });
    expect([refused.status, refused.body.code]).toEqual([403, "propose_only"]);
    expect((await writer.get("/v1/deltas")).body.deltas).toEqual([]);
  },
);

test("a key that may propose decides about nothing, and changes nothing", async () => {
  const { proposer, writer } = await team();
  const memory = (await writer.post("/v1/memories", { content: "x" })).body.id;
  const slice = (await writer.post("/v1/slices", { name: "x", cql: "type:X" })).body.id;
  const entity = (await writer.post("/v1/entities", [{ type: "X" }])).body.ids[0];
  const source = (await writer.post("/v1/sources", { name: "x" })).body.id;
  const attempts = [
    ["DELETE", `/v1/memories/${memory}`],
    ["DELETE", `/v1/slices/${slice}`],
    ["DELETE", `/v1/entities/${entity}`],
    ["PATCH", `/v1/slices/${slice}`, { promoted: true }],
    ["POST", "/v1/slices", { name: "y", cql: "" }],
    ["POST", "/v1/entities", [{ type: "Y" }]],
    ["POST", "/v1/relationships", [{ type: "Y", from: entity, to: entity }]],
    ["POST", "/v1/shapes", { name: "y" }],
    ["POST", "/v1/sources", { name: "y" }],
    ["POST", `/v1/sources/${source}/documents`, { text: "y" }],
    ["GET", "/v1/export"],
  ] as const;
  const before = (await writer.get("/v1/export")).body.lines;
  for (const [method, path, body] of attempts) {
    const refused = await proposer.call(method, path, body === undefined ? {} : { body });
    expect([method, path, refused.status, refused.body.code]).toEqual([method, path, 403, "propose_only"]);
  }
  expect((await writer.get("/v1/export")).body.lines.slice(1)).toEqual(before.slice(1));
  const dry = await proposer.post("/v1/slices?dry_run=true", { name: "y", cql: "type:X" });
  expect([dry.status, dry.body.matched]).toEqual([200, 1]);
});

test("a key that may propose has no loop add to what others review", async () => {
  const { proposer, writer } = await team();
  const source = (await writer.post("/v1/sources", { name: "x" })).body.id;
  await writer.post(`/v1/sources/${source}/documents`, { text: "Ada Lovelace works at Acme." });
  await registerWorker(service.database);
  await grant(service.database, writer.organizationId, 1000);
  const stage = async (who: Caller) =>
    String((await who.post("/v1/memories", { content: "x", apply: false })).body.delta_id);
  const loop = { goal: "Find people.", context: { source_ids: [source] } };
  const [own, other] = [await stage(proposer), await stage(writer)];
  const refused = await proposer.post("/v1/loops", { ...loop, head_delta_id: other });
  expect([refused.status, refused.body.code]).toEqual([403, "propose_only"]);
  expect((await proposer.post("/v1/loops", { ...loop, head_delta_id: other, dry_run: true })).status).toBe(
    200,
  );
  const started = await proposer.post("/v1/loops", { ...loop, head_delta_id: own });
  expect(started.status).toBe(202);
  const colleague = await service.caller({ ...writer, permission: "propose" });
  const path = `/v1/loops/${String(started.body.loop_id)}/cancel`;
  expect((await colleague.post(path, {})).body.code).toBe("propose_only");
  expect((await proposer.post(path, {})).body.status).toBe("canceled");
  const { activity } = (await writer.get("/v1/activity")).body;
  expect(activity).toMatchObject([
    { action: "canceled", object: "loop", object_id: started.body.loop_id, key_id: proposer.keyId },
    { action: "started", object: "loop", object_id: started.body.loop_id, key_id: proposer.keyId },
  ]);
});

test("a key that may propose discards its own deltas, and no others", async () => {
  const { proposer, writer, reader } = await team();
  const colleague = await service.caller({ ...writer, permission: "propose" });
  const stage = async (who: Caller) =>
    String((await who.post("/v1/memories", { content: "x", apply: false })).body.delta_id);
  const [own, others, written] = [await stage(proposer), await stage(colleague), await stage(writer)];
  for (const id of [others, written])
    expect((await proposer.post(`/v1/deltas/${id}/discard`, {})).body.code).toBe("propose_only");
  expect((await reader.post(`/v1/deltas/${own}/discard`, {})).body.code).toBe("read_only_key");
  expect((await proposer.post(`/v1/deltas/${newId()}/discard`, {})).status).toBe(404);
  expect((await proposer.post(`/v1/deltas/${own}/discard`, {})).body.status).toBe("discarded");
  expect((await writer.post(`/v1/deltas/${others}/discard`, {})).body.status).toBe("discarded");
});
