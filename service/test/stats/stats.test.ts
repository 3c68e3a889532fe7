// Tests the counts for a first page: of all, of what a limited key sees, and of one instant.

import { expect, test } from "vitest";
import { transaction } from "../../src/database/transaction.ts";
import { readStats } from "../../src/stats/read.ts";
import { cqlOf, drawSpec, fill, isIn, isProper } from "../support/limited.ts";
import { ended, projectWith, startTestWorker } from "../support/loops.ts";
import { randomFrom } from "../support/random.ts";
import { type Caller, callerWith, startService } from "../support/service.ts";

const service = await startService();
const { database } = service;

/** Has a key make another, and returns who has that. */
async function make(maker: Caller, body: object): Promise<Caller> {
  const { body: made } = await maker.post("/v1/keys", body);
  return callerWith(service.url, { ...maker, key: made.key, keyId: made.id });
}

async function statsOf(who: Caller) {
  const { status, body } = await who.get("/v1/stats");
  expect(status).toBe(200);
  const { request_id: _id, ...stats } = body;
  return stats;
}

const nothing = {
  entities: { total: 0, by_type: {} },
  relationships: 0,
  memories: { total: 0, by_kind: {} },
  documents: 0,
  slices: 0,
  loops: { by_status: {} },
  deltas: { by_status: {}, pending_changes: 0 },
  credits: { balance: 0, reserved: 0 },
};

test("a new project has nothing", async () => {
  expect(await statsOf(await service.caller())).toEqual(nothing);
});

test("everything of the project is counted, and nothing of another one", async () => {
  const who = await service.caller();
  const other = await service.caller({ organizationId: who.organizationId });
  await startTestWorker(database);
  const texts = ["Person: Ada\nCompany: Acme\nAda works_at Acme\n", "Person: Grace\n"];
  for (const [caller, documents] of [
    [who, texts],
    [other, texts.slice(1)],
  ] as const) {
    await projectWith(caller, database, documents, 100);
    await ended(caller, (await caller.post("/v1/loops", { goal: "x" })).body.loop_id);
  }
  const { body } = await who.post("/v1/entities", [
    { type: "Person", name: "Joan" },
    { type: "Person" },
    { type: "__proto__" },
    { type: "two\nlines" },
  ]);
  const [from, to] = body.ids;
  await who.post("/v1/relationships", [
    { type: "knows", from, to },
    { type: "knows", from: to, to: from },
  ]);
  await who.post("/v1/slices", { name: "people", cql: "type:Person" });
  for (const memory of [
    { content: "Prefers tea.", kind: "preference" },
    { content: "Lives in London.", kind: "fact" },
    { content: "Works at Acme.", kind: "fact" },
    { content: "Something else." },
  ])
    await who.post("/v1/memories", memory);
  const staged = await who.post("/v1/memories", { content: "Staged.", apply: false });
  await who.post(`/v1/deltas/${staged.body.delta_id}/discard`, {});
  const stats = await statsOf(who);
  const balance = (await who.get("/v1/credits")).body;
  expect(stats).toEqual({
    entities: { total: 4, by_type: JSON.parse('{"Person": 2, "__proto__": 1, "two\\nlines": 1}') },
    relationships: 2,
    memories: { total: 4, by_kind: { preference: 1, fact: 2 } },
    documents: 2,
    slices: 1,
    loops: { by_status: { completed: 1 } },
    deltas: { by_status: { open: 1, discarded: 1 }, pending_changes: 4 },
    credits: { balance: balance.balance, reserved: 0 },
  });
  const { deltas } = (await who.get("/v1/deltas")).body;
  const delta = deltas.find(({ status }: { readonly status: string }) => status === "open");
  const pending = async (): Promise<number> => (await statsOf(who)).deltas.pending_changes;
  const [first, second] = (await who.get(`/v1/deltas/${delta.id}/changes`)).body.changes;
  const path = `/v1/deltas/${delta.id}/changes/${first.change_id}`;
  await who.call("PATCH", path, { body: { decision: "accepted" } });
  expect(await pending()).toBe(3);
  await who.post(`/v1/deltas/${delta.id}/apply`, { only: [first.change_id, second.change_id] });
  expect(await pending()).toBe(2);
  await who.post(`/v1/deltas/${delta.id}/apply`, {});
  expect(await statsOf(who)).toMatchObject({
    entities: { total: 7 },
    relationships: 3,
    deltas: { by_status: { applied: 1, discarded: 1 }, pending_changes: 0 },
  });
  expect(await statsOf(other)).toMatchObject({ documents: 1, loops: { by_status: { completed: 1 } } });
});

