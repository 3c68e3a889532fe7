// Kills and stops workers in the middle of loops: the results are the same as without.

import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { quantile } from "../../bench/section.ts";
import { childrenOf, freeze, startWorkerChild, type WorkerChild } from "../support/children.ts";
import { requireWhole, type Seen, see } from "../support/loop-world.ts";
import { grant, peopleShape, readLines } from "../support/loops.ts";
import { startModel } from "../support/model.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService({ piecesPerIteration: 1 });
const { database } = service;
const leaseMs = 2000;
const organizations = 10;
const loopsEach = 5;
const iterations = 5;

/** What the documents of an organization say: some of it in several of them. */
function textsOf(organization: number): readonly string[] {
  return Array.from({ length: iterations }, (_, at) =>
    [
      `Person: Ada${organization} (age ${30 + at})`,
      `Person: P${organization}x${at}`,
      "Company: Acme",
      `P${organization}x${at} works_at Acme`,
      `Ada${organization} works_at Acme`,
    ].join("\n"),
  );
}

/** Ten organizations with credits, and documents of which each is an iteration. */
async function createCallers(): Promise<readonly Caller[]> {
  return await Promise.all(
    Array.from({ length: organizations }, async (_, organization) => {
      const caller = await service.caller();
      await caller.post("/v1/shapes", peopleShape);
      const source = (await caller.post("/v1/sources", { name: "notes" })).body.id;
      for (const [at, text] of textsOf(organization).entries())
        await caller.post(`/v1/sources/${source}/documents`, { text, title: `${at}` });
      await grant(database, caller.organizationId, 1000);
      return caller;
    }),
  );
}

/** Starts all loops, five for each organization, and returns them in that order. */
async function startLoops(callers: readonly Caller[]): Promise<readonly string[]> {
  const all = callers.map(async (caller) => {
    const ids: string[] = [];
    for (let left = loopsEach; left > 0; left--) {
      // Each asks something else: what one has read the others need not.
      const body = { goal: `x${left}`, loop: { quality_threshold: 1 } };
      const started = await caller.post("/v1/loops", body);
      expect(started.status, JSON.stringify(started.body)).toBe(202);
      ids.push(started.body.loop_id);
    }
    return ids;
  });
  return (await Promise.all(all)).flat();
}

async function stillOpen(): Promise<number> {
  const { rows } = await database.pool.query(
    "select count(*)::int as count from loop where status in ('queued', 'running')",
  );
  return rows[0].count;
}

/** The token of a lease, and how many workers have tried the iteration. */
interface Lease {
  readonly token: number;
  readonly attempt: number;
}

async function heldBy(worker: WorkerChild): Promise<ReadonlyMap<string, Lease>> {
  const { rows } = await database.pool.query(
    "select id, lease_token, attempt from loop where status = 'running' and lease_owner = $1 and lease_until > now()",
    [worker.id],
  );
  return new Map(rows.map(({ id, lease_token, attempt }) => [id, { token: lease_token, attempt }]));
}

/** A loop waits longer after each loss, and fails after five: enough for any crash, but not for one every second. */
const maxLost = 2;

/** What loops have left, without what differs from run to run: IDs, instants, and which workers worked on them how often. */
async function resultsOf(callers: readonly Caller[], ids: readonly string[]) {
  const projects = callers.map(({ projectId }) => projectId);
  const seen = await see(service, projects);
  const { rows: documents } = await database.pool.query(
    "select id, title from document where project_id = any($1)",
    [projects],
  );
  const titles = new Map(documents.map(({ id, title }) => [id, title]));
  const { rows: changes } = await database.pool.query(
    "select * from change where loop_id = any($1) order by position",
    [ids],
  );
  return ids.map((id) => {
    const loop = seen.get(id);
    if (loop === undefined) throw new Error("The loop no longer exists.");
    requireWhole(loop);
    return {
      loop: figuresOf(loop),
      events: loop.events.flatMap(({ kind, data }) =>
        kind === "loop.resumed" ? [] : [{ kind, data: withoutIds(data) }],
      ),
      changes: changesOf(
        changes.filter(({ loop_id }) => loop_id === id),
        titles,
      ),
    };
  });
}

