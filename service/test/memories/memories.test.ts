// Tests memories, and the deltas in which they are staged, through the API.

import { describe, expect, test } from "vitest";
import { createPool } from "../../src/database/pool.ts";
import { soon } from "../support/memories.ts";
import { type Caller, type Reply, startService } from "../support/service.ts";
import { longestTurnAtBest } from "../support/turns.ts";

const service = await startService();

async function contentsFor(caller: Caller): Promise<readonly string[]> {
  const { body } = await caller.get("/v1/memories?limit=200");
  return body.memories.map(({ content }: { content: string }) => content).toSorted();
}

describe("a memory", () => {
  test("is stored as it was written", async () => {
    const caller = await service.caller();
    const shape = await caller.post("/v1/shapes", { name: "Note" });
    const sent = {
      content: "Ada prefers tea",
      kind: "preference",
      scope: "project",
      subject: { type: "Person", name: "Ada" },
      source_context: "the kitchen",
      forget_after: "2999-01-01T00:00:00+02:00",
      forget_reason: "taste changes",
      shape_id: shape.body.id,
    };
    const { status, body } = await caller.post("/v1/memories", sent);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      status: "applied",
      project_id: caller.projectId,
      delta_id: null,
      applied: true,
      request_id: expect.any(String),
    });
    const read = await caller.get(`/v1/memories/${body.id}`);
    expect(read.body).toMatchObject({ ...sent, forget_after: "2998-12-31T22:00:00.000Z", id: body.id });
    expect((await caller.call("DELETE", `/v1/memories/${body.id}`)).status).toBe(204);
    expect((await caller.get(`/v1/memories/${body.id}`)).status).toBe(404);
  });

  test("is recalled only by the keys that its scope allows", async () => {
    const mine = await service.caller();
    const { organizationId, projectId } = mine;
    const colleague = await service.caller({ organizationId, projectId });
    const neighbor = await service.caller({ organizationId });
    const stranger = await service.caller();
    for (const scope of ["agent", "project", "commons"])
      await mine.post("/v1/memories", { content: scope, scope });
    expect(await contentsFor(mine)).toEqual(["agent", "commons", "project"]);
    expect(await contentsFor(colleague)).toEqual(["commons", "project"]);
    expect(await contentsFor(neighbor)).toEqual(["commons"]);
    expect(await contentsFor(stranger)).toEqual([]);
    const { body } = await neighbor.get("/v1/memories");
    expect((await neighbor.call("DELETE", `/v1/memories/${body.memories[0].id}`)).status).toBe(404);
  });

  test("expires on time, even without a sweep", async () => {
    const caller = await service.caller();
    const { forget_after, passed } = soon();
    const { body } = await caller.post("/v1/memories", { content: "soon gone", forget_after });
    expect((await caller.get(`/v1/memories/${body.id}`)).status).toBe(200);
    await passed();
    expect((await caller.get(`/v1/memories/${body.id}`)).status).toBe(404);
    expect(await contentsFor(caller)).toEqual([]);
    const found = await caller.post("/v1/search", { query: "gone", include: ["memories"] });
    expect(found.body.memories).toEqual([]);
  });

  test.each([
    [{}, "/content"],
    [{ content: "" }, "/content"],
    [{ content: "x", kind: "guess" }, "/kind"],
    [{ content: "x", scope: "world" }, "/scope"],
    [{ content: "x", forget_after: "2020-01-01T00:00:00Z" }, "/forget_after"],
    [{ content: "x", forget_after: "tomorrow" }, "/forget_after"],
    [{ content: "x", forget_after: "2999-02-30T00:00:00Z" }, "/forget_after"],
    [{ memories: [] }, "/memories"],
    [{ memories: [{ content: "a" }, {}] }, "/memories/1/content"],
    [{ memories: [{ content: "a" }], kind: "fact" }, "/kind"],
    [{ memories: Array.from({ length: 101 }, () => ({ content: "a" })) }, "/memories"],
  ])("is refused if it is %j", async (sent, pointer) => {
    const caller = await service.caller();
    const { status, body } = await caller.post("/v1/memories", sent);
    expect({ status, code: body.code }).toEqual({ status: 422, code: "invalid_request" });
    expect(body.errors).toMatchObject([{ pointer }]);
    expect(await contentsFor(caller)).toEqual([]);
  });

  test("of many at the same time is stored once, and there once it is acknowledged", async () => {
    const [caller, other] = [await service.caller(), await service.caller()];
    const contents = Array.from({ length: 40 }, (_, index) => `m${index}`);
    const write = (who: typeof caller) => async (content: string) => {
      const { body } = await who.post("/v1/memories", { content, subject: { id: content } });
      const read = await who.get(`/v1/memories/${String(body.id)}`);
      expect(read.body).toMatchObject({ content, subject: { id: content } });
    };
    await Promise.all([...contents.map(write(caller)), ...contents.map(write(other))]);
    for (const each of [caller, other])
      expect((await contentsFor(each)).toSorted()).toEqual(contents.toSorted());
  });

  test("of a batch is written together with all others, or not at all", async () => {
    const caller = await service.caller();
    const batch = await caller.post("/v1/memories", { memories: [{ content: "a" }, { content: "b" }] });
    expect(batch.body).toMatchObject({
      id: null,
      status: "applied",
      results: [
        { index: 0, status: "applied" },
        { index: 1, status: "applied" },
      ],
    });
    const shape_id = "00000000-0000-7000-8000-000000000000";
    const refused = await caller.post("/v1/memories", {
      memories: [{ content: "c" }, { content: "d", shape_id }],
    });
    expect(refused.body).toMatchObject({
      code: "unknown_shape",
      errors: [{ pointer: "/memories/1/shape_id" }],
    });
    expect(await contentsFor(caller)).toEqual(["a", "b"]);
  });
});

