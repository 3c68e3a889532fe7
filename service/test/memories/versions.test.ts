// Tests who sees which versions of a memory, and what goes with a memory.

import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { transaction } from "../../src/database/transaction.ts";
import {
  changesOf,
  contentsOf,
  historyOf,
  narrowed,
  patch,
  pathOf,
  restore,
  write,
} from "../support/memories.ts";
import { startService } from "../support/service.ts";

const service = await startService();

describe("a limited key", () => {
  test("changes, reads and brings back only what is about its end user", async () => {
    const root = await service.caller();
    const ada = await narrowed(service.url, root, { subject_id: "ada" });
    const id = await write(root, { content: "of bob", subject_id: "bob" });
    for (const reply of [
      await patch(ada, id, { content: "x" }),
      await ada.get(pathOf(id, "/history")),
      await restore(ada, id, { version: 1 }),
    ])
      expect(reply.status).toBe(404);
    await patch(root, id, { content: "of ada", subject: { id: "ada" } });
    expect(await changesOf(ada, id)).toEqual(["2 updated of ada"]);
    expect((await restore(ada, id, { version: 1 })).body.errors[0].pointer).toBe("/version");
    const beyond = await patch(ada, id, { subject: { id: "bob" } });
    expect([beyond.status, beyond.body.code, beyond.body.errors[0].pointer]).toEqual([
      403,
      "beyond_scope",
      "/subject/id",
    ]);
    for (const subject of [null, {}, { name: "Ada" }]) {
      const { status, body } = await patch(ada, id, { subject });
      expect([status, body.subject]).toEqual([200, { ...subject, id: "ada" }]);
    }
    const other = await write(root, { content: "x", subject_id: "bob" });
    const refused = await ada.post("/v1/memories", { content: "y", supersedes: [other] });
    expect(refused.body.code).toBe("unknown_memory");
    const staged = (await patch(ada, id, { content: "staged", apply: false })).body;
    expect((await ada.post(`/v1/deltas/${staged.delta_id}/apply`, {})).status).toBe(200);
    const replaced = await write(ada, { content: "new", supersedes: [id] });
    expect((await restore(ada, id)).body).toMatchObject({ content: "staged", superseded_by: null });
    expect((await root.get(pathOf(replaced))).body.subject).toEqual({ id: "ada" });
  });

  test("with a slice changes what it has written", async () => {
    const root = await service.caller();
    await root.post("/v1/entities", [{ type: "Person" }]);
    const key = await narrowed(service.url, root, { slice: "type:Person" });
    const [own, other] = [await write(key, { content: "own" }), await write(root, { content: "other" })];
    expect((await patch(key, own, { content: "changed" })).status).toBe(200);
    expect((await restore(key, own, { version: 1 })).body.version).toBe(3);
    await patch(root, own, { content: "by root" });
    expect((await historyOf(key, own)).map(({ key_id }) => key_id)).toEqual([
      key.keyId,
      key.keyId,
      key.keyId,
      root.keyId,
    ]);
    for (const reply of [
      await patch(key, other, { content: "x" }),
      await key.get(pathOf(other, "/history")),
      await restore(key, other, { version: 1 }),
    ])
      expect(reply.status).toBe(404);
    const superseded = await key.post("/v1/memories", { content: "y", supersedes: [other] });
    expect(superseded.body.code).toBe("unknown_memory");
  });
});

test("versions that a limited key may not recall are hidden by row-level security alone", async () => {
  const root = await service.caller();
  const { organizationId, projectId } = root;
  const [ada, bob] = [
    await write(root, { content: "a", subject_id: "ada" }),
    await write(root, { content: "b" }),
  ];
  for (const id of [ada, bob]) await patch(root, id, { content: "c", subject: { id: "bob" } });
  const seenBy = async (keyId: string, subjectId?: string): Promise<readonly string[]> => {
    const tenant = { organizationId, projectId, keyId, limits: { slices: [], subjectId } };
    const rows = await transaction(
      service.database,
      tenant,
      async (tx) =>
        await tx.all(sql<{ readonly content: string }>`select content from memory_version order by 1`),
    );
    return rows.map(({ content }) => content);
  };
  const other = await service.caller(root);
  expect(await seenBy(other.keyId, "ada")).toEqual(["a"]);
  expect(await seenBy(other.keyId, "bob")).toEqual([]);
  expect(await seenBy(other.keyId)).toEqual([]);
  expect(await seenBy(root.keyId)).toEqual(["a", "b"]);
});