test("credits that a waiting loop reserves, and memories that the key may recall, are counted as their lists have them", async () => {
  const who = await service.caller();
  const colleague = await service.caller(who);
  for (const scope of ["agent", "project", "commons"])
    await colleague.post("/v1/memories", { content: "x", scope });
  await colleague.post("/v1/memories", { content: "x", scope: "agent", apply: false });
  await database.pool.query(
    "insert into ledger (organization_id, id, kind, amount) values ($1, gen_random_uuid(), 'grant', 100)",
    [who.organizationId],
  );
  await database.pool.query(
    "insert into ledger (organization_id, id, kind, amount, loop_id, project_id) values ($1, gen_random_uuid(), 'reserve', -30, gen_random_uuid(), $2)",
    [who.organizationId, who.projectId],
  );
  expect(await statsOf(who)).toMatchObject({
    memories: { total: 2, by_kind: {} },
    deltas: { by_status: {}, pending_changes: 0 },
    credits: { balance: 70, reserved: 30 },
  });
  expect(await statsOf(colleague)).toMatchObject({
    memories: { total: 3 },
    deltas: { by_status: { open: 1 }, pending_changes: 1 },
  });
});

test("a key that is limited to a slice gets counts of what it sees, for random slices", async () => {
  const root = await service.caller();
  const random = randomFrom(20260101);
  const world = await fill(root, random, 40);
  await projectWith(root, database, ["Person: Ada\n"]);
  await root.post("/v1/slices", { name: "all", cql: "" });
  await root.post("/v1/memories", { content: "x", kind: "fact" });
  await root.post("/v1/memories", { content: "x", apply: false });
  for (let run = 0; run < 25; run++) {
    const spec = drawSpec(random);
    if (!isProper(spec)) continue;
    const key = await make(root, { slice: cqlOf(spec) });
    const seen = world.things.filter((thing) => isIn(thing, spec));
    const ids = new Set(seen.map(({ id }) => id));
    const by_type = Object.fromEntries(
      [...Map.groupBy(seen, ({ type }) => type)].map(([type, own]) => [type, own.length]),
    );
    const expected = {
      ...nothing,
      entities: { total: seen.length, by_type },
      relationships: world.links.filter(({ from, to }) => ids.has(from) && ids.has(to)).length,
    };
    expect(await statsOf(key), cqlOf(spec)).toEqual(expected);
    await key.post("/v1/slices", { name: "own", cql: cqlOf(spec) });
    await key.post("/v1/memories", { content: "own", kind: "lesson" });
    await key.post("/v1/memories", { content: "staged", apply: false });
    expect(await statsOf(key), cqlOf(spec)).toEqual({
      ...expected,
      memories: { total: 1, by_kind: { lesson: 1 } },
      slices: 1,
      deltas: { by_status: { open: 1 }, pending_changes: 1 },
    });
  }
});

test("a key that is limited to an end user without a slice sees no entities, and counts the memories of that user", async () => {
  const root = await service.caller();
  await root.post("/v1/entities", [{ type: "Person" }]);
  await root.post("/v1/memories", { content: "x", subject_id: "user-17", kind: "fact" });
  await root.post("/v1/memories", { content: "x", subject_id: "user-18", kind: "fact" });
  const key = await make(root, { subject_id: "user-17", permission: "read" });
  expect(await statsOf(key)).toEqual({ ...nothing, memories: { total: 1, by_kind: { fact: 1 } } });
});

test("of more types than a catalog has the most frequent ones are named, and all are counted", async () => {
  const who = await service.caller();
  const insert = async (prefix: string, types: number, each: number): Promise<void> => {
    await database.pool.query(
      `insert into entity (organization_id, project_id, id, type)
       select $1, $2, gen_random_uuid(), $3 || at from generate_series(1, $4::integer) at, generate_series(1, $5::integer)`,
      [who.organizationId, who.projectId, prefix, types, each],
    );
  };
  await insert("rare", 20_010, 1);
  await insert("usual", 10, 2);
  const { entities } = await statsOf(who);
  expect(entities.total).toBe(20_030);
  const names = Object.keys(entities.by_type);
  expect(names).toHaveLength(20_000);
  expect(names.filter((name) => name.startsWith("usual"))).toHaveLength(10);
});

test("all counts are of one instant", async () => {
  const who = await service.caller();
  const tenant = { organizationId: who.organizationId, projectId: who.projectId, keyId: who.keyId };
  const stats = await transaction(
    database,
    tenant,
    async (tx) => {
      await tx.now();
      const before = await readStats(tx, tenant);
      await who.post("/v1/entities", [{ type: "Person" }]);
      await who.post("/v1/memories", { content: "x" });
      return [before, await readStats(tx, tenant)];
    },
    "repeatable read read only",
  );
  expect(stats[1]).toEqual(stats[0]);
  // The route reads in such a transaction: half of a bulk write is never seen.
  const writes = Array.from({ length: 20 }, async () => {
    const { body } = await who.post("/v1/entities", [{ type: "A" }, { type: "B" }]);
    return body.created;
  });
  const seen = Array.from({ length: 20 }, async () => (await statsOf(who)).entities.by_type);
  await Promise.all(writes);
  for (const { A = 0, B = 0 } of await Promise.all(seen)) expect(A).toBe(B);
});
