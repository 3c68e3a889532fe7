// Tests streams of events: many watchers, revoked keys, clients that do not read, and a server that stops.

import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { transaction } from "../../src/database/transaction.ts";
import { createEventStreams, Watcher } from "../../src/loops/event-streams.ts";
import { startChild } from "../support/children.ts";
import { projectWith, registerWorker, startTestWorker } from "../support/loops.ts";
import { startService } from "../support/service.ts";

const service = await startService({ piecesPerIteration: 1 });
const { database } = service;
const { pool } = database;
await registerWorker(database);

/** A loop that waits for a worker. */
async function queued() {
  const caller = await service.caller();
  await projectWith(caller, database, ["Person: Ada", "Person: Grace", "Person: Joan"]);
  const { loop_id } = (await caller.post("/v1/loops", { goal: "x", loop: { quality_threshold: 1 } })).body;
  const path = `/v1/loops/${loop_id}/events`;
  const watch = async (url = service.url) =>
    await fetch(url + path, {
      headers: { authorization: `Bearer ${caller.key}`, accept: "text/event-stream" },
    });
  return { caller, id: String(loop_id), path, watch };
}

/** Adds events to a loop, as its worker would. */
async function addEvents(id: string, count: number, size = 1): Promise<void> {
  await pool.query(
    `with l as (update loop set last_sequence = last_sequence + $2 where id = $1 returning *)
     insert into event (organization_id, project_id, loop_id, sequence, kind, iteration, data)
     select organization_id, project_id, id, last_sequence - $2 + at, 'document.read', 0, jsonb_build_object('title', repeat('x', $3))
     from l, generate_series(1, $2::integer) at`,
    [id, count, size],
  );
}

function idsIn(text: string): readonly number[] {
  return [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
}

function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, at) => at + 1);
}

test("two hundred watchers of one loop get every event once, in order, and then the end of the stream", async () => {
  const { caller, path, watch } = await queued();
  const early = Array.from({ length: 150 }, async () => await (await watch()).text());
  await sleep(200);
  await startTestWorker(database, { piecesPerIteration: 1 });
  const late = Array.from({ length: 50 }, async () => await (await watch()).text());
  const texts = await Promise.all([...early, ...late]);
  const { events } = (await caller.get(path)).body;
  for (const text of texts) {
    expect(idsIn(text)).toEqual(upTo(events.length));
    const data = [...text.matchAll(/^data: (.*)$/gm)].map(([, json = ""]) => JSON.parse(json));
    expect(data).toEqual(events);
  }
});

test.each([
  ["its key", "update api_key set revoked_at = now() where id = $1"],
  [
    "a key above it",
    `with above as (
       insert into api_key (id, organization_id, hash, revoked_at) select gen_random_uuid(), organization_id, '\\x00', now() from api_key where id = $1 returning id
     )
     update api_key set ancestors = array[above.id] from above where api_key.id = $1`,
  ],
])("a stream ends within about a second of %s being revoked", async (_, revoke) => {
  const { caller, watch } = await queued();
  const text = (await watch()).text();
  const ends = text.then(
    () => performance.now(),
    () => performance.now(),
  );
  await sleep(300);
  await pool.query(revoke, [caller.keyId]);
  const revoked = performance.now();
  expect((await ends) - revoked).toBeLessThan(1500);
});

test("a caller with many waiting requests does not delay the streams of others", async () => {
  const [busy, other] = [await queued(), await queued()];
  const watched = [await busy.watch(), await other.watch()];
  const reader = watched[1]?.body?.pipeThrough(new TextDecoderStream()).getReader();
  await sleep(300);
  // Two keys of an organization, with all of its connections.
  const slow = [busy.caller, await service.caller(busy.caller)].flatMap((scope) =>
    Array.from(
      { length: 5 },
      async () => await transaction(database, scope, async (tx) => await tx.run("select pg_sleep(1.5)")),
    ),
  );
  await addEvents(busy.id, 1);
  await sleep(300);
  await addEvents(other.id, 1);
  const begun = performance.now();
  let text = "";
  while (!text.includes("id: 2\n")) text += (await reader?.read())?.value ?? "";
  expect(performance.now() - begun).toBeLessThan(1000);
  await Promise.all(slow);
  for (const { body } of watched) await (body?.locked === true ? reader?.cancel() : body?.cancel());
});

