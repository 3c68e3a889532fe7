// Loops: how soon one resumes after its worker was killed, how many iterations workers do, and how soon watchers are notified.

import { setTimeout as sleep } from "node:timers/promises";
import { grantCredits } from "../src/credits/ledger.ts";
import { systemTransaction } from "../src/database/transaction.ts";
import type { OwnDatabase } from "./postgres.ts";
import { type Server, serve, type Worker, work } from "./processes.ts";
import { send } from "./requests.ts";
import { atLeast, atMost, quantile, type Run, type Section } from "./section.ts";
import { addProject, type Project } from "./store.ts";

/** A lease as it is by default, and a piece an iteration, so that there are many. */
const leaseMs = 5000;
const env = (url: string): NodeJS.ProcessEnv => ({
  DATABASE_URL: url,
  LOOP_PIECES_PER_ITERATION: "1",
  LOOP_LEASE_MS: String(leaseMs),
  MAX_RUNNING_LOOPS: "1000",
});

/** Resuming, iterations, and watching. */
export const loops: Section = {
  id: "loops",
  title: "Loops",
  how: `Loops of 50 iterations over 50 short notes each, with the \`pattern\` extractor, so that hardly anything but the queue, the commits and the events is measured; 8 organizations, workers in processes of
their own with 8 loops at a time. **Resume**: while 8 loops run, the worker that has them is killed; the time is from then to the event \`loop.resumed\` of each, with another worker there and a lease of 5 s. **Iterations**: 64 loops, from the first
event to the last, with 1, 2 and 4 workers. One worker alone takes a processor, and PostgreSQL the other: on two of them there is nothing left for a second worker, so this ratio says more about the machine than about the queue; an iteration that waits for a model
takes next to nothing of either. **Watching**: 200 streams of server-sent events over 20 loops, from the instant of an event to its arrival; its transaction commits in between.`,
  measure: async (run) => {
    const resume = await resumeTimes(run);
    const perSecond = await iterationsPerSecond(run, [1, 2, 4]);
    const latencies = await watchingLatencies(run);
    const [one = Number.NaN, , four = Number.NaN] = perSecond;
    return {
      goals: [
        atMost("resume after kill -9, worst case", leaseMs / 1000 + 1, "s", Math.max(...resume) / 1000),
        atLeast("iterations a second, 4 workers / 1", 3, "×", four / one),
        atMost("event to watcher, p95 of 200 watchers", 300, "ms", quantile(latencies, 0.95)),
      ],
      rows: [
        {
          "resume, s (median, worst)": `${seconds(quantile(resume, 0.5))}, ${seconds(Math.max(...resume))}`,
          "iterations a second (1, 2, 4 workers)": perSecond.map((each) => Math.round(each)).join(", "),
          "watching, ms (median, p95)": [0.5, 0.95]
            .map((part) => Math.round(quantile(latencies, part)))
            .join(", "),
        },
      ],
    };
  },
};

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

/** As many notes each project has; a loop reads all of them. */
const notes = 50;
/** As many organizations start loops. */
const organizations = 8;

interface Ready {
  readonly database: OwnDatabase;
  readonly server: Server;
  readonly projects: readonly Project[];
}

async function prepare(run: Run): Promise<Ready> {
  const database = await run.postgres.create();
  const server = await serve(["--no-worker"], env(database.url));
  // Loops should wait until all of them exist, so a worker is registered.
  await database.pool.query(
    "insert into worker (id, seen_at) values (gen_random_uuid(), now() + interval '1 hour')",
  );
  const projects: Project[] = [];
  for (let at = 0; at < organizations; at++) {
    const project = await addProject(database);
    await systemTransaction(
      database,
      async (tx) => await grantCredits(tx, project.tenant.organizationId, 1_000_000),
    );
    const ask = async (path: string, body: object) =>
      await send({ url: server.url + path, key: project.key, body });
    await ask("/v1/shapes", { name: "Notes", entity_types: [{ name: "Person", properties: {} }] });
    const source = await ask("/v1/sources", { name: "notes" });
    for (let note = 0; note < notes; note++)
      await ask(`/v1/sources/${String(source["id"])}/documents`, { text: `Person: Ada Lovelace ${note}` });
    projects.push(project);
  }
  return { database, server, projects };
}

