// Tests that what a delta did to memories is taken back with it, unless they were changed since.

import { expect, test } from "vitest";
import { exportsOf, withoutFirst } from "../support/exports.ts";
import { soon } from "../support/memories.ts";
import { onOneNode } from "../support/one-node.ts";
import { type Caller, callerWith, startService } from "../support/service.ts";

const service = await startService();
const { made, textOf } = exportsOf(service);

const exported = async (who: Caller): Promise<string> => withoutFirst(await textOf(who));
const remember = async (who: Caller, memory: object): Promise<any> => await made(who, "/v1/memories", memory);
const patch = async (who: Caller, id: string, body: object): Promise<any> =>
  await who.call("PATCH", `/v1/memories/${id}`, { body });
const apply = async (who: Caller, id: string): Promise<any> => await who.post(`/v1/deltas/${id}/apply`, {});
const revert = async (who: Caller, id: string): Promise<any> => await who.post(`/v1/deltas/${id}/revert`, {});
const said = async (who: Caller, query: string): Promise<readonly string[]> =>
  (await who.post("/v1/search", { query, include: ["memories"] })).body.memories.map(
    ({ content }: { content: string }) => content,
  );

test("a memory that was changed says what it said before, with the same version and history", async () => {
  const who = await service.caller();
  const { id } = await remember(who, { content: "Ada prefers tea.", kind: "fact", subject: { id: "ada" } });
  await patch(who, id, { kind: "preference" });
  const before = await exported(who);
  const history = (await who.get(`/v1/memories/${id}/history`)).body.versions;
  const staged = await patch(who, id, { content: "Ada prefers coffee.", subject: null, apply: false });
  await apply(who, staged.body.delta_id);
  expect(await said(who, "Ada")).toEqual(["Ada prefers coffee."]);
  expect((await revert(who, staged.body.delta_id)).body.reverted).toEqual({
    entities: 0,
    relationships: 0,
    memories: 1,
  });
  expect(await exported(who)).toBe(before);
  expect((await who.get(`/v1/memories/${id}/history`)).body.versions).toEqual(history);
  expect([await said(who, "tea"), await said(who, "coffee")]).toEqual([["Ada prefers tea."], []]);
  expect(
    (await remember(who, { content: "Ada prefers tea.", kind: "preference", subject: { id: "ada" } })).id,
  ).toBe(id);
});

test("memories that were superseded are current again", async () => {
  const who = await service.caller();
  const ids = [];
  for (const content of ["Ada lives in Paris.", "Ada lives in France."])
    ids.push((await remember(who, { content })).id);
  const before = await exported(who);
  const staged = await remember(who, { content: "Ada lives in Lisbon.", supersedes: ids, apply: false });
  await apply(who, staged.delta_id);
  expect(await said(who, "Ada")).toEqual(["Ada lives in Lisbon."]);
  expect((await revert(who, staged.delta_id)).status).toBe(200);
  expect(await exported(who)).toBe(before);
  expect([...(await said(who, "Ada"))].toSorted()).toEqual(["Ada lives in France.", "Ada lives in Paris."]);
});

test("what has happened to a memory since is a conflict, and nothing is taken back", async () => {
  const who = await service.caller();
  const since: Readonly<Record<string, (id: string, old: string) => Promise<unknown>>> = {
    "a created one was changed": async (id) => await patch(who, id, { kind: "fact" }),
    "a created one was superseded": async (id) => await remember(who, { content: "newer", supersedes: [id] }),
    "a created one was written by somebody else, too": async () =>
      await remember(who, { content: "created" }),
    "a superseded one was brought back": async (_, old) => await who.post(`/v1/memories/${old}/restore`, {}),
  };
  for (const [name, change] of Object.entries(since)) {
    const { id: old } = await remember(who, { content: `old: ${name}` });
    const { id, delta_id } = await remember(who, { content: "created", supersedes: [old], apply: false });
    await apply(who, delta_id);
    await change(id, old);
    const before = await exported(who);
    const [{ change_id }] = (await who.get(`/v1/deltas/${delta_id}/changes`)).body.changes;
    const refused = await revert(who, delta_id);
    expect(refused.body, name).toMatchObject({ status: 409, code: "delta_conflict" });
    expect(refused.body.errors.map(({ pointer }: any) => pointer)).toEqual([`/${change_id}`]);
    expect(await exported(who)).toBe(before);
    await who.call("DELETE", `/v1/memories/${id}`);
  }
  for (const change of [
    async (id: string) => await patch(who, id, { content: "third" }),
    // It is told that this memory says the same.
    async () => await remember(who, { content: "second" }),
    async (id: string) => await who.call("DELETE", `/v1/memories/${id}`),
    async (id: string) => await remember(who, { content: "its heir", supersedes: [id] }),
  ]) {
    const { id } = await remember(who, { content: "first", deduplicate: false });
    const { delta_id } = (await patch(who, id, { content: "second", apply: false })).body;
    await apply(who, delta_id);
    await change(id);
    expect((await revert(who, delta_id)).body.code).toBe("delta_conflict");
  }
});

