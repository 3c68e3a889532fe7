// Tests memories that others take the place of, and what is brought back.

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
import { startService } from "../support/service.ts";

const service = await startService();

describe("a memory that is superseded", () => {
  test("leaves recall, lists and searches, and stays readable by its ID", async () => {
    const who = await service.caller();
    const old = [
      await write(who, { content: "marzipan one" }),
      await write(who, { content: "marzipan two" }),
    ];
    const id = await write(who, { content: "marzipan three", supersedes: old });
    expect(await contentsOf(who)).toEqual(["marzipan three"]);
    for (const query of ["marzipan", "marz", "marzipam", "", "-nothing"])
      expect([query, await foundBy(who, query)]).toEqual([query, ["marzipan three"]]);
    const { memories } = (await who.get("/v1/memories?superseded=true")).body;
    expect(memories.map((each: any) => [each.content, each.superseded_by]).toSorted()).toEqual([
      ["marzipan one", id],
      ["marzipan three", null],
      ["marzipan two", id],
    ]);
    expect(await contentsOf(who, "?superseded=false")).toEqual(["marzipan three"]);
    for (const each of old) {
      const { headers, body } = await who.get(pathOf(each));
      expect([headers.get("etag"), body.version, body.superseded_by]).toEqual(['"2"', 2, id]);
      const refused = await patch(who, each, { content: "x" });
      expect([refused.status, refused.body.code]).toEqual([409, "memory_superseded"]);
    }
    expect((await historyOf(who, old[0] ?? "")).at(-1)).toMatchObject({
      version: 2,
      change: "superseded",
      content: "marzipan one",
      key_id: who.keyId,
    });
  });

  test("is of the same end user, scope and project, and superseded once", async () => {
    const who = await service.caller();
    const neighbor = await service.caller({ organizationId: who.organizationId });
    const colleague = await service.caller(who);
    const done = await write(who, { content: "done", subject_id: "ada" });
    await write(who, { content: "new", subject_id: "ada", supersedes: [done] });
    const right = await write(who, { content: "right", subject_id: "ada" });
    const others = [
      done,
      await write(who, { content: "x", subject_id: "bob" }),
      await write(who, { content: "x" }),
      await write(who, { content: "x", subject_id: "ada", scope: "commons" }),
      await write(who, { content: "x", subject_id: "ada", scope: "agent" }),
      await write(neighbor, { content: "x", subject_id: "ada" }),
      await write(neighbor, { content: "y", subject_id: "ada", scope: "commons" }),
      await write(colleague, { content: "y", subject_id: "ada", scope: "agent" }),
      "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081",
      "nothing",
    ];
    const count = (await contentsOf(who)).length;
    for (const apply of [true, false])
      for (const other of others) {
        const sent = { content: "z", subject_id: "ada", supersedes: [right, other], apply };
        const refused = await who.post("/v1/memories", sent);
        expect([other, refused.status, refused.body.code]).toEqual([other, 422, "unknown_memory"]);
        expect(refused.body.errors).toMatchObject([{ pointer: "/supersedes/1" }]);
      }
    const batch = await who.post("/v1/memories", {
      memories: [
        { content: "a", subject_id: "ada", supersedes: [right] },
        { content: "b", subject_id: "ada", supersedes: [right] },
      ],
    });
    expect(batch.body).toMatchObject({
      code: "unknown_memory",
      errors: [{ pointer: "/memories/1/supersedes/0" }],
    });
    expect((await contentsOf(who)).length).toBe(count);
    const both = { content: "last", subject_id: "ada", supersedes: [right, right.toUpperCase()] };
    const last = await write(who, both);
    expect((await who.get(pathOf(right))).body).toMatchObject({ superseded_by: last, version: 2 });
  });

  test("by two writes at once is superseded by one of them", async () => {
    const who = await service.caller();
    const id = await write(who, { content: "old" });
    const all = await Promise.all(
      Array.from({ length: 8 }, async (_, at) =>
        who.post("/v1/memories", { content: `new ${at}`, supersedes: [id] }),
      ),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(all.filter(({ body }) => body.code === "unknown_memory")).toHaveLength(7);
    expect(await changesOf(who, id)).toEqual(["1 created old", "2 superseded old"]);
  });

  test("in a batch is superseded by its item", async () => {
    const who = await service.caller();
    const [a, b] = [await write(who, { content: "a" }), await write(who, { content: "b" })];
    const { body } = await who.post("/v1/memories", {
      memories: [{ content: "c" }, { content: "a2", supersedes: [a] }, { content: "b2", supersedes: [b] }],
    });
    for (const [old, at] of [
      [a, 1],
      [b, 2],
    ] as const)
      expect((await who.get(pathOf(old))).body.superseded_by).toBe(body.results[at].id);
  });

  test("by a staged write is superseded when that is applied, unless it has changed", async () => {
    const who = await service.caller();
    const proposer = await service.caller({ ...who, permission: "propose" });
    const old = await write(who, { content: "old" });
    const { body } = await proposer.post("/v1/memories", { content: "new", supersedes: [old] });
    expect([body.status, await contentsOf(who)]).toEqual(["staged", ["old"]]);
    const second = (await proposer.post("/v1/memories", { content: "newer", supersedes: [old] })).body;
    expect((await who.post(`/v1/deltas/${body.delta_id}/apply`, {})).status).toBe(200);
    expect(await contentsOf(who)).toEqual(["new"]);
    expect((await who.get(pathOf(old))).body).toMatchObject({ superseded_by: body.id, version: 2 });
    expect((await historyOf(who, old)).at(-1).key_id).toBe(proposer.keyId);
    const refused = await who.post(`/v1/deltas/${second.delta_id}/apply`, {});
    expect([refused.body.code, refused.body.errors.length]).toEqual(["delta_conflict", 1]);
    expect(await contentsOf(who)).toEqual(["new"]);
  });

  test("does not come back when the other one is forgotten, and can be forgotten itself", async () => {
    const who = await service.caller();
    const old = await write(who, { content: "old" });
    const id = await write(who, { content: "new", supersedes: [old] });
    expect((await who.call("DELETE", pathOf(id))).status).toBe(204);
    expect(await contentsOf(who)).toEqual([]);
    expect((await who.get(pathOf(old))).body.superseded_by).toBe(id);
    expect((await who.call("DELETE", pathOf(old))).status).toBe(204);
    expect((await who.get(pathOf(old))).status).toBe(404);
    expect((await who.get(pathOf(old, "/history"))).status).toBe(404);
    expect((await restore(who, old)).status).toBe(404);
  });
});

describe("a memory that is restored", () => {
  test("is recalled again, as a new version", async () => {
    const who = await service.caller();
    const old = await write(who, { content: "hollyhock" });
    await write(who, { content: "other", supersedes: [old] });
    const { status, headers, body } = await restore(who, old);
    expect([status, headers.get("etag")]).toEqual([200, '"3"']);
    expect(body).toMatchObject({ id: old, content: "hollyhock", version: 3, superseded_by: null });
    expect([await contentsOf(who), await foundBy(who, "hollyh")]).toEqual([
      ["hollyhock", "other"],
      ["hollyhock"],
    ]);
    expect(await changesOf(who, old)).toEqual([
      "1 created hollyhock",
      "2 superseded hollyhock",
      "3 restored hollyhock",
    ]);
    expect((await patch(who, old, { content: "changed" })).status).toBe(200);
  });

  test("says all that the version said", async () => {
    const who = await service.caller();
    const all = {
      content: "marzipan",
      kind: "fact",
      subject: { id: "ada", name: "Ada" },
      source_context: "x",
      forget_after: "2999-01-01T00:00:00.000Z",
      forget_reason: "x",
    };
    const id = await write(who, all);
    await patch(who, id, { content: "other", kind: null, subject: null, forget_after: null });
    await patch(who, id, { content: "third", source_context: null, forget_reason: null });
    expect((await restore(who, id, { version: 1 })).body).toMatchObject({ ...all, version: 4 });
    expect([await foundBy(who, "marzip"), await foundBy(who, "third")]).toEqual([["marzipan"], []]);
    expect((await restore(who, id, { version: 2 })).body).toMatchObject({ content: "other", kind: null });
    expect((await restore(who, id, { version: 5 })).body).toMatchObject({ content: "other", version: 6 });
  });

  test("is one that is there, in a version that it has", async () => {
    const who = await service.caller();
    const id = await write(who, { content: "x" });
    for (const [body, message] of [
      [{}, "is required"],
      [{ version: 2 }, "is not a version"],
      [{ version: 0 }, ""],
    ] as const) {
      const refused = await restore(who, id, body);
      expect([refused.status, refused.body.errors]).toMatchObject([
        422,
        [{ pointer: "/version", message: expect.stringContaining(message) }],
      ]);
    }
    const { forget_after, passed } = soon();
    await patch(who, id, { forget_after });
    await patch(who, id, { forget_after: null });
    await passed();
    expect((await restore(who, id, { version: 2 })).body.errors).toMatchObject([
      { pointer: "/version", message: expect.stringContaining("expired") },
    ]);
    expect((await restore(who, id, { version: 1 })).status).toBe(200);
    expect((await who.call("POST", pathOf(id, "/restore"))).status).toBe(422);
  });
});
