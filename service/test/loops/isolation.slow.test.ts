// Tests that a loop cannot affect others: it runs in its own process, which may hang, grow or exit, and in one of many slots.

import { execFileSync } from "node:child_process";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Extractor, Reading } from "../../src/extraction/extractor.ts";
import { claim } from "../../src/loops/lease.ts";
import type { ProcessSettings } from "../../src/loops/messages.ts";
import { createLoopProcesses, type ProcessLimits } from "../../src/loops/processes.ts";
import { startWorker } from "../../src/loops/worker.ts";
import { freeze } from "../support/children.ts";
import { requireWhole, see } from "../support/loop-world.ts";
import {
  ended,
  lineExtractor,
  projectWith,
  readLines,
  registerWorker,
  startTestWorker,
} from "../support/loops.ts";
import { startModel } from "../support/model.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();
const { database } = service;

/** Milliseconds. Processes start with a lower priority than the tests next to them, so this is far more than one needs alone. */
const timeout = 60_000;

function settingsFor(modelUrl: string): ProcessSettings {
  return {
    connection: database.connection,
    pool: { size: 4 },
    roles: database.roles,
    model: { url: modelUrl, name: "mock", key: undefined, timeoutMs: 60_000 },
    piecesPerIteration: 1,
  };
}

/** A worker whose loops run in processes, and ask a model. */
async function startIsolated(modelUrl: string, limits: Partial<ProcessLimits> = {}) {
  const errors: any[] = [];
  const log = {
    info: () => undefined,
    error: (details: object, message: string) => errors.push({ ...details, message }),
  };
  const processes = createLoopProcesses({
    database,
    settings: settingsFor(modelUrl),
    log,
    limits,
  });
  const settings = { leaseMs: 60_000, maxRunning: 8 };
  const worker = await startWorker({ database, settings, log, run: processes.run });
  onTestFinished(async () => {
    await worker.stop(0);
    await processes.close();
    // What a failed test leaves would otherwise run in the next one.
    await database.pool.query("update loop set status = 'canceled' where status in ('queued', 'running')");
  });
  return { errors };
}

/** The processes that run loops and were started by this one. */
function processIds(): readonly number[] {
  const rows = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return rows.flatMap((row) => {
    const [, pid, parent] = /^\s*(\d+)\s+(\d+)\s.*loop-process\.ts/.exec(row) ?? [];
    return Number(parent) === process.pid ? [Number(pid)] : [];
  });
}

async function start(caller: Caller): Promise<string> {
  return (await caller.post("/v1/loops", { goal: "x", loop: { quality_threshold: 1 } })).body.loop_id;
}

/** A caller with a project of one document. */
async function project(...texts: readonly string[]): Promise<Caller> {
  const caller = await service.caller();
  await projectWith(caller, database, texts.length === 0 ? ["Person: Ada"] : texts);
  return caller;
}

async function kindsOf(caller: Caller, id: string): Promise<readonly string[]> {
  return (await caller.get(`/v1/loops/${id}/events?limit=1000`)).body.events.map(({ kind }: any) => kind);
}

/** A model that answers once it is opened. */
async function gatedModel() {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  const model = await startModel(async ({ text }) => {
    if (!isOpen) await new Promise<void>((resolve) => void waiting.push(resolve));
    const { entities, relationships } = readLines({ title: null, text });
    return { content: { entities, relationships } };
  });
  const open = (): void => {
    isOpen = true;
    for (const go of waiting) go();
  };
  return { url: model.url, waiting, open };
}

test("a loop whose process ends is resumed at once, and fails when that happens again, while others continue", async () => {
  const model = await gatedModel();
  const { errors } = await startIsolated(model.url);
  const [one, two] = [await project(), await project("Person: Grace")];
  const [first, second] = [await start(one), await start(two)];
  await expect.poll(() => model.waiting.length, { timeout }).toBe(2);
  for (const pid of processIds()) process.kill(pid, "SIGKILL");
  // Either runs alone now.
  await expect.poll(() => model.waiting.length, { timeout }).toBe(4);
  expect(processIds()).toHaveLength(2);
  expect(await kindsOf(one, first)).toContain("loop.resumed");
  model.open();
  expect(await ended(one, first)).toMatchObject({ status: "completed", result: { entity_count: 1 } });
  expect(await ended(two, second)).toMatchObject({ status: "completed" });
  expect(errors).toMatchObject([{ reason: "was ended by SIGKILL" }]);
  const seen = await see(service, [one.projectId, two.projectId]);
  for (const each of seen.values()) requireWhole(each);
});

