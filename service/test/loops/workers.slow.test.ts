// Tests workers: which loop they take next, what happens when they stop, stall or take a loop again, and that loops do not delay each other.

import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createPool } from "../../src/database/pool.ts";
import { transaction } from "../../src/database/transaction.ts";
import type { Extractor, Reading } from "../../src/extraction/extractor.ts";
import { claim, takeOver } from "../../src/loops/lease.ts";
import { requireWhole, see } from "../support/loop-world.ts";
import {
  ended,
  grant,
  lineExtractor,
  projectWith,
  readLines,
  registerWorker,
  startTestWorker,
} from "../support/loops.ts";
import { startService } from "../support/service.ts";

const service = await startService({ piecesPerIteration: 2 });
const { database } = service;
const settings = { piecesPerIteration: 2 };

/** A caller with a project of one document. */
async function project(documents: readonly string[] = ["Person: Ada"]) {
  const caller = await service.caller();
  await projectWith(caller, database, documents);
  return caller;
}

async function expire(loopId: string): Promise<void> {
  await database.pool.query("update loop set lease_until = now() - interval '1 minute' where id = $1", [
    loopId,
  ]);
}

/** Reads lines once it is released; it records which readings wait, and which were aborted. */
function gated() {
  const waiting: (() => void)[] = [];
  const aborted: number[] = [];
  const extractor: Extractor = {
    ...lineExtractor,
    read: async (piece, _wanted, { signal }) =>
      await new Promise<Reading>((resolve, reject) => {
        const at = waiting.push(() => resolve(readLines(piece))) - 1;
        signal.addEventListener("abort", () => {
          aborted.push(at);
          reject(new Error("aborted"));
        });
      }),
  };
  return { extractor, waiting, aborted };
}

test("a loop of a project without shapes has nothing to look for, and completes", async () => {
  await startTestWorker(database, settings);
  const caller = await service.caller();
  const source = await caller.post("/v1/sources", { name: "notes" });
  await caller.post(`/v1/sources/${source.body.id}/documents`, { text: "Person: Ada" });
  await grant(database, caller.organizationId, 1);
  const started = await caller.post("/v1/loops", { goal: "x" });
  expect(await ended(caller, started.body.loop_id)).toMatchObject({
    status: "completed",
    result: { entity_count: 0 },
  });
});

test("a worker that stops waits for its iteration, but not for its lease", async () => {
  const { extractor, waiting } = gated();
  const worker = await startTestWorker(database, { ...settings, extractor, leaseMs: 60_000 });
  const caller = await project();
  const { loop_id } = (await caller.post("/v1/loops", { goal: "x" })).body;
  await expect.poll(() => waiting.length).toBe(1);
  const begun = performance.now();
  const stopped = worker.stop(10_000);
  await sleep(100);
  waiting[0]?.();
  await stopped;
  expect(performance.now() - begun).toBeLessThan(2000);
  expect((await caller.get(`/v1/loops/${loop_id}`)).body.status).toBe("completed");
});

test("a worker that takes over its own loop aborts the first reading, and releases the second when it stops", async () => {
  const { extractor, waiting, aborted } = gated();
  const worker = await startTestWorker(database, { ...settings, extractor, leaseMs: 60_000 });
  const caller = await project();
  const { loop_id } = (await caller.post("/v1/loops", { goal: "x" })).body;
  await expect.poll(() => waiting.length).toBe(1);
  await expire(loop_id);
  await expect.poll(() => waiting.length, { timeout: 3000 }).toBe(2);
  await expect.poll(() => aborted).toEqual([0]);
  await worker.stop(0);
  expect(aborted).toEqual([0, 1]);
  const { rows } = await database.pool.query("select status, lease_owner from loop where id = $1", [loop_id]);
  expect(rows).toEqual([{ status: "running", lease_owner: null }]);
});

test("a loop whose workers keep dying fails, and returns its credits", async () => {
  await registerWorker(database);
  const caller = await project();
  const { loop_id } = (await caller.post("/v1/loops", { goal: "x" })).body;
  const holder = { id: crypto.randomUUID(), leaseMs: 60_000, maxRunning: 8 };
  expect((await claim(database, holder))?.id).toBe(loop_id);
  for (let deaths = 1; deaths < 5; deaths++) {
    await expire(loop_id);
    expect(await takeOver(database, holder)).toMatchObject({ id: loop_id, attempt: deaths + 1 });
  }
  await expire(loop_id);
  await startTestWorker(database, settings);
  expect(await ended(caller, loop_id)).toMatchObject({
    status: "failed",
    error: { code: "worker_failed" },
    credits: { spent: 0 },
  });
  expect((await caller.get("/v1/credits")).body).toMatchObject({ balance: 1000, reserved: 0 });
});

test("a caller with requests that wait for connections does not keep its loops from running", async () => {
  await startTestWorker(database, settings);
  const caller = await project();
  const { loop_id } = (await caller.post("/v1/loops", { goal: "x" })).body;
  const slow = Array.from(
    { length: 8 },
    async () => await transaction(database, caller, async (tx) => await tx.run("select pg_sleep(1)")),
  );
  const isEnded = async (): Promise<boolean> =>
    (await database.pool.query("select from loop where id = $1 and status = 'completed'", [loop_id]))
      .rowCount === 1;
  await expect.poll(isEnded, { timeout: 2000 }).toBe(true);
  await Promise.all(slow);
});

test("loops survive connections that keep breaking, with nothing duplicated or missing", async () => {
  const errors: unknown[] = [];
  await startTestWorker(database, { ...settings, leaseMs: 1000, errors });
  const texts = Array.from({ length: 12 }, (_, at) => `Person: P${at}`);
  const callers = await Promise.all([project(texts), project(texts), project(texts)]);
  const loops = await Promise.all(
    callers.map(async (caller) => ({
      caller,
      id: String(
        (await caller.post("/v1/loops", { goal: "x", loop: { quality_threshold: 1 } })).body.loop_id,
      ),
    })),
  );
  const killer = createPool(database.connection, { size: 1 });
  onTestFinished(async () => await killer.end());
  for (let left = 20; left > 0; left--) {
    await killer.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and random() < 0.4",
    );
    await sleep(50);
  }
  for (const { caller, id } of loops) {
    expect(await ended(caller, id)).toMatchObject({
      status: "completed",
      iteration: 6,
      result: { entity_count: 12 },
    });
    const seen = (await see(service, [caller.projectId])).get(id);
    if (seen === undefined) throw new Error("The loop no longer exists.");
    requireWhole(seen);
  }
});

test("a hundred loops of one organization do not delay one of another", async () => {
  await registerWorker(database);
  const [busy, other] = [await project(), await project()];
  for (let left = 100; left > 0; left--) await busy.post("/v1/loops", { goal: "x" });
  const holder = { id: crypto.randomUUID(), leaseMs: 60_000, maxRunning: 8 };
  for (let left = 3; left > 0; left--) expect(await claim(database, holder)).toBeDefined();
  for (let round = 0; round < 10; round++) {
    const { loop_id } = (await other.post("/v1/loops", { goal: "x" })).body;
    expect((await claim(database, holder))?.id).toBe(loop_id);
    await other.post(`/v1/loops/${loop_id}/cancel`, {});
  }
  await database.pool.query("delete from worker");
});
