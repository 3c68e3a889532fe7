// Tests what a reviewer does with a delta: decide, edit, and apply a part.

import { expect, test } from "vitest";
import { type Caller, callerWith, type Reply, startService } from "../support/service.ts";

const service = await startService();

interface Staged {
  readonly who: Caller;
  readonly id: string;
  /** The changes: Ada, Acme, `works_at`, and a memory. */
  readonly changes: readonly any[];
  readonly decide: (at: number, body: object) => Promise<Reply>;
  readonly apply: (body?: object) => Promise<Reply>;
}

async function staged(): Promise<Staged> {
  const who = await service.caller();
  const { id } = (
    await who.post("/v1/deltas", {
      entities: [
        { type: "Person", name: "Ada", properties: { age: 36 } },
        { type: "Company", name: "Acme" },
      ],
      relationships: [{ type: "works_at", from: "#0", to: "#1" }],
      memories: [{ content: "Ada prefers mornings." }],
    })
  ).body;
  const { changes } = (await who.get(`/v1/deltas/${id}/changes`)).body;
  return {
    who,
    id,
    changes,
    decide: async (at, body) =>
      await who.call("PATCH", `/v1/deltas/${id}/changes/${changes[at].change_id}`, { body }),
    apply: async (body = {}) => await who.post(`/v1/deltas/${id}/apply`, body),
  };
}

const pointersOf = ({ body }: Reply): string[] =>
  body.errors.map(({ pointer }: { pointer: string }) => pointer);

test("a change is decided about, with who, when and why, and the decision can be taken back", async () => {
  const { who, decide, changes } = await staged();
  expect(changes[0]).toMatchObject({
    decision: "pending",
    decided_by: null,
    decided_at: null,
    note: null,
    proposed: null,
    applied: false,
  });
  const rejected = await decide(0, { decision: "rejected", note: "Another Ada." });
  expect(rejected.status).toBe(200);
  expect(rejected.body).toMatchObject({
    change_id: changes[0].change_id,
    decision: "rejected",
    decided_by: who.keyId,
    decided_at: expect.any(String),
    note: "Another Ada.",
    value: changes[0].value,
    proposed: null,
  });
  const pending = await decide(0, { decision: "pending", note: null });
  expect(pending.body).toMatchObject({ decision: "pending", decided_by: null, decided_at: null, note: null });
  const { activity } = (await who.get("/v1/activity")).body;
  expect(activity).toMatchObject([
    { action: "decided", object: "change", object_id: changes[0].change_id, key_id: who.keyId },
    { action: "decided" },
  ]);
});

test("a decision that changes nothing is noted once", async () => {
  const { who, decide } = await staged();
  await decide(0, { decision: "accepted" });
  await decide(0, { decision: "accepted" });
  await decide(0, { note: "Yes." });
  expect((await who.get("/v1/activity")).body.activity).toHaveLength(1);
});

test("what is rejected is not applied, nor what refers to it", async () => {
  const { who, decide, apply, changes } = await staged();
  await decide(0, { decision: "rejected" });
  await decide(1, { decision: "accepted" });
  const applied = await apply();
  expect(applied.body).toMatchObject({
    status: "applied",
    applied: { entities: 1, relationships: 0, memories: 1 },
    excluded: 2,
    left_out: [changes[2].change_id],
    applied_changes: 2,
  });
  expect((await who.post("/v1/search", { query: "Ada" })).body.entities).toEqual([]);
  expect((await decide(0, { decision: "accepted" })).body.code).toBe("delta_not_open");
});

test("a value is edited within what its change may have, and what was staged is kept", async () => {
  const { who, decide, apply, changes } = await staged();
  const edited = await decide(0, {
    value: { name: "Ada King", properties: { born: 1815 } },
    decision: "accepted",
  });
  expect(edited.body).toMatchObject({
    value: { id: changes[0].value.id, type: "Person", name: "Ada King", properties: { born: 1815 } },
    proposed: changes[0].value,
  });
  expect(edited.body.value.properties).toEqual({ born: 1815 });
  expect((await decide(0, { value: { type: "Author" } })).body).toMatchObject({
    value: { type: "Author", name: "Ada King" },
    proposed: changes[0].value,
  });
  expect((await decide(3, { value: { content: "Mornings." } })).status).toBe(200);
  await apply();
  const [found] = (await who.post("/v1/search", { query: "King" })).body.entities;
  expect(found).toMatchObject({ type: "Author", name: "Ada King", properties: { born: 1815 } });
  expect((await who.get("/v1/memories")).body.memories).toMatchObject([{ content: "Mornings." }]);
});