test("a loop that ends its process twice fails, at no cost", async () => {
  const model = await gatedModel();
  await startIsolated(model.url);
  const caller = await project();
  const id = await start(caller);
  for (const deaths of [1, 2]) {
    await expect.poll(() => model.waiting.length, { timeout }).toBe(deaths);
    for (const pid of processIds()) process.kill(pid, "SIGKILL");
  }
  expect(await ended(caller, id)).toMatchObject({
    status: "failed",
    error: { code: "worker_failed", message: expect.stringContaining("ended its process twice") },
    credits: { spent: 0 },
  });
  expect((await caller.get("/v1/credits")).body).toMatchObject({ balance: 1000, reserved: 0 });
});

test("a process that is busy for too long is killed, and its loop is resumed", async () => {
  const model = await gatedModel();
  const stuck = await startIsolated(model.url, { maxSilenceMs: 1500 });
  const caller = await project();
  const id = await start(caller);
  await expect.poll(() => model.waiting.length, { timeout }).toBe(1);
  freeze(processIds());
  await expect
    .poll(() => stuck.errors, { timeout })
    .toMatchObject([{ reason: "was busy with one piece for more than 1.5 s", loops: [id] }]);
  model.open();
  expect(await ended(caller, id)).toMatchObject({ status: "completed" });
});

/** After its first message, a process loads nothing for six seconds: as on a busy machine. */
function startSlowly(): void {
  const preload = `
    const send = process.send.bind(process);
    process.send = (...args) => {
      process.send = send;
      send(...args);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6000);
    };`;
  vi.stubEnv("NODE_OPTIONS", `--import=data:text/javascript,${encodeURIComponent(preload)}`);
  onTestFinished(() => void vi.unstubAllEnvs());
}

test("a process may start for longer than it may be busy", async () => {
  startSlowly();
  const model = await gatedModel();
  model.open();
  const { errors } = await startIsolated(model.url, { maxSilenceMs: 4000 });
  const caller = await project();
  expect(await ended(caller, await start(caller), timeout)).toMatchObject({ status: "completed" });
  expect(errors).toEqual([]);
});

test("a process that does not start in time is killed, which is not held against its loop", async () => {
  startSlowly();
  const model = await gatedModel();
  const { errors } = await startIsolated(model.url, { maxStartMs: 500, maxSilenceMs: 500 });
  const caller = await project();
  const id = await start(caller);
  await expect.poll(() => errors.length, { timeout }).toBeGreaterThanOrEqual(3);
  for (const error of errors)
    expect(error).toMatchObject({ reason: "did not start within 1 s", loops: [id] });
  const { rows } = await database.pool.query("select status, deaths from loop where id = $1", [id]);
  expect(rows).toEqual([{ status: "running", deaths: 0 }]);
  expect((await caller.post(`/v1/loops/${id}/cancel`, {})).status).toBe(200);
});

test("a process with a full heap ends alone, and one that could not even start is not held against its loop", async () => {
  const model = await gatedModel();
  const { errors } = await startIsolated(model.url, { heapMiB: 9 });
  const caller = await project();
  const id = await start(caller);
  await expect.poll(() => errors.length, { timeout }).toBeGreaterThanOrEqual(3);
  for (const error of errors) expect(error).toMatchObject({ reason: "ran out of memory", loops: [id] });
  const { rows } = await database.pool.query("select status, deaths from loop where id = $1", [id]);
  expect(rows).toEqual([{ status: "running", deaths: 0 }]);
  expect((await caller.post(`/v1/loops/${id}/cancel`, {})).status).toBe(200);
});