test("HEAD returns the headers of the stream, and leaves no watcher", async () => {
  const { caller, path, id } = await queued();
  await addEvents(id, 5);
  const queries = { count: 0 };
  const { url } = await startService({
    seenBy: () => ({
      ...database,
      system: new Proxy(database.system, {
        get: (target, name) => {
          if (name === "connect") queries.count++;
          const value: unknown = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        },
      }),
    }),
  });
  const headers = { authorization: `Bearer ${caller.key}`, accept: "text/event-stream" };
  const response = await fetch(url + path, { method: "HEAD", headers });
  const { status, headers: answered } = response;
  expect([status, answered.get("content-type"), answered.get("content-length")]).toEqual([
    200,
    "text/event-stream; charset=utf-8",
    null,
  ]);
  queries.count = 0;
  await sleep(500);
  expect(queries.count).toBe(0);
  // A client that has gone leaves none either.
  const gone = new AbortController();
  await fetch(url + path, { headers, signal: gone.signal });
  gone.abort();
  await sleep(300);
  queries.count = 0;
  await sleep(500);
  expect(queries.count).toBe(0);
});

test("a key has at most five hundred open streams and an organization a thousand, without a limit on those of others", async () => {
  const { caller, id } = await queued();
  const mates = [await service.caller(caller), await service.caller(caller)];
  const outsider = await queued();
  const streams = createEventStreams(database, { info: () => undefined, error: () => undefined });
  onTestFinished(streams.close);
  const open = (who: typeof caller, loopId = id) => streams.open(new Watcher(who, loopId, 0));
  const opened = upTo(500).map(() => open(caller));
  expect(() => open(caller)).toThrow(expect.objectContaining({ code: "rate_limited" }));
  expect(() => open(caller)).toThrow("This key has 500 event streams open");
  for (const _ of upTo(500)) open(mates[0] ?? caller);
  expect(() => open(mates[1] ?? caller)).toThrow("This organization has 1000 event streams open");
  open(outsider.caller, outsider.id);
  for (const stream of opened.slice(0, 1)) stream.destroy();
  await sleep(50);
  open(caller);
});

test("a watcher that does not read is sent at most two pages ahead, and the rest later", async () => {
  const { caller, id } = await queued();
  await addEvents(id, 2999, 1000);
  const streams = createEventStreams(database, { info: () => undefined, error: () => undefined });
  onTestFinished(streams.close);
  const stream: any = streams.open(new Watcher(caller, id, 0));
  await sleep(1500);
  expect(stream.readableLength + stream.writableLength).toBeLessThan(2_500_000);
  await caller.post(`/v1/loops/${id}/cancel`, {});
  const text = Buffer.concat(await stream.toArray()).toString();
  expect(idsIn(text)).toEqual(upTo(3002));
});

test("a stream that is opened while a server closes ends at once", async () => {
  const { caller, id } = await queued();
  const streams = createEventStreams(database, { info: () => undefined, error: () => undefined });
  const before = streams.open(new Watcher(caller, id, 0));
  await streams.close();
  const after = streams.open(new Watcher(caller, id, 0));
  for (const stream of [before, after]) {
    const ended = stream.toArray().then(() => "ended");
    expect(await Promise.race([ended, sleep(1000, "open")])).toBe("ended");
  }
});

test("a server that receives SIGTERM ends its streams and exits without waiting for them", async () => {
  const { path, caller } = await queued();
  const child = await startChild(database.url, ["--no-worker"]);
  onTestFinished(child.kill);
  const headers = { authorization: `Bearer ${caller.key}`, accept: "text/event-stream" };
  const watched = await Promise.all(upTo(20).map(async () => await fetch(child.url + path, { headers })));
  const texts = watched.map(async (response) => await response.text());
  await sleep(300);
  const begun = performance.now();
  child.signal("SIGTERM");
  for (const text of await Promise.all(texts)) expect(idsIn(text)).toEqual([1]);
  expect(await child.ended).toBe(0);
  expect(performance.now() - begun).toBeLessThan(3000);
});
