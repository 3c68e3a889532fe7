// Kills a server during writes: what it acknowledged exists exactly once, and so does what is sent again.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Child, startChild } from "../support/children.ts";
import { type Caller, callerWith, type Reply, startService } from "../support/service.ts";

const service = await startService();
const { pool, url: databaseUrl } = service.database;
const someone = await service.caller();

/** A write, which is found again by its text. */
interface Write {
  readonly key: string;
  readonly text: string;
  readonly path: string;
  readonly body: unknown;
}

const ways: readonly ((text: string) => Pick<Write, "body" | "path">)[] = [
  (content) => ({ path: "/v1/memories", body: { content } }),
  (content) => ({ path: "/v1/memories", body: { memories: [{ content }, { content: `${content} too` }] } }),
  (content) => ({ path: "/v1/memories", body: { content, apply: false } }),
  (name) => ({
    path: "/v1/entities",
    body: Array.from({ length: 50 }, (_, at) => ({ type: "Thing", name: at === 0 ? name : `${name} ${at}` })),
  }),
  (name) => ({ path: "/v1/slices", body: { name, cql: "type:Thing" } }),
  (name) => ({ path: "/v1/shapes", body: { name } }),
];

function newWrite(): Write {
  const text = randomUUID();
  const way = ways[Math.floor(Math.random() * ways.length)] ?? ways[0];
  return { key: randomUUID(), text, ...(way?.(text) ?? { path: "", body: "" }) };
}

async function send(url: string, { path, body, key }: Write): Promise<Reply> {
  return await callerWith(url, someone).post(path, body, { "idempotency-key": key });
}

/** How often the text occurs in everything that can be written; a batch must be complete. */
async function countsOf(texts: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ readonly text: string; readonly count: number }>(
    `select text, count(*)::int as count from (
       select content as text from memory union all select name from entity union all select name from slice
       union all select name from shape union all select value ->> 'content' from change
     ) t where text = any($1) group by text`,
    [texts],
  );
  return new Map(rows.map(({ text, count }) => [text, count]));
}

interface Done {
  readonly acknowledged: Map<Write, Reply>;
  readonly unknown: Set<Write>;
}

/** Writes until the server has ended. */
async function writeOn(url: string, done: Done, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const write = newWrite();
    try {
      const reply = await send(url, write);
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
      done.acknowledged.set(write, reply);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      done.unknown.add(write);
      return;
    }
  }
}

/** Kills the server once it has acknowledged so many writes: on a slow machine as many as on a fast one. */
async function killed(child: Child, done: Done, after: number): Promise<void> {
  let isOver = false;
  const writers = Array.from({ length: 8 }, async () => await writeOn(child.url, done, () => isOver));
  const all = (async () => {
    await Promise.all(writers);
    if (!isOver) throw new Error("The server has ended by itself.");
  })();
  while (done.acknowledged.size < after) await Promise.race([all, sleep(5 * Math.random())]);
  isOver = true;
  await child.kill();
  await all;
}

/** Sends again the writes with an unknown outcome, and some of the known ones. */
async function sendAgain(child: Child, { acknowledged, unknown }: Done): Promise<void> {
  for (const write of unknown) {
    const reply = await untilDone(child.url, write);
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  }
  for (const [write, reply] of [...acknowledged].slice(-10)) {
    const again = await send(child.url, write);
    expect([again.status, again.body, again.headers.get("idempotent-replayed")]).toEqual([
      reply.status,
      reply.body,
      "true",
    ]);
  }
}

/** A transaction of the dead server may still hold the key for a moment. */
async function untilDone(url: string, write: Write): Promise<Reply> {
  for (let left = 50; ; left--) {
    const reply = await send(url, write);
    if (reply.status !== 409 || left === 0) return reply;
    await sleep(100);
  }
}

test("an acknowledged write exists exactly once after a kill, in twenty rounds", async () => {
  let all = 0;
  let interrupted = 0;
  let child = await startChild(databaseUrl);
  for (let round = 0; round < 20; round++) {
    const done: Done = { acknowledged: new Map(), unknown: new Set() };
    await killed(child, done, 5 + Math.random() * 50);
    const known = [...done.acknowledged.keys()].map(({ text }) => text);
    const before = await countsOf(known);
    for (const text of known) expect(before.get(text)).toBe(1);
    child = await startChild(databaseUrl);
    await sendAgain(child, done);
    const texts = [...known, ...[...done.unknown].map(({ text }) => text)];
    const after = await countsOf(texts);
    for (const text of texts) expect([text, after.get(text)]).toEqual([text, 1]);
    all += known.length;
    interrupted += done.unknown.size;
  }
  await child.kill();
  expect([all > 200, interrupted > 40]).toEqual([true, true]);
  await requireWhole();
}, 300_000);

/** Batches are complete, and every stored word can be found. */
async function requireWhole(): Promise<void> {
  const { rows } = await pool.query(
    `select (select count(*) from memory m where content like '% too' and not exists (select from memory o where o.content = left(m.content, 36)))
       + (select count(*) from (select left(name, 36) from entity group by 1 having count(*) <> 50) e)
       + (select count(*) from delta d where not exists (select from change c where c.delta_id = d.id))
       + (select count(*) from idempotency where status is null) as broken`,
  );
  expect(rows).toEqual([{ broken: 0 }]);
}

test("two servers that get one idempotency key at once write once", async () => {
  const servers = [await startChild(databaseUrl), await startChild(databaseUrl)];
  try {
    for (let round = 0; round < 40; round++) {
      const write = newWrite();
      const replies = await Promise.all(
        [0, 1, 0, 1].map(async (at) => await send(servers[at]?.url ?? "", write)),
      );
      const done = replies.filter(({ status }) => status < 300);
      expect(replies.every(({ status }) => status < 300 || status === 409)).toBe(true);
      expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect((await countsOf([write.text])).get(write.text)).toBe(1);
    }
  } finally {
    for (const { kill } of servers) await kill();
  }
}, 60_000);

test("a key that is revoked on one server is refused by the other within a second", async () => {
  const server = await startChild(databaseUrl);
  try {
    const revoked: Caller = callerWith(server.url, await service.caller());
    expect((await revoked.get("/v1/slices")).status).toBe(200);
    await pool.query("update api_key set revoked_at = now() where id = $1", [revoked.keyId]);
    await sleep(1000);
    expect((await revoked.get("/v1/slices")).status).toBe(401);
  } finally {
    await server.kill();
  }
});