test("a process without loops exits", async () => {
  const model = await gatedModel();
  model.open();
  await startIsolated(model.url, { idleMs: 500 });
  const caller = await project();
  await ended(caller, await start(caller));
  await expect.poll(processIds, { timeout }).toEqual([]);
  expect(await ended(caller, await start(caller))).toMatchObject({ status: "completed" });
});

test("after their process dies, all of its loops continue concurrently", async () => {
  const model = await startModel(({ text }) => ({
    content: readLines({ title: null, text }),
    delay: 400,
  }));
  await startIsolated(model.url);
  const callers = await Promise.all(
    ["A", "B", "C", "D"].map(async (name) => await project(...Array(9).fill(`Person: ${name}`))),
  );
  const ids = await Promise.all(callers.map(start));
  const rows = async () =>
    (await database.pool.query("select status, iteration from loop where id = any($1)", [ids])).rows;
  const iterations = async (): Promise<number> =>
    Math.min(...(await rows()).map(({ iteration }) => iteration));
  await expect.poll(iterations, { timeout }).toBeGreaterThan(0);
  const before = (await rows()).map(({ iteration }) => Number(iteration));
  for (const pid of processIds()) process.kill(pid, "SIGKILL");
  await expect.poll(iterations, { timeout, interval: 50 }).toBeGreaterThan(Math.max(...before));
  expect((await rows()).map(({ status }) => status)).toEqual(["running", "running", "running", "running"]);
  await database.pool.query("update loop set status = 'canceled' where status in ('queued', 'running')");
});

test("a loop that is claimed while its worker stops is given back", async () => {
  const model = await gatedModel();
  await registerWorker(database);
  const caller = await project();
  const id = await start(caller);
  const row = await claim(database, { id: crypto.randomUUID(), leaseMs: 60_000, maxRunning: 8 });
  if (row?.id !== id) throw new Error("Another loop was claimed.");
  const log = { error: () => undefined };
  const processes = createLoopProcesses({ database, settings: settingsFor(model.url), log });
  onTestFinished(async () => await processes.close());
  await processes.run(row, { signal: new AbortController().signal, stopping: AbortSignal.abort() });
  expect(model.waiting).toEqual([]);
  const { rows } = await database.pool.query("select status, lease_owner from loop where id = $1", [id]);
  expect(rows).toEqual([{ status: "running", lease_owner: null }]);
  await caller.post(`/v1/loops/${id}/cancel`, {});
  await database.pool.query("delete from worker");
});

test("a loop of a key that was revoked in the meantime is canceled when it is claimed", async () => {
  await registerWorker(database);
  const [revoked, kept] = [await project(), await project()];
  const ids = [await start(revoked), await start(kept)];
  await database.pool.query("update api_key set revoked_at = now() where id = $1", [revoked.keyId]);
  await database.pool.query("update api_key set revoked_at = now(), keeps_loops = true where id = $1", [
    kept.keyId,
  ]);
  await startTestWorker(database);
  const statuses = async () =>
    (await database.pool.query("select status from loop where id = any($1) order by id", [ids])).rows;
  await expect.poll(statuses).toEqual([{ status: "canceled" }, { status: "completed" }]);
});

test("with default settings, an organization gets a slot at once while others' loops wait for their model", async () => {
  const waiting: (() => void)[] = [];
  const extractor: Extractor = {
    ...lineExtractor,
    read: async (piece, _wanted, { signal }) =>
      await new Promise<Reading>((resolve, reject) => {
        waiting.push(() => resolve(readLines(piece)));
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  };
  await registerWorker(database);
  for (const caller of [await project(), await project(), await project()])
    for (let left = 9; left > 0; left--) await start(caller);
  await startTestWorker(database, { extractor });
  await expect.poll(() => waiting.length, { timeout: 5000 }).toBe(16);
  const other = await project();
  const id = await start(other);
  await expect.poll(() => waiting.length, { timeout: 2000 }).toBe(17);
  // Also if it has to be read again.
  await database.pool.query("update loop set lease_until = now() - interval '1 minute' where id = $1", [id]);
  await expect.poll(() => waiting.length, { timeout: 3000 }).toBe(18);
  await database.pool.query("update loop set status = 'canceled' where status in ('queued', 'running')");
});