test("the history of a memory with many versions comes in pages", async () => {
  const who = await service.caller();
  const id = await write(who, { content: "0" });
  for (const content of ["1", "2", "3"]) await patch(who, id, { content });
  const first = (await who.get(pathOf(id, "/history?limit=3"))).body;
  expect(first.versions.map(({ version }: any) => version)).toEqual([1, 2, 3]);
  const rest = (await who.get(pathOf(id, `/history?limit=3&cursor=${first.next_cursor}`))).body;
  expect([rest.versions.map(({ version }: any) => version), "next_cursor" in rest]).toEqual([[4], false]);
  const refused = await who.get(pathOf(id, "/history?cursor=x"));
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, "/cursor"]);
});

test("what is forgotten goes with its versions, and a patch is no entry of the activity", async () => {
  const who = await service.caller();
  const id = await write(who, { content: "one" });
  await patch(who, id, { content: "two" });
  await restore(who, id, { version: 1 });
  expect((await who.get("/v1/activity")).body.activity).toEqual([]);
  await who.call("DELETE", pathOf(id));
  const { rows } = await service.database.pool.query("select from memory_version where memory_id = $1", [id]);
  expect(rows).toEqual([]);
  expect((await who.get("/v1/activity")).body.activity).toMatchObject([
    { action: "forgotten", object_id: id },
  ]);
});

test("erasing an end user takes versions, staged edits and words, also where the memory is about another by now", async () => {
  const who = await service.caller();
  const words = ["quicksilver", "hollyhock", "marzipan", "saxifrage", "amaranth"];
  const [quicksilver, hollyhock, marzipan, saxifrage, amaranth] = words;
  const own = await write(who, { content: `${quicksilver} one`, subject_id: "ada" });
  await patch(who, own, { content: `${hollyhock} two` });
  await write(who, { content: "three", subject_id: "ada", supersedes: [own] });
  const moved = await write(who, { content: `${marzipan} four`, subject_id: "ada" });
  const open = await patch(who, moved, { content: `${saxifrage} staged`, apply: false });
  await patch(who, moved, { content: "five", subject: { id: "bob" } });
  const turned = await write(who, { content: "six" });
  const applied = await patch(who, turned, {
    content: `${amaranth} seven`,
    subject: { id: "ada" },
    apply: false,
  });
  await who.post(`/v1/deltas/${applied.body.delta_id}/apply`, {});
  await patch(who, turned, { content: "eight", subject: null });
  const { status, body } = await who.call("DELETE", "/v1/memories?subject_id=ada");
  expect([status, body.forgotten]).toEqual([200, 2]);
  expect(await contentsOf(who, "?superseded=true")).toEqual(["eight", "five"]);
  expect(await changesOf(who, moved)).toEqual(["2 updated five"]);
  expect(await changesOf(who, turned)).toEqual(["1 created six", "3 updated eight"]);
  expect((await restore(who, moved, { version: 1 })).status).toBe(422);
  for (const delta of [open, applied]) {
    const path = `/v1/deltas/${delta.body.delta_id}`;
    expect((await who.get(path)).body.counts.memories).toBe(0);
    expect((await who.get(`${path}/changes`)).body.changes).toEqual([]);
  }
  for (const table of ["memory", "memory_version", "change", "word"]) {
    const { rows } = await service.database.pool.query(
      `select count(*)::int as n from ${table} t where t.organization_id = $1 and t::text ~ $2`,
      [who.organizationId, words.join("|")],
    );
    expect([table, rows[0].n]).toEqual([table, 0]);
  }
});
