// Tests changes of memories: made at once, or staged.

import { describe, expect, test } from "vitest";
import {
  changesOf,
  contentsOf,
  foundBy,
  historyOf,
  patch,
  pathOf,
  restore,
  soon,
  write,
} from "../support/memories.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();

describe("a change of a memory", () => {
  test("is a new version: the old one is in the history, and is not found any more", async () => {
    const who = await service.caller();
    const shape_id = (await who.post("/v1/shapes", { name: "Note" })).body.id;
    const sent = { content: "Ada prefers marzipan", kind: "fact", subject: { id: "ada" } };
    const id = await write(who, { ...sent, source_context: "kitchen", forget_reason: "taste changes" });
    const first = await who.get(pathOf(id));
    expect([first.headers.get("etag"), first.body.version, first.body.superseded_by]).toEqual([
      '"1"',
      1,
      null,
    ]);
    expect(first.body.recalled_as_new_at).toBe(first.body.created_at);
    const more = { kind: null, forget_after: "2999-01-01T00:00:00+01:00", shape_id };
    const changed = await patch(who, id, { content: "Ada prefers hollyhock", ...more });
    expect([changed.status, changed.headers.get("etag")]).toEqual([200, '"2"']);
    const { request_id: _first, ...before } = first.body;
    const { request_id: _changed, ...after } = changed.body;
    expect(after).toEqual({
      ...before,
      ...more,
      content: "Ada prefers hollyhock",
      forget_after: "2998-12-31T23:00:00.000Z",
      version: 2,
    });
    const read = await who.get(pathOf(id));
    expect([read.headers.get("etag"), read.body.content]).toEqual(['"2"', "Ada prefers hollyhock"]);
    expect([await foundBy(who, "marzipan"), await foundBy(who, "hollyhoc")]).toEqual([
      [],
      ["Ada prefers hollyhock"],
    ]);
    const [one, two] = await historyOf(who, id);
    const common = { subject: { id: "ada" }, thread: null, valid_at: before.created_at, key_id: who.keyId };
    expect(one).toEqual({ version: 1, at: before.created_at, change: "created", ...sent, ...common });
    expect(two).toEqual({
      version: 2,
      content: "Ada prefers hollyhock",
      kind: null,
      at: expect.any(String),
      change: "updated",
      ...common,
    });
    expect(Date.parse(two.at)).toBeGreaterThanOrEqual(Date.parse(one.at));
  });

  test("of null clears a member, and leaves the others", async () => {
    const who = await service.caller();
    const all = {
      kind: "fact",
      subject: { id: "ada" },
      source_context: "x",
      forget_after: "2999-01-01T00:00:00.000Z",
      forget_reason: "x",
    };
    const id = await write(who, { content: "x", ...all });
    for (const name of Object.keys(all)) {
      const { body } = await patch(who, id, { [name]: null });
      expect([name, body[name]]).toEqual([name, null]);
    }
    expect((await who.get(pathOf(id))).body).toMatchObject({ content: "x", scope: "project", version: 6 });
    expect(await contentsOf(who, "?subject_id=ada")).toEqual([]);
  });

  test("is made of the version that the caller knows, or not at all", async () => {
    const who = await service.caller();
    const id = await write(who, { content: "one" });
    expect((await patch(who, id, { content: "two" }, { "if-match": '"1"' })).status).toBe(200);
    for (const header of ['"1"', '"3"', "1", "nonsense", '"12", "3"']) {
      const refused = await patch(who, id, { content: "lost" }, { "if-match": header });
      expect([header, refused.status, refused.body.code, refused.body.version]).toEqual([
        header,
        412,
        "version_conflict",
        2,
      ]);
      expect(refused.headers.get("etag")).toBe('"2"');
    }
    for (const malformed of ["", ","])
      expect([malformed, await patch(who, id, { content: "lost" }, { "if-match": malformed })]).toMatchObject(
        [malformed, { status: 422, body: { errors: [{ pointer: "/If-Match" }] } }],
      );
    const staged = await patch(who, id, { content: "lost", apply: false }, { "if-match": '"1"' });
    expect(staged.body.code).toBe("version_conflict");
    expect((await patch(who, id, { content: "three" }, { "if-match": '1, W/"2"' })).status).toBe(200);
    expect((await patch(who, id, { content: "four" }, { "if-match": "*" })).status).toBe(200);
    expect(await changesOf(who, id)).toEqual([
      "1 created one",
      "2 updated two",
      "3 updated three",
      "4 updated four",
    ]);
  });

  test("by many at once is made by one of those that know the version", async () => {
    const who = await service.caller();
    const id = await write(who, { content: "x" });
    const all = await Promise.all(
      Array.from({ length: 10 }, async (_, at) =>
        patch(who, id, { content: `by ${at}` }, { "if-match": '"1"' }),
      ),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 412)).toHaveLength(9);
    await Promise.all(
      Array.from({ length: 10 }, async (_, at) => await patch(who, id, { content: `${at}` })),
    );
    const versions = await historyOf(who, id);
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
    const instants: readonly string[] = versions.map(({ at }) => at);
    expect(instants).toEqual(instants.toSorted());
  });

  test("is made once for an Idempotency-Key", async () => {
    const who = await service.caller();
    const id = await write(who, { content: "x" });
    for (const replayed of [null, "true"]) {
      const { headers, body } = await patch(who, id, { content: "y" }, { "idempotency-key": "once" });
      expect([body.version, headers.get("etag"), headers.get("idempotent-replayed")]).toEqual([
        2,
        '"2"',
        replayed,
      ]);
    }
  });

  test.each([
    [{}, "invalid_request", ""],
    [{ project_id: "PROJECT" }, "invalid_request", ""],
    [{ content: null }, "invalid_request", "/content"],
    [{ content: "" }, "invalid_request", "/content"],
    [{ scope: "commons" }, "invalid_request", "/scope"],
    [{ subject_id: "ada" }, "invalid_request", "/subject_id"],
    [{ content: "y", kind: "guess" }, "invalid_request", "/kind"],
    [{ subject: { id: 7 } }, "invalid_request", "/subject/id"],
    [{ subject: { text: "x".repeat(300_000) } }, "invalid_request", "/subject"],
    [{ forget_after: "2020-01-01T00:00:00Z" }, "invalid_request", "/forget_after"],
    [{ shape_id: "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081" }, "unknown_shape", "/shape_id"],
  ])("is refused if it is %j", async (sent, code, pointer) => {
    const who = await service.caller();
    const id = await write(who, { content: "x" });
    const body = "project_id" in sent ? { project_id: who.projectId } : sent;
    for (const apply of [{}, { apply: false }]) {
      const refused = await patch(who, id, { ...body, ...apply });
      expect([refused.status, refused.body.code]).toEqual([422, code]);
      expect(refused.body.errors[0].pointer).toBe(pointer);
    }
    expect(await changesOf(who, id)).toEqual(["1 created x"]);
    expect((await who.get("/v1/deltas")).body.deltas).toEqual([]);
  });

  test("that is sent again shows what there is by then, and nothing that was forgotten", async () => {
    const who = await service.caller();
    const { id } = (await who.post("/v1/memories", { content: "x", subject_id: "ada" })).body;
    const once = { "idempotency-key": "again" };
    const first = await patch(who, id, { content: "secret" }, once);
    await patch(who, id, { content: "z" });
    const again = await patch(who, id, { content: "secret" }, once);
    expect([again.body.content, again.body.version, again.headers.get("etag")]).toEqual(["z", 3, '"3"']);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const { rows } = await service.database.pool.query("select body from idempotency where about = $1", [id]);
    expect(rows).toEqual([{ body: null }]);
    expect(first.body.content).toBe("secret");
    await who.call("DELETE", "/v1/memories?subject_id=ada");
    expect((await patch(who, id, { content: "secret" }, once)).status).toBe(404);
  });

  test("is for those who may recall it, in its own project", async () => {
    const mine = await service.caller();
    const colleague = await service.caller(mine);
    const neighbor = await service.caller({ organizationId: mine.organizationId });
    const reader = await service.caller({ ...mine, permission: "read" });
    for (const [scope, statuses] of [
      ["agent", [200, 404, 404]],
      ["project", [200, 200, 404]],
      ["commons", [200, 200, 404]],
    ] as const) {
      const id = await write(mine, { content: scope, scope });
      const done = [];
      for (const who of [mine, colleague, neighbor])
        done.push((await patch(who, id, { content: `${scope} of ${who.keyId}` })).status);
      expect([scope, done]).toEqual([scope, statuses]);
      expect((await restore(neighbor, id, { version: 1 })).status).toBe(404);
      const read = [];
      for (const who of [mine, colleague, neighbor])
        read.push((await who.get(pathOf(id, "/history"))).status);
      expect([scope, read]).toEqual([
        scope,
        { agent: [200, 404, 404], project: [200, 200, 404], commons: [200, 200, 200] }[scope],
      ]);
      expect((await patch(reader, id, { content: "x" })).body.code).toBe("read_only_key");
      expect((await restore(reader, id, { version: 1 })).body.code).toBe("read_only_key");
    }
    for (const id of ["x", "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081"])
      for (const reply of [await patch(mine, id, { content: "x" }), await restore(mine, id, { version: 1 })])
        expect([reply.status, reply.body.code]).toEqual([404, "not_found"]);
  });

  test("of an expired memory is not possible", async () => {
    const who = await service.caller();
    const { forget_after, passed } = soon();
    const id = await write(who, { content: "x", forget_after });
    await patch(who, id, { content: "y" });
    await passed();
    expect((await patch(who, id, { content: "z", forget_after: null })).status).toBe(404);
    expect((await restore(who, id, { version: 1 })).status).toBe(404);
    expect((await who.get(pathOf(id, "/history"))).status).toBe(404);
  });
});