// Who waits is seen on the node that has the row.
onOneNode("a write that says the same as a memory which is just taken back is written", async () => {
  const who = await service.caller();
  const { id, delta_id } = await remember(who, { content: "tea", apply: false });
  await apply(who, delta_id);
  const client = await service.database.pool.connect();
  try {
    await client.query("begin");
    const own = "organization_id = $1 and project_id = $2 and id = $3";
    await client.query(`select id from memory where ${own} for update`, [
      who.organizationId,
      who.projectId,
      id,
    ]);
    const waiting = async (count: number) =>
      await expect
        .poll(async () => {
          const locks =
            "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
          return (await service.database.pool.query(locks)).rows[0].n;
        })
        .toBe(count);
    const reverting = revert(who, delta_id);
    await waiting(1);
    const writing = remember(who, { content: "tea" });
    await waiting(2);
    await client.query("commit");
    const [reverted, written] = await Promise.all([reverting, writing]);
    expect([reverted.status, (await who.get(`/v1/memories/${written.id}`)).status]).toEqual([200, 200]);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

test("a staged change does not overwrite one that got the number of a version which was taken back", async () => {
  const who = await service.caller();
  const { id } = await remember(who, { content: "first" });
  const one = (await patch(who, id, { content: "one", apply: false })).body.delta_id;
  const other = (await patch(who, id, { content: "other", apply: false })).body.delta_id;
  await apply(who, one);
  const upon = (await patch(who, id, { content: "upon one", apply: false })).body.delta_id;
  await revert(who, one);
  await apply(who, other);
  expect((await apply(who, upon)).body.code).toBe("delta_conflict");
  expect((await who.get(`/v1/memories/${id}`)).body.content).toBe("other");
});

test("what a memory said before cannot come back without its shape, or once it has expired", async () => {
  const who = await service.caller();
  const { id: shape_id } = await made(who, "/v1/shapes", { name: "Notes" });
  const { id } = await remember(who, { content: "first", shape_id });
  const shaped = (await patch(who, id, { shape_id: null, apply: false })).body.delta_id;
  await apply(who, shaped);
  await who.call("DELETE", `/v1/shapes/${shape_id}`);
  const { forget_after, passed } = soon();
  const { id: brief } = await remember(who, { content: "brief", forget_after });
  const kept = (await patch(who, brief, { forget_after: null, apply: false })).body.delta_id;
  await apply(who, kept);
  await passed();
  for (const delta of [shaped, kept]) {
    const { body } = await revert(who, delta);
    expect([body.code, body.errors.length]).toEqual(["delta_conflict", 1]);
  }
});

test("what was forgotten since stays forgotten", async () => {
  const who = await service.caller();
  const { id: old } = await remember(who, { content: "old" });
  const { id, delta_id } = await remember(who, { content: "new", supersedes: [old], apply: false });
  await apply(who, delta_id);
  for (const each of [old, id]) await who.call("DELETE", `/v1/memories/${each}`);
  expect((await revert(who, delta_id)).status).toBe(200);
  expect((await who.get("/v1/memories?superseded=true")).body.memories).toEqual([]);
});

test("a limited key does not take back what it sees no more", async () => {
  const root = await service.caller();
  const { key, id: keyId } = (await root.post("/v1/keys", { subject_id: "ada" })).body;
  const limited = callerWith(service.url, { ...root, key, keyId });
  const { id, delta_id } = await remember(limited, { content: "new", apply: false });
  await apply(limited, delta_id);
  await patch(root, id, { subject: { id: "bob" } });
  expect((await revert(limited, delta_id)).body.code).toBe("delta_conflict");
  expect((await root.get(`/v1/memories/${id}`)).status).toBe(200);
});

test("a limited key takes back what it may recall", async () => {
  const root = await service.caller();
  const { key, id: keyId } = (await root.post("/v1/keys", { subject_id: "ada" })).body;
  const limited = callerWith(service.url, { ...root, key, keyId });
  const { id: old } = await remember(limited, { content: "old" });
  const { id } = await remember(limited, { content: "first" });
  const before = await exported(root);
  const { delta_id } = await remember(limited, { content: "new", supersedes: [old], apply: false });
  const edit = (await patch(limited, id, { content: "second", apply: false })).body;
  for (const each of [delta_id, edit.delta_id]) {
    expect((await apply(limited, each)).status).toBe(200);
    expect((await revert(limited, each)).body).toMatchObject({ status: "reverted" });
  }
  expect(await exported(root)).toBe(before);
});