test("an update that gets another property can be applied, and a relationship an end in upper case", async () => {
  const who = await service.caller();
  const [ada, acme] = (
    await who.post("/v1/entities", [
      { type: "Person", name: "Ada", properties: { a: 1, b: 1 } },
      { type: "Company", name: "Acme" },
    ])
  ).body.ids;
  const { id } = (
    await who.post("/v1/deltas", {
      entities: [{ type: "Person", name: "Ada", properties: { a: 2 } }],
      relationships: [{ type: "works_at", from: ada, to: ada }],
    })
  ).body;
  const { changes } = (await who.get(`/v1/deltas/${id}/changes`)).body;
  const decide = async (at: number, value: object) =>
    await who.call("PATCH", `/v1/deltas/${id}/changes/${changes[at].change_id}`, { body: { value } });
  const edited = await decide(0, { properties: { b: 2, c: 2 } });
  expect(edited.body.before.properties).toEqual({ b: 1, c: null });
  expect((await decide(1, { to: acme.toUpperCase() })).body.value.to).toBe(acme);
  expect((await who.post(`/v1/deltas/${id}/apply`, {})).status).toBe(200);
  expect((await who.get(`/v1/entities/${ada}`)).body).toMatchObject({
    properties: { a: 1, b: 2, c: 2 },
    relationships: [{ to: acme }],
  });
});

test("a value that the change cannot have is refused where it is", async () => {
  const { who, decide } = await staged();
  const [other] = (await who.post("/v1/entities", [{ type: "Person", name: "Eve" }])).body.ids;
  const stranger = await service.caller();
  const [foreign] = (await stranger.post("/v1/entities", [{ type: "Person", name: "Eve" }])).body.ids;
  for (const [at, value, pointers] of [
    [0, { content: "x" }, ["/value/content"]],
    [0, { from: other }, ["/value/from"]],
    [0, { id: other }, ["/value/id"]],
    [0, { name: "" }, ["/value/name"]],
    [0, { properties: [] }, ["/value/properties"]],
    [0, {}, ["/value"]],
    [2, { name: "x", to: other }, ["/value/name"]],
    [2, { from: foreign }, ["/value/from"]],
    [2, { to: "x" }, ["/value/to"]],
    [3, { name: "x" }, ["/value/name"]],
    [1, { type: "Person", name: "ada" }, ["/value"]],
  ] as const) {
    const refused = await decide(at, { value });
    expect([refused.status, pointersOf(refused)], JSON.stringify(value)).toEqual([422, pointers]);
  }
  expect((await decide(0, {})).status).toBe(422);
  expect((await decide(2, { value: { to: other } })).status).toBe(200);
});

test("a change of another delta, and a delta of another project, are not found", async () => {
  const [one, other] = [await staged(), await staged()];
  const path = (delta: string, change: string) => `/v1/deltas/${delta}/changes/${change}`;
  const body = { decision: "accepted" };
  for (const [delta, change] of [
    [one.id, other.changes[0].change_id],
    [other.id, other.changes[0].change_id],
    [one.id, "x"],
    ["x", one.changes[0].change_id],
  ] as const)
    expect((await one.who.call("PATCH", path(delta, change), { body })).status).toBe(404);
});

