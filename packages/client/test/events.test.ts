// Tests streams of events: they go on after a break, and end after the last event.

import { expect, test } from "vitest";
import { projectWith, registerWorker, startTestWorker } from "../../../service/test/support/loops.ts";
import { startService } from "../../../service/test/support/service.ts";
import { createClient } from "../src/index.ts";
import { startFlaky } from "./support/flaky.ts";
import { keepRequests } from "./support/requests.ts";

const service = await startService({ piecesPerIteration: 1 });
const documents = ["Person: Ada", "Person: Grace", "Company: Acme", "Person: Edsger"];

async function startLoop() {
  const { database } = service;
  const caller = await service.caller();
  await registerWorker(database);
  await projectWith(caller, database, documents);
  const flaky = await startFlaky(service.url);
  const { fetch, kept } = keepRequests();
  const client = createClient({ baseUrl: flaky.url, key: caller.key, fetch });
  const { loop_id } = await client.loops.start({ goal: "Find people." });
  return { client, flaky, kept, loop_id, work: async () => await startTestWorker(database) };
}

test("events arrive as they happen, each once, until the last", async () => {
  const { client, loop_id, work } = await startLoop();
  const events = [];
  for await (const event of client.loops.events(loop_id)) {
    if (event.kind === "loop.queued") await work();
    events.push(event);
  }
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_event, at) => at + 1));
  expect(events.some(({ kind }) => kind === "loop.completed")).toBe(true);
  expect(Object.keys(events[0] ?? {}).toSorted()).toEqual(["at", "data", "iteration", "kind", "sequence"]);
  expect((await client.loops.listEvents(loop_id)).events).toEqual(events);
  const { delta_id } = (await client.loops.get(loop_id)).result;
  expect((await Array.fromAsync(client.deltas.changes(delta_id ?? ""))).length).toBe(documents.length);
});

test("a stream that breaks off after each event goes on after it", async () => {
  const { client, flaky, kept, loop_id, work } = await startLoop();
  const sequences: number[] = [];
  flaky.faults.push("lost", { status: 503, retryAfter: "0" });
  for await (const { sequence, kind } of client.loops.events(loop_id)) {
    sequences.push(sequence);
    if (sequence < 5) flaky.cut();
    // By now there are no others, so they come with another stream.
    if (kind === "loop.queued") await work();
  }
  expect(sequences).toEqual(sequences.map((_sequence, at) => at + 1));
  const streams = kept.filter(({ url }) => url.pathname.endsWith("/stream"));
  expect(streams.length).toBeGreaterThan(1);
  expect(streams.at(-1)?.url.searchParams.get("after_sequence")).not.toBe("0");
});

test("of a loop that is over there are its events, or none after the last", async () => {
  const { client, loop_id } = await startLoop();
  await client.loops.cancel(loop_id);
  const events = await Array.fromAsync(client.loops.events(loop_id));
  const last = events.at(-1);
  expect(events.some(({ kind }) => kind === "loop.canceled")).toBe(true);
  expect(await Array.fromAsync(client.loops.events(loop_id, { after_sequence: last?.sequence }))).toEqual([]);
});

test("a signal ends a stream, and so does who stops reading", async () => {
  const { client, flaky, loop_id } = await startLoop();
  const controller = new AbortController();
  const read = async (): Promise<void> => {
    for await (const { sequence } of client.loops.events(loop_id, { signal: controller.signal }))
      if (sequence === 1) controller.abort(new Error("enough"));
  };
  await expect(read()).rejects.toThrow("enough");
  // Also where all events have arrived at once.
  const over = await startLoop();
  await over.client.loops.cancel(over.loop_id);
  const [again, seen] = [new AbortController(), [] as number[]];
  const readAll = async (): Promise<void> => {
    for await (const { sequence } of over.client.loops.events(over.loop_id, { signal: again.signal })) {
      seen.push(sequence);
      again.abort(new Error("enough"));
    }
  };
  await expect(readAll()).rejects.toThrow("enough");
  expect(seen).toEqual([1]);
  for await (const { sequence } of client.loops.events(loop_id)) if (sequence === 1) break;
  expect(flaky.seen.filter(({ path }) => path.includes("/stream?")).length).toBe(2);
});

test("a loop that is not there is a problem", async () => {
  const { client } = await startLoop();
  const id = crypto.randomUUID();
  await expect(Array.fromAsync(client.loops.events(id))).rejects.toMatchObject({ code: "not_found" });
});

test("a dry run says what a loop would cost", async () => {
  const { client } = await startLoop();
  const { estimated_credits } = await client.loops.start({ goal: "Find people.", dry_run: true });
  expect(estimated_credits).toBeGreaterThan(0);
});