/** Starts so many loops, in turn in each organization, and returns their IDs. */
async function start({ server, projects }: Ready, count: number): Promise<readonly string[]> {
  const all = Array.from({ length: count }, async (_, at) => {
    // Each asks something else: what one has read, another does not read again.
    const goal = `Who is there? ${crypto.randomUUID()}`;
    const body = { goal, loop: { max_iterations: notes, quality_threshold: 1 } };
    const { loop_id } = await send({ url: `${server.url}/v1/loops`, key: keyOf(projects, at), body });
    return String(loop_id);
  });
  return await Promise.all(all);
}

function keyOf(projects: readonly Project[], at: number): string {
  return projects[at % projects.length]?.key ?? "";
}

async function count({ pool }: OwnDatabase, statement: string): Promise<number> {
  const { rows } = await pool.query<{ readonly count: number }>(statement);
  return rows[0]?.count ?? 0;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

async function ended(database: OwnDatabase): Promise<void> {
  const left = "select count(*)::int as count from loop where status in ('queued', 'running')";
  await until(async () => (await count(database, left)) === 0);
}

/** Milliseconds from a kill until each loop resumes. */
async function resumeTimes(run: Run): Promise<readonly number[]> {
  const ready = await prepare(run);
  const { database, server } = ready;
  const times: number[] = [];
  for (let round = 0; round < run.rounds(6); round++) {
    const killed = await work(env(database.url));
    await start(ready, organizations);
    const running = `select count(*)::int as count from loop where status = 'running' and iteration > 0 and lease_owner = '${killed.id}'`;
    await until(async () => (await count(database, running)) === organizations);
    const at = Date.now();
    killed.kill();
    const other = await work(env(database.url));
    await ended(database);
    await other.stop();
    const { rows } = await database.pool.query<{ readonly at: Date }>(
      "select at from event where kind = 'loop.resumed' and at >= $1",
      [new Date(at)],
    );
    times.push(...rows.map((row) => row.at.getTime() - at));
  }
  await server.stop();
  return times;
}

/** Iterations a second with each number of workers. */
async function iterationsPerSecond(run: Run, numbers: readonly number[]): Promise<readonly number[]> {
  const ready = await prepare(run);
  const figures: number[] = [];
  for (const number of numbers) {
    const ids = await start(ready, run.rounds(64));
    const workers: Worker[] = [];
    for (let at = 0; at < number; at++) workers.push(await work(env(ready.database.url)));
    await ended(ready.database);
    for (const worker of workers) await worker.stop();
    const { rows } = await ready.database.pool.query<{ readonly seconds: number }>(
      `select extract(epoch from max(at) - min(at) filter (where kind = 'loop.started'))::float8 as seconds from event where loop_id = any($1)`,
      [ids],
    );
    figures.push((ids.length * notes) / (rows[0]?.seconds ?? Number.NaN));
  }
  await ready.server.stop();
  return figures;
}

/** As many streams are open. */
const watchers = 200;
/** Over so many loops. */
const watched = 20;

/** Milliseconds from each event to each of its watchers. */
async function watchingLatencies(run: Run): Promise<readonly number[]> {
  const ready = await prepare(run);
  const ids = await start(ready, watched);
  const streams = await Promise.all(
    Array.from({ length: watchers }, async (_, at) => {
      const headers = {
        authorization: `Bearer ${keyOf(ready.projects, at % watched)}`,
        accept: "text/event-stream",
        // Existing rows are not new.
        "last-event-id": "1",
      };
      return await fetch(`${ready.server.url}/v1/loops/${ids[at % watched] ?? ""}/events`, { headers });
    }),
  );
  const worker = await work(env(ready.database.url));
  const latencies = (await Promise.all(streams.map(latenciesIn))).flat();
  await worker.stop();
  await ready.server.stop();
  return latencies;
}

async function latenciesIn(response: Response): Promise<readonly number[]> {
  const latencies: number[] = [];
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const now = Date.now();
    for (const [, at = ""] of chunk.matchAll(/"at":"([^"]+)"/g)) latencies.push(now - Date.parse(at));
  }
  return latencies;
}