function figuresOf({ row }: Seen) {
  const { status, iteration, quality, entities, relationships, reserved, spent, error_code } = row;
  return { status, iteration, quality, entities, relationships, reserved, spent, error_code };
}

function withoutIds({ ms: _ms, document_id: _document, source_id: _source, ...data }: any): unknown {
  return data;
}

function changesOf(changes: readonly any[], titles: ReadonlyMap<string, string>): readonly unknown[] {
  const names = new Map(changes.map(({ object_id, value }) => [object_id, value.name]));
  return changes.map(({ operation, object, value, before, confidence, evidence }) => ({
    operation,
    object,
    value: {
      type: value.type,
      name: value.name,
      from: names.get(value.from),
      to: names.get(value.to),
      properties: value.properties,
    },
    before,
    confidence,
    evidence: evidence.map(({ document_id, quote, start, end }: any) => ({
      document: titles.get(document_id),
      quote,
      start,
      end,
    })),
  }));
}

/** A worker that was killed, and the loops that it had. */
interface Kill {
  readonly at: number;
  readonly ids: readonly string[];
}

/**
 * In milliseconds, for each loop that lost its worker. Those that ended as it was killed are not among them: a commit that is under way is not
 * stopped by that.
 */
async function resumedAfter({ at, ids }: Kill): Promise<readonly number[]> {
  const { rows } = await database.pool.query(
    `select (select min(at) from event e where e.loop_id = l.id and kind = 'loop.resumed' and e.at >= $2) as at
     from loop l where id = any($1) and finished_at > $2`,
    [ids, new Date(at)],
  );
  return rows.flatMap((row) => (row.at === null ? [] : row.at.getTime() - at));
}

test("fifty loops on three workers that are killed and stopped have the same staged changes, events and costs as without", async () => {
  let delay = 0;
  const model = await startModel(({ text }) => {
    const { entities, relationships } = readLines({ title: null, text });
    return { content: { entities, relationships }, delay: delay * (0.5 + Math.random()) };
  });
  const env = {
    LOOP_LEASE_MS: String(leaseMs),
    LOOP_PIECES_PER_ITERATION: "1",
    // All of them fit on two workers, so a loop that is lost waits for nothing but its lease.
    MAX_RUNNING_LOOPS: "1",
    MODEL_URL: model.url,
    MODEL_NAME: "mock",
  };
  const begun = performance.now();
  const workers = await Promise.all([1, 2, 3].map(async () => await startWorkerChild(database.url, env)));
  const startMs = performance.now() - begun;
  onTestFinished(async () => void (await Promise.all(workers.map(async ({ kill }) => await kill()))));

  const before = await createCallers();
  const undisturbed = await startLoops(before);
  await expect.poll(stillOpen, { timeout: 30_000, interval: 100 }).toBe(0);
  const expected = await resultsOf(before, undisturbed);
  expect(expected.map(({ loop }) => loop)).toEqual(
    undisturbed.map(() =>
      expect.objectContaining({ status: "completed", iteration: iterations, quality: 1 }),
    ),
  );

  // On a busy machine a worker in place of a dead one takes seconds to start: the loops last long enough for some of them.
  delay = Math.max(700, startMs / 6);
  const callers = await createCallers();
  const ids = await startLoops(callers);
  const kills: Kill[] = [];
  const killOne = async (): Promise<void> => {
    const all = await Promise.all(
      workers.map(async (worker, index) => ({ worker, index, held: await heldBy(worker) })),
    );
    const busy = all.filter(
      ({ held }) => held.size > 0 && [...held.values()].every(({ attempt }) => attempt <= maxLost),
    );
    const chosen = busy[Math.floor(Math.random() * busy.length)];
    if (chosen === undefined) return;
    const { worker, index, held } = chosen;
    const at = Date.now();
    await worker.kill();
    kills.push({ at, ids: [...held.keys()] });
    workers[index] = await startWorkerChild(database.url, env);
  };
  const stopOne = async (): Promise<void> => {
    const [worker] = workers;
    if (worker === undefined) return;
    // Also the process that runs its loops, which would otherwise go on, and may end one before its lease does.
    const thaw = freeze([worker.pid, ...childrenOf(worker.pid)]);
    // PostgreSQL still executes what they have sent.
    await sleep(100);
    const held = await heldBy(worker);
    // One that froze in the middle of a commit keeps the row of its loop locked, and may finish it.
    const free = await database.pool.query("select id from loop where id = any($1) for update skip locked", [
      [...held.keys()],
    ]);
    await sleep(leaseMs * 1.75);
    thaw();
    await sleep(300);
    const { rows } = await database.pool.query("select id, lease_token from loop where id = any($1)", [
      free.rows.map(({ id }) => id),
    ]);
    for (const { id, lease_token } of rows) expect(lease_token).toBeGreaterThan(held.get(id)?.token ?? 0);
  };
  await sleep(1000);
  await stopOne();
  while ((await stillOpen()) > 0) {
    await killOne();
    await sleep(300 + Math.random() * 1000);
  }
  expect(kills.length).toBeGreaterThanOrEqual(6);
  expect(await resultsOf(callers, ids)).toEqual(expected);
  const resumed = (await Promise.all(kills.map(resumedAfter))).flat();
  const [median, p95, most] = [0.5, 0.95, 1].map((part) => quantile(resumed, part));
  process.stdout.write(
    `${kills.length} kills; ${resumed.length} loops went on after: median ${median} ms, p95 ${p95} ms, at most ${most} ms\n`,
  );
  expect(resumed.length).toBeGreaterThan(6);
  expect(p95).toBeLessThanOrEqual(2 * leaseMs);
});