describe("a change that is staged", () => {
  test("waits in a delta, by key or by wish, and is the writer's once it is applied", async () => {
    const who = await service.caller();
    const proposer = await service.caller({ ...who, permission: "propose" });
    const id = await write(who, { content: "Ada likes tea", kind: "fact", subject_id: "ada" });
    expect((await patch(proposer, id, { content: "x", apply: true })).body.code).toBe("propose_only");
    const { status, headers, body } = await patch(proposer, id, { content: "Ada likes coffee", kind: null });
    expect([status, headers.get("etag")]).toEqual([200, null]);
    expect(body).toEqual({
      id,
      status: "staged",
      applied: false,
      delta_id: expect.any(String),
      project_id: who.projectId,
      request_id: expect.any(String),
    });
    expect(await changesOf(who, id)).toEqual(["1 created Ada likes tea"]);
    const delta = `/v1/deltas/${body.delta_id}`;
    expect((await who.get(delta)).body.counts).toEqual({ entities: 0, relationships: 0, memories: 1 });
    const { changes } = (await who.get(`${delta}/changes`)).body;
    expect(changes).toMatchObject([
      {
        operation: "update",
        object: "memory",
        value: { id, content: "Ada likes coffee", kind: null },
        before: { version: 1, content: "Ada likes tea", kind: "fact", subject: { id: "ada" } },
      },
    ]);
    const applied = await who.post(`${delta}/apply`, {});
    expect(applied.body.applied).toEqual({ entities: 0, relationships: 0, memories: 1 });
    expect((await who.post(`${delta}/apply`, {})).body.applied).toEqual(applied.body.applied);
    const [, last] = await historyOf(who, id);
    expect(last).toMatchObject({
      version: 2,
      content: "Ada likes coffee",
      kind: null,
      key_id: proposer.keyId,
      change: "updated",
    });
    expect(await foundBy(who, "coffee")).toEqual(["Ada likes coffee"]);
  });

  test.each([
    ["was changed", async (who: Caller, id: string) => void (await patch(who, id, { kind: "fact" }))],
    ["was forgotten", async (who: Caller, id: string) => void (await who.call("DELETE", pathOf(id)))],
    [
      "was superseded",
      async (who: Caller, id: string) => void (await write(who, { content: "other", supersedes: [id] })),
    ],
  ])("of a memory that %s since is a conflict, and can be left out", async (_, change) => {
    const who = await service.caller();
    const id = await write(who, { content: "one" });
    const { delta_id } = (await patch(who, id, { content: "staged", apply: false })).body;
    await change(who, id);
    const delta = `/v1/deltas/${delta_id}`;
    const [{ change_id }] = (await who.get(`${delta}/changes`)).body.changes;
    const refused = await who.post(`${delta}/apply`, {});
    expect([refused.status, refused.body.code]).toEqual([409, "delta_conflict"]);
    expect(refused.body.errors).toMatchObject([{ pointer: `/${change_id}` }]);
    expect(await contentsOf(who, "?superseded=true")).not.toContain("staged");
    const applied = await who.post(`${delta}/apply`, { exclude: [change_id] });
    expect([applied.status, applied.body.applied.memories]).toEqual([200, 0]);
  });

  test("of what one key alone may recall is seen by that key alone", async () => {
    const who = await service.caller();
    const colleague = await service.caller(who);
    const id = await write(who, { content: "secret", scope: "agent" });
    const { delta_id } = (await patch(who, id, { content: "still", apply: false })).body;
    expect((await colleague.get(`/v1/deltas/${delta_id}`)).status).toBe(404);
    expect((await who.post(`/v1/deltas/${delta_id}/apply`, {})).status).toBe(200);
    expect(await contentsOf(who)).toEqual(["still"]);
  });

  test("to be forgotten at a time that has passed is a conflict", async () => {
    const who = await service.caller();
    const id = await write(who, { content: "x" });
    const { forget_after, passed } = soon();
    const { delta_id } = (await patch(who, id, { forget_after, apply: false })).body;
    await passed();
    const refused = await who.post(`/v1/deltas/${delta_id}/apply`, {});
    expect(refused.body.errors).toMatchObject([{ message: expect.stringContaining("forget_after") }]);
    expect(await contentsOf(who)).toEqual(["x"]);
  });
});
