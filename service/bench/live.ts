// Slices that are followed: what the log costs a write, what a page of changes costs, and how soon a stream has a change.

import { setTimeout as sleep } from "node:timers/promises";
import { transaction } from "../src/database/transaction.ts";
import { writeEntities } from "../src/entities/write.ts";
import { serve } from "./processes.ts";
import { send } from "./requests.ts";
import { atMost, medians, milliseconds, quantile, type Section } from "./section.ts";
import { addProject, type Store } from "./store.ts";

/** Changes of a page. */
const some = 10;
/** Slices that are followed, and entities written a second, for so many seconds. */
const [followers, perSecond, seconds] = [100, 1000, 10];
/** Entities of a request. */
const together = 20;
/** Slices that the project has stored, also those that nobody follows. */
const stored = 10_000;

/** Milliseconds of each. */
export const live: Section = {
  id: "live",
  title: "Slices that are followed",
  how: `In the large store, ${some} entities of a slice are written, and the page of these changes is read, \`GET /v1/slices/{id}/changes\`; then one without changes. Transactions that write entities there are timed with the
rows that they append to the log and without them, in turn, in one process.
In a project of its own with ${stored.toLocaleString("en")} slices, ${followers} of them are followed by streams while ${perSecond.toLocaleString("en")} entities a second are written, ${together} at a time, each of which is in one of these. The time is from the answer to a write until a stream has its change; what is before the answer counts as nothing.`,
  measure: async (run) => {
    const store = await run.store(run.entities);
    const { url, stop } = await serve([], { DATABASE_URL: store.database.url });
    const pages = await changesOf(url, store.key, run.rounds(31));
    const writes = await written(store, run.rounds(101));
    const delays = await delaysOf(url, store.database);
    await stop();
    return {
      goals: [
        atMost(`a page of ${some} changes`, 20, "ms", pages.full),
        ...writes.map(({ entities, ratio }) =>
          atMost(`a write of ${String(entities)} with the log / without`, 1.25, "×", ratio),
        ),
        atMost(`from a write to one of ${followers} streams, p95`, 500, "ms", quantile(delays, 0.95)),
      ],
      rows: [
        { what: `a page of ${some} changes, ms`, median: pages.full },
        { what: "a page without changes, ms", median: pages.empty },
        ...writes.flatMap(({ entities, logged, bare }) => [
          { what: `a write of ${String(entities)} with the log, ms`, median: logged },
          { what: `a write of ${String(entities)} without, ms`, median: bare },
        ]),
        { what: "from a write to a stream, ms", median: quantile(delays, 0.5) },
        { what: "the same, p95, ms", median: quantile(delays, 0.95) },
      ],
    };
  },
};

/** Milliseconds of a page with changes, and of one without. */
async function changesOf(url: string, key: string, rounds: number) {
  const ask = async (path: string, body?: object) => await send(requestOf(url, key, path, body));
  const slice = await ask("/v1/slices", { name: "followed", cql: "type:Person after:1y" });
  const path = `/v1/slices/${String(slice["id"])}/changes`;
  let cursor = String((await ask(path))["next_cursor"]);
  const read = async () => await ask(`${path}?cursor=${cursor}`);
  const variants = [
    async () => {
      const rows = Array.from({ length: some }, () => ({ type: "Person", name: "Ada" }));
      await ask("/v1/entities", rows);
      return await milliseconds(async () => (cursor = String((await read())["next_cursor"])));
    },
    async () => await milliseconds(read),
  ];
  await medians(2, variants);
  const [full = Number.NaN, empty = Number.NaN] = await medians(rounds, variants);
  return { full, empty };
}

function requestOf(url: string, key: string, path: string, body: object | undefined) {
  const method = body === undefined ? ("GET" as const) : ("POST" as const);
  return { url: url + path, key, method, ...(body && { body }) };
}

/** Milliseconds that transactions take which write so many entities, with their rows of the log and without. */
async function written({ database, tenant }: Store, rounds: number) {
  const write = async (entities: number, isLogged: boolean): Promise<number> =>
    await milliseconds(async () => {
      const rows = Array.from({ length: entities }, () => ({ type: "Person", name: "Ada" }));
      await transaction(database, tenant, async (tx) => {
        await writeEntities(isLogged ? tx : { ...tx, atEnd: () => undefined }, tenant, rows);
      });
    });
  const all = [];
  for (const entities of [1, together]) {
    const variants = [true, false].map((isLogged) => async () => await write(entities, isLogged));
    await medians(10, variants);
    const [logged = Number.NaN, bare = Number.NaN] = await medians(rounds, variants);
    all.push({ entities, logged, bare, ratio: logged / bare });
  }
  return all;
}

/** Milliseconds from the answer to each write until a stream has it, in a project that has many slices. */
async function delaysOf(url: string, database: Store["database"]): Promise<readonly number[]> {
  const { key, tenant } = await addProject(database);
  await database.pool.query(
    `insert into slice (organization_id, project_id, id, name, cql, key_id)
      select $1, $2, gen_random_uuid(), 'stored', concat('type:S', n, ' after:7d'), $3 from generate_series(1, $4::int) n`,
    [tenant.organizationId, tenant.projectId, tenant.keyId, stored - followers],
  );
  const ask = async (path: string, body: object) => await send(requestOf(url, key, path, body));
  const came = new Map<string, number>();
  const controller = new AbortController();
  for (let at = 0; at < followers; at++) {
    const slice = await ask("/v1/slices", { name: "followed", cql: `type:T${String(at)} after:7d` });
    void follow(`${url}/v1/slices/${String(slice["id"])}/stream`, key, came, controller.signal);
  }
  const answered = new Map<string, number>();
  const begun = performance.now();
  for (let round = 0; round < (perSecond * seconds) / together; round++) {
    const rows = Array.from({ length: together }, (_, at) => ({
      type: `T${String((round * together + at) % followers)}`,
    }));
    const { ids } = await ask("/v1/entities", rows);
    const now = performance.now();
    for (const id of Array.isArray(ids) ? ids : []) answered.set(String(id), now);
    const ahead = begun + ((round + 1) * together * 1000) / perSecond - performance.now();
    if (ahead > 0) await sleep(ahead);
  }
  for (let left = 100; left > 0 && came.size < answered.size; left--) await sleep(100);
  controller.abort();
  return [...answered].map(([id, at]) => Math.max(0, (came.get(id) ?? Number.NaN) - at));
}

async function follow(
  url: string,
  key: string,
  came: Map<string, number>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` }, signal });
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of response.body ?? []) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const [, id] = /"entity_id":"([^"]{36})"/.exec(line) ?? [];
        if (id !== undefined) came.set(id, performance.now());
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