describe("a staged write", () => {
  test("is not recalled before its delta is applied, and exists once if that is applied twice", async () => {
    const caller = await service.caller();
    const staged = await caller.post("/v1/memories", {
      memories: [{ content: "keep" }, { content: "drop" }],
      apply: false,
    });
    expect(staged.body).toMatchObject({
      id: null,
      status: "staged",
      applied: false,
      delta_id: expect.any(String),
    });
    expect(await contentsFor(caller)).toEqual([]);
    expect((await caller.post("/v1/search", { query: "keep" })).body.memories).toEqual([]);
    const path = `/v1/deltas/${staged.body.delta_id}`;
    expect((await caller.get(path)).body).toMatchObject({ status: "open", counts: { memories: 2 } });
    const { body } = await caller.get(`${path}/changes`);
    expect(body.changes).toMatchObject([
      { operation: "create", object: "memory", value: { content: "keep" }, before: null, evidence: [] },
      { value: { content: "drop" } },
    ]);
    const exclude = [body.changes[1].change_id];
    const applied = await caller.post(`${path}/apply`, { exclude });
    expect(applied.body).toMatchObject({ status: "applied", applied: { memories: 1 }, excluded: 1 });
    const { request_id: _first, ...once } = applied.body;
    const { request_id: _second, ...twice } = (await caller.post(`${path}/apply`, {})).body;
    expect(twice).toEqual(once);
    expect(await contentsFor(caller)).toEqual(["keep"]);
    expect((await caller.post(`${path}/discard`, {})).body.code).toBe("delta_not_open");
  });

  test("disappears when its delta is discarded", async () => {
    const caller = await service.caller();
    const staged = await caller.post("/v1/memories", { content: "x", apply: false });
    const path = `/v1/deltas/${staged.body.delta_id}`;
    expect((await caller.call("POST", `${path}/discard`)).body.status).toBe("discarded");
    expect((await caller.call("POST", `${path}/apply`)).body.code).toBe("delta_not_open");
    expect(await contentsFor(caller)).toEqual([]);
  });

  test("of a key is reviewed only by that key, and an unknown change cannot be excluded", async () => {
    const caller = await service.caller();
    const colleague = await service.caller(caller);
    const staged = await caller.post("/v1/memories", { content: "private", scope: "agent", apply: false });
    const path = `/v1/deltas/${staged.body.delta_id}`;
    for (const each of [path, `${path}/changes`]) expect((await colleague.get(each)).status).toBe(404);
    expect((await colleague.get("/v1/deltas")).body.deltas).toEqual([]);
    expect((await colleague.call("POST", `${path}/apply`)).status).toBe(404);
    const refused = await caller.post(`${path}/apply`, { exclude: ["x"] });
    expect(refused.body).toMatchObject({ code: "invalid_request", errors: [{ pointer: "/exclude/0" }] });
    await caller.call("POST", `${path}/apply`);
    expect([await contentsFor(caller), await contentsFor(colleague)]).toEqual([["private"], []]);
  });

  test("that has expired fails its delta, which can be applied without it", async () => {
    const caller = await service.caller();
    const { forget_after, passed } = soon();
    const staged = await caller.post("/v1/memories", {
      memories: [{ content: "stays" }, { content: "soon gone", forget_after }],
      apply: false,
    });
    const path = `/v1/deltas/${staged.body.delta_id}`;
    await passed();
    const { body } = await caller.get(`${path}/changes`);
    const [, { change_id }] = body.changes;
    const refused = await caller.post(`${path}/apply`, {}, { "idempotency-key": "apply" });
    expect([refused.status, refused.body.code]).toEqual([409, "delta_conflict"]);
    expect(refused.body.errors).toEqual([
      { pointer: `/${change_id}`, message: expect.stringContaining("forget_after") },
    ]);
    expect((await caller.get(path)).body).toMatchObject({ status: "open", counts: { memories: 2 } });
    expect(await contentsFor(caller)).toEqual([]);
    const applied = await caller.post(`${path}/apply`, { exclude: [change_id] });
    expect(applied.body).toMatchObject({ status: "applied", applied: { memories: 1 }, excluded: 1 });
    expect(await contentsFor(caller)).toEqual(["stays"]);
  });
});

