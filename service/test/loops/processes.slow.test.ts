// Tests servers and workers in their own processes: in which order they start, how they stop, and what they share.

import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { migrations } from "../../src/database/migrate.ts";
import { startChild, startWorkerChild, type WorkerChild } from "../support/children.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { requireWhole, see } from "../support/loop-world.ts";
import { ended, grant, projectWith, readLines, startPatiently } from "../support/loops.ts";
import { type Model, type Reply as ModelReply, startModel } from "../support/model.ts";
import { callerWith, startService } from "../support/service.ts";

const service = await startService({ piecesPerIteration: 1 });
const { database } = service;
const empty = testDatabase({ migrated: false });
const old = testDatabase({ migrated: false });

/** A model that reads lines. */
async function lineModel(reply: () => ModelReply = () => ({})): Promise<Model> {
  return await startModel(({ text }) => ({ content: readLines({ title: null, text }), ...reply() }));
}

async function workerWith(
  model: Model,
  env: NodeJS.ProcessEnv = {},
  url = database.url,
): Promise<WorkerChild> {
  const worker = await startWorkerChild(url, {
    LOOP_PIECES_PER_ITERATION: "1",
    MODEL_URL: model.url,
    MODEL_NAME: "mock",
    ...env,
  });
  onTestFinished(worker.kill);
  return worker;
}

/** The last one is read first. */
const documents = ["Ada works_at Acme", "Person: Ada (age 36)\nCompany: Acme", "Person: Grace"];

async function started() {
  const caller = await service.caller();
  await projectWith(caller, database, documents);
  const { loop_id } = (await caller.post("/v1/loops", { goal: "x", loop: { quality_threshold: 1 } })).body;
  return { caller, id: String(loop_id) };
}

/** The results of the documents above, however often the loop changed hands. */
async function requireExact({ caller, id }: Awaited<ReturnType<typeof started>>) {
  expect(await ended(caller, id, 30_000)).toMatchObject({
    status: "completed",
    iteration: 3,
    quality: 1,
    credits: { reserved: 3, spent: 3 },
    result: { entity_count: 3, relationship_count: 1 },
  });
  const seen = (await see(service, [caller.projectId])).get(id);
  if (seen === undefined) throw new Error("The loop no longer exists.");
  requireWhole(seen);
  return seen;
}

/** When the last event of a kind was written, in milliseconds. */
async function timeOf(id: string, kind: string): Promise<number> {
  const { rows } = await database.pool.query(
    "select max(at) as at from event where loop_id = $1 and kind = $2",
    [id, kind],
  );
  return rows[0].at.getTime();
}

test("SIGTERM lets a worker finish its iteration, and another one continues within a second", async () => {
  const model = await lineModel(() => ({ delay: 600 }));
  const workers = [await workerWith(model), await workerWith(model)];
  const loop = await started();
  await expect.poll(() => model.asked.length, { timeout: 60_000 }).toBe(1);
  const { rows } = await database.pool.query("select lease_owner from loop where id = $1", [loop.id]);
  const worker = workers.find(({ id }) => id === rows[0].lease_owner);
  if (worker === undefined) throw new Error("None of them has the loop.");
  worker.signal("SIGTERM");
  const asked = model.asked.length;
  expect(await worker.ended).toBe(0);
  const gone = Date.now();
  const { events } = await requireExact(loop);
  // What it had begun was not read again.
  expect(model.asked).toHaveLength(documents.length);
  expect(asked).toBeLessThanOrEqual(documents.length);
  expect(events.filter(({ kind }) => kind === "loop.resumed")).toHaveLength(1);
  expect((await timeOf(loop.id, "loop.resumed")) - gone).toBeLessThan(1000);
  for (const { kill } of workers) await kill();
});

test("an iteration that takes longer than the grace period is released, and restarts elsewhere within a second", async () => {
  let isStuck = true;
  const model = await lineModel(() => (isStuck ? { breaks: "hang" } : {}));
  const worker = await workerWith(model, { SHUTDOWN_GRACE_MS: "300", LOOP_LEASE_MS: "60000" });
  const loop = await started();
  await expect.poll(() => model.asked.length, { timeout: 60_000 }).toBe(1);
  isStuck = false;
  await workerWith(model);
  const signalled = Date.now();
  worker.signal("SIGTERM");
  expect(await worker.ended).toBe(0);
  const gone = Date.now();
  expect(gone - signalled).toBeLessThan(2000);
  const { row } = await requireExact(loop);
  expect((await timeOf(loop.id, "loop.resumed")) - gone).toBeLessThan(1000);
  expect(row.attempt).toBe(0);
});