test("with `only` a part is applied, and the rest stays open", async () => {
  const { who, id, apply, changes, decide } = await staged();
  const [ada, acme, works, memory] = changes.map(({ change_id }) => change_id);
  const first = await apply({ only: [acme, works] });
  expect(first.body).toMatchObject({
    status: "open",
    applied: { entities: 1, relationships: 0, memories: 0 },
    excluded: 1,
    left_out: [works],
    applied_changes: 1,
  });
  expect((await who.get(`/v1/deltas/${id}`)).body).toMatchObject({ status: "open", applied_changes: 1 });
  const again = await apply({ only: [acme] });
  expect(again.body).toMatchObject({ status: "open", applied: { entities: 0 }, applied_changes: 1 });
  expect((await decide(1, { decision: "rejected" })).body.code).toBe("delta_not_open");
  const listed = (await who.get(`/v1/deltas/${id}/changes`)).body.changes;
  expect(listed.map(({ applied }: { applied: boolean }) => applied)).toEqual([false, true, false, false]);
  await decide(3, { decision: "rejected" });
  expect((await apply({ only: [memory] })).body).toMatchObject({ applied: { memories: 0 }, excluded: 1 });
  const [found] = (await who.post("/v1/search", { query: "Acme" })).body.entities;
  expect((await who.get(`/v1/entities/${found.id}`)).body.provenance).toMatchObject([{ change_id: acme }]);
  const last = await apply({});
  expect(last.body).toMatchObject({
    status: "applied",
    applied: { entities: 1, relationships: 1, memories: 0 },
    excluded: 1,
    applied_changes: 3,
  });
  expect((await apply({ only: [ada] })).body).toEqual({ ...last.body, request_id: expect.any(String) });
  const unknown = await (await staged()).apply({ only: [ada], exclude: [memory] });
  expect(pointersOf(unknown)).toEqual(["/only/0", "/exclude/0"]);
  const { activity } = (await who.get("/v1/activity")).body;
  expect(activity.map(({ action }: { action: string }) => action)).toEqual(["applied", "decided", "applied"]);
});

test("a key that may only propose does not discard what is applied in part, and no loop continues it", async () => {
  const root = await service.caller();
  const { key, id: keyId } = (await root.post("/v1/keys", { permission: "propose" })).body;
  const agent = callerWith(service.url, { ...root, key, keyId });
  const body = {
    entities: [
      { type: "Person", name: "Ada" },
      { type: "Person", name: "Bob" },
    ],
  };
  const { id } = (await agent.post("/v1/deltas", body)).body;
  const { changes } = (await agent.get(`/v1/deltas/${id}/changes`)).body;
  await root.post(`/v1/deltas/${id}/apply`, { only: [changes[0].change_id] });
  expect((await agent.post(`/v1/deltas/${id}/discard`, {})).body.code).toBe("propose_only");
  const continued = await root.post("/v1/loops", { goal: "x", head_delta_id: id, dry_run: true });
  expect(continued.body).toMatchObject({ code: "delta_not_open", errors: [{ pointer: "/head_delta_id" }] });
  expect((await root.post(`/v1/deltas/${id}/discard`, {})).status).toBe(200);
});

test("erasing what was applied in part leaves the counts right", async () => {
  const who = await service.caller();
  const memories = [{ content: "x", subject_id: "user-1" }, { content: "y" }];
  const { id } = (await who.post("/v1/deltas", { memories })).body;
  const { changes } = (await who.get(`/v1/deltas/${id}/changes`)).body;
  await who.post(`/v1/deltas/${id}/apply`, { only: [changes[0].change_id] });
  await who.call("DELETE", "/v1/memories?subject_id=user-1");
  expect((await who.get("/v1/stats")).body.deltas.pending_changes).toBe(1);
  expect((await who.get(`/v1/deltas/${id}`)).body).toMatchObject({
    counts: { memories: 1 },
    applied_changes: 0,
  });
});

test("a part that was applied stays when the rest is discarded", async () => {
  const { who, id, apply, changes } = await staged();
  await apply({ only: [changes[1].change_id] });
  expect((await who.post(`/v1/deltas/${id}/discard`, {})).body).toMatchObject({
    status: "discarded",
    applied_changes: 1,
  });
  expect((await who.post("/v1/search", { query: "Acme" })).body.entities).toHaveLength(1);
  expect((await who.post(`/v1/deltas/${id}/revert`, {})).body.code).toBe("delta_not_applied");
});