describe("a write that expires while it is checked", () => {
  /** Writes while nobody can look up a shape, until the time has passed. */
  async function write(
    caller: Caller,
    bodyWith: (forget_after: string, shape_id: string) => object,
  ): Promise<Reply> {
    const shape = await caller.post("/v1/shapes", { name: "Note" });
    const blocking = createPool(service.database.connection, { size: 1 });
    const client = await blocking.connect();
    try {
      await client.query("begin; lock table shape in access exclusive mode");
      const { forget_after, passed } = soon();
      const written = caller.post("/v1/memories", bodyWith(forget_after, shape.body.id));
      await passed();
      await client.query("rollback");
      return await written;
    } finally {
      client.release(true);
      await blocking.end();
    }
  }

  test("fails, and is kept in its delta", async () => {
    const caller = await service.caller();
    const { status, body } = await write(caller, (forget_after, shape_id) => ({
      content: "late",
      forget_after,
      shape_id,
    }));
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: "failed", applied: false, delta_id: expect.any(String) });
    expect(await contentsFor(caller)).toEqual([]);
    const path = `/v1/deltas/${body.delta_id}`;
    expect((await caller.get(path)).body).toMatchObject({ status: "open", counts: { memories: 1 } });
    expect((await caller.get(`${path}/changes`)).body.changes).toMatchObject([
      { value: { id: body.id, content: "late" } },
    ]);
    expect((await caller.call("POST", `${path}/apply`)).body.code).toBe("delta_conflict");
  });

  test("fails as a whole batch, which can be applied without the expired ones", async () => {
    const caller = await service.caller();
    const { body } = await write(caller, (forget_after, shape_id) => ({
      memories: [
        { content: "late", forget_after },
        { content: "stays", shape_id },
      ],
    }));
    expect(body).toMatchObject({
      id: null,
      status: "failed",
      results: [{ status: "failed" }, { status: "failed" }],
    });
    const path = `/v1/deltas/${body.delta_id}`;
    const { errors } = (await caller.call("POST", `${path}/apply`)).body;
    const exclude = errors.map(({ pointer }: { pointer: string }) => pointer.slice(1));
    expect((await caller.post(`${path}/apply`, { exclude })).body).toMatchObject({
      applied: { memories: 1 },
      excluded: 1,
    });
    expect(await contentsFor(caller)).toEqual(["stays"]);
  });
});

test("a large delta delays no other requests when it is refused, and is applied once", {
  timeout: 60_000,
}, async () => {
  const caller = await service.caller();
  const staged = await caller.post("/v1/memories", { memories: [{ content: "x" }], apply: false });
  const id = staged.body.delta_id;
  await service.database.pool.query(
    `insert into change (organization_id, project_id, delta_id, key_id, private, position, id, operation, object, object_id, value)
      select organization_id, project_id, d.id, key_id, private, i, gen_random_uuid(), 'create', 'entity', o, jsonb_build_object('id', o, 'type', 'T', 'name', 'n' || i, 'properties', '{}'::jsonb)
      from delta d, (select i, gen_random_uuid() as o from generate_series(1, 30000) i) made where d.project_id = $1 and d.id = $2`,
    [caller.projectId, id],
  );
  const path = `/v1/deltas/${id}/apply`;
  const exclude = Array.from({ length: 30 }, () => "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081");
  const refuse = async (): Promise<void> => {
    const { status, body } = await caller.post(path, { exclude });
    expect([status, body.errors.length]).toEqual([422, 20]);
  };
  expect(await longestTurnAtBest(refuse, 250)).toBeLessThan(250);
  const applied = await Promise.all([caller.post(path, {}), caller.post(path, {})]);
  for (const { status, body } of applied)
    expect([status, body.applied]).toEqual([200, { entities: 30_000, relationships: 0, memories: 1 }]);
});