test("a worker that gets a second signal, or is idle, exits at once", async () => {
  const model = await lineModel(() => ({ breaks: "hang" }));
  const [idle, busy] = [await workerWith(model), await workerWith(model)];
  idle.signal("SIGTERM");
  expect(await idle.ended).toBe(0);
  const { caller, id } = await started();
  await expect.poll(() => model.asked.length, { timeout: 60_000 }).toBe(1);
  busy.signal("SIGTERM");
  await sleep(200);
  busy.signal("SIGTERM");
  expect(await busy.ended).toBe(1);
  expect((await caller.post(`/v1/loops/${id}/cancel`, {})).body.status).toBe("canceled");
});

/** An organization with a project, a key and credits, in another database. */
async function callerIn({ query }: TestDatabase, url: string, credits: number) {
  const someone = await service.caller();
  const { organizationId, projectId, keyId, key } = someone;
  await query("insert into organization (id, name) values ($1, 'one')", [organizationId]);
  await query("insert into project (id, organization_id, name) values ($1, $2, 'one')", [
    projectId,
    organizationId,
  ]);
  await query(
    "insert into api_key (id, organization_id, project_id, hash) values ($1, $2, $3, sha256($4::text::bytea))",
    [keyId, organizationId, projectId, key],
  );
  await query(
    "insert into ledger (organization_id, id, kind, amount) values ($1, gen_random_uuid(), 'grant', $2)",
    [organizationId, credits],
  );
  const caller = callerWith(url, someone);
  await caller.post("/v1/shapes", {
    name: "People",
    entity_types: [{ name: "Person", properties: {} }],
    relationship_types: [],
  });
  const source = await caller.post("/v1/sources", { name: "notes" });
  await caller.post(`/v1/sources/${source.body.id}/documents`, { text: "Person: Ada" });
  return caller;
}

test.each([
  ["an empty database", empty, 0],
  ["one of the version before loops", old, 1],
] as const)(
  "workers that start before the server, and at once, bring %s up to date and run its loops",
  async (_, { url, query }, known) => {
    for (const { name, text } of migrations.slice(0, known)) {
      await query(text);
      await query(
        "create table migration (name text primary key, hash text not null, applied_at timestamptz default now())",
      );
      await query("insert into migration values ($1, encode(sha256(convert_to($2, 'UTF8')), 'hex'))", [
        name,
        text,
      ]);
    }
    const model = await lineModel();
    const [first, second, server] = await Promise.all([
      workerWith(model, {}, url),
      workerWith(model, {}, url),
      startChild(url, ["--no-worker"]),
    ]);
    onTestFinished(server.kill);
    const caller = await callerIn({ url, query }, server.url, 10);
    const loop = (await caller.post("/v1/loops", { goal: "x" })).body;
    expect(await ended(caller, loop.loop_id)).toMatchObject({
      status: "completed",
      result: { entity_count: 1 },
    });
    // Once both have signed off, no worker would run new loops.
    for (const worker of [first, second]) {
      worker.signal("SIGTERM");
      expect(await worker.ended).toBe(0);
    }
    const refused = await caller.post("/v1/loops", { goal: "x" });
    expect(refused.body.code).toBe("loop_dispatch_unavailable");
    await workerWith(model, {}, url);
    const again = (await caller.post("/v1/loops", { goal: "x" })).body;
    expect(await ended(caller, again.loop_id)).toMatchObject({ status: "completed" });
  },
);

test("of two hundred concurrent starts on two servers, against credits for fifty, exactly fifty start, run and are charged", async () => {
  const model = await lineModel();
  const servers = await Promise.all([1, 2].map(async () => await startChild(database.url, ["--no-worker"])));
  for (const { kill } of servers) onTestFinished(kill);
  await workerWith(model);
  const someone = await service.caller();
  await projectWith(someone, database, ["Person: Ada"], 0);
  await grant(database, someone.organizationId, 50);
  const callers = servers.map(({ url }) => callerWith(url, someone));
  const replies = await Promise.all(
    // Each asks something else: what one has read is free for the others.
    Array.from(
      { length: 200 },
      async (_, at) => await startPatiently(callers[at % 2] ?? someone, { goal: `x${at}` }),
    ),
  );
  const count = (status: number): number => replies.filter((reply) => reply.status === status).length;
  expect([count(202), count(402)]).toEqual([50, 150]);
  for (const reply of replies)
    if (reply.status === 202)
      expect(await ended(someone, reply.body.loop_id, 30_000)).toMatchObject({ credits: { spent: 1 } });
  expect((await someone.get("/v1/credits")).body).toMatchObject({ balance: 0, reserved: 0 });
  for (const seen of (await see(service, [someone.projectId])).values()) requireWhole(seen);
}, 60_000);