test("a worker that freezes in the middle of a commit keeps its loop and its organization waiting for a lease, and commits nothing", async () => {
  const model = await startModel(({ text }) => ({ content: readLines({ title: null, text }) }));
  const env = { LOOP_LEASE_MS: String(leaseMs), MODEL_URL: model.url, MODEL_NAME: "mock" };
  // Both have started before one freezes: what is measured is the wait for its lease.
  const workers = await Promise.all([1, 2].map(async () => await startWorkerChild(database.url, env)));
  for (const { kill } of workers) onTestFinished(kill);
  const [caller] = await createCallers();
  if (caller === undefined) throw new Error("Nobody calls.");
  // The commit has locked its loop when it comes to the checkpoint, and waits there.
  const blocker = await database.pool.connect();
  await blocker.query("begin; lock table checkpoint in share mode");
  const { loop_id } = (await caller.post("/v1/loops", { goal: "x" })).body;
  const isWaiting = async (): Promise<boolean> => {
    const { rows } = await database.pool.query(
      "select from pg_locks where relation = 'checkpoint'::regclass and not granted",
    );
    return rows.length > 0;
  };
  await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true);
  const { rows } = await database.pool.query("select lease_owner from loop where id = $1", [loop_id]);
  const worker = workers.find(({ id }) => id === rows[0].lease_owner);
  const other = workers.find(({ id }) => id !== rows[0].lease_owner);
  if (worker === undefined || other === undefined) throw new Error("None of them has the loop.");
  const frozen = [worker.pid, ...childrenOf(worker.pid)];
  expect(frozen).toHaveLength(2);
  const thaw = freeze(frozen);
  await blocker.query("commit");
  blocker.release();
  const begun = performance.now();
  const read = async () => (await caller.get(`/v1/loops/${loop_id}`)).body;
  await expect.poll(async () => (await read()).status, { timeout: 30_000, interval: 50 }).toBe("completed");
  expect(performance.now() - begun).toBeLessThan(2 * leaseMs + 2000);
  thaw();
  await sleep(500);
  expect(await read()).toMatchObject({ iteration: 1, credits: { spent: 5 }, result: { entity_count: 7 } });
  for (const seen of (await see(service, [caller.projectId])).values()) requireWhole(seen);
  // It has lost a connection, and continues.
  await other.kill();
  const next = (await caller.post("/v1/loops", { goal: "x" })).body;
  await expect
    .poll(async () => (await caller.get(next.poll)).body.status, { timeout: 10_000 })
    .toBe("completed");
}, 60_000);
