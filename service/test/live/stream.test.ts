// Tests streams of changes of slices: each change once, in order, what time changes within a second, and that they are resumed.

import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { pruneLogs } from "../../src/log/prune.ts";
import { type Caller, callerWith, startService } from "../support/service.ts";
import { longestTurnAtBest } from "../support/turns.ts";
import { changes, said, sliced, written } from "./following.ts";

const service = await startService();
const opened: AbortController[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.abort();
});

interface Told {
  readonly id: string;
  readonly event: string;
  readonly data: any;
  /** When it came. */
  readonly at: number;
}

interface Stream {
  readonly status: number;
  readonly told: Told[];
  /** The last ID, also of events without data. */
  readonly lastId: () => string;
  readonly ended: Promise<void>;
  readonly close: () => void;
}

async function follow(
  who: Caller,
  id: string,
  headers: Readonly<Record<string, string>> = {},
  cursor = "",
): Promise<Stream> {
  const controller = new AbortController();
  opened.push(controller);
  const response = await fetch(
    `${service.url}/v1/slices/${id}/stream${cursor === "" ? "" : `?cursor=${cursor}`}`,
    {
      headers: { authorization: `Bearer ${who.key}`, ...headers },
      signal: controller.signal,
    },
  );
  const told: Told[] = [];
  let [lastId, rest] = ["", ""];
  const decoder = new TextDecoder();
  const read = async (): Promise<void> => {
    for await (const chunk of response.body ?? []) {
      rest += decoder.decode(chunk, { stream: true });
      const blocks = rest.split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const field = (name: string): string | undefined =>
          block
            .split("\n")
            .find((line) => line.startsWith(`${name}: `))
            ?.slice(name.length + 2);
        lastId = field("id") ?? lastId;
        const data = field("data");
        if (data !== undefined)
          told.push({ id: lastId, event: field("event") ?? "", data: JSON.parse(data), at: Date.now() });
      }
    }
  };
  const ended = read().catch(() => undefined);
  return { status: response.status, told, lastId: () => lastId, ended, close: () => controller.abort() };
}

const kinds = ({ told }: Stream): readonly string[] =>
  told.map(
    ({ data }) => `${data.kind} ${data.entity_id}${data.reason === "write" ? "" : ` by ${data.reason}`}`,
  );

const eventually = { timeout: 10_000, interval: 20 };

test("many streams of a large write delay no other requests, and each has all of it", async () => {
  const who = await service.caller();
  const { id } = await sliced(who, "");
  const streams = await Promise.all(Array.from({ length: 60 }, async () => await follow(who, id)));
  const rows = Array.from({ length: 3000 }, () => ({ type: "Deal" }));
  let writes = 0;
  const write = async (): Promise<void> => {
    await written(who, rows);
    writes += rows.length;
    await expect
      .poll(() => streams.map(({ told }) => told.length), { timeout: 50_000, interval: 100 })
      .toEqual(streams.map(() => writes));
  };
  // In this process they are read as well, which takes most of it.
  expect(await longestTurnAtBest(write, 400)).toBeLessThan(400);
  for (const { told } of streams)
    expect(told.map(({ data }) => data.sequence)).toEqual(told.map((_, at) => at + 1));
});

test("each change comes once, in order, and its ID is a cursor for pages and for another stream", async () => {
  const who = await service.caller();
  const { id } = await sliced(who, "type:Deal");
  const stream = await follow(who, id);
  const [a = ""] = await written(who, [{ type: "Deal" }]);
  await written(who, [{ type: "Note" }]);
  await who.call("PATCH", `/v1/entities/${a}`, { body: { name: "x" } });
  await who.call("DELETE", `/v1/entities/${a}`);
  const all = [`entered ${a}`, `changed ${a}`, `left ${a}`];
  await expect.poll(() => kinds(stream), eventually).toEqual(all);
  expect(stream.told.map(({ event, data }) => [event, data.kind, data.sequence])).toEqual([
    ["entered", "entered", 1],
    ["changed", "changed", 3],
    ["left", "left", 4],
  ]);
  const [first] = stream.told;
  expect(said(await changes(who, id, first?.id))).toEqual(all.slice(1));
  const second = await follow(who, id, { "last-event-id": first?.id ?? "" });
  await expect.poll(() => kinds(second), eventually).toEqual(all.slice(1));
});

test("a stream goes on from a changes_cursor, as its Last-Event-ID or in its query, and says at once where it is", async () => {
  const who = await service.caller();
  const { id, cursor } = await sliced(who, "type:Deal");
  const [a = ""] = await written(who, [{ type: "Deal" }]);
  const one = await follow(who, id, { "last-event-id": cursor });
  const other = await follow(who, id, {}, cursor);
  for (const stream of [one, other])
    await expect.poll(() => kinds(stream), eventually).toEqual([`entered ${a}`]);
  const fresh = await follow(who, id);
  await expect.poll(fresh.lastId, eventually).not.toBe("");
  fresh.close();
  const [b = ""] = await written(who, [{ type: "Deal" }]);
  expect(said(await changes(who, id, fresh.lastId()))).toEqual([`entered ${b}`]);
});

test("what time alone changes comes within a second of its instant", async () => {
  const who = await service.caller();
  const { id } = await sliced(who, "after:1h");
  const stream = await follow(who, id);
  const soon = [1200, 1500, 2500].map((ms) => ({
    type: "Deal",
    created_at: new Date(Date.now() - 60 * 60_000 + ms).toISOString(),
  }));
  const ids = await written(who, soon);
  await expect
    .poll(() => kinds(stream), eventually)
    .toEqual([...ids.map((each) => `entered ${each}`), ...ids.map((each) => `left ${each} by time`)]);
  const late = stream.told
    .filter(({ event }) => event === "left")
    .map(({ at, data }) => at - Date.parse(data.at));
  for (const ms of late) expect(ms).toBeLessThan(1000);
});

test("new names come as well", async () => {
  const who = await service.caller();
  const source = (await who.post("/v1/sources", { name: "gmail" })).body.id;
  const [a = ""] = await written(who, [{ type: "Deal", source_id: source }]);
  const { id } = await sliced(who, "source:gmail");
  const stream = await follow(who, id);
  await who.call("PATCH", `/v1/sources/${source}`, { body: { name: "other" } });
  await expect.poll(() => kinds(stream), eventually).toEqual([`left ${a} by names`]);
  await who.call("PATCH", `/v1/sources/${source}`, { body: { name: "gmail" } });
  await expect.poll(() => kinds(stream), eventually).toEqual([`left ${a} by names`, `entered ${a} by names`]);
});

test("followers of one project are told what concerns each, also while much is written", async () => {
  const who = await service.caller();
  const types = ["A", "B", "C", "D"];
  const streams = await Promise.all(
    types.map(async (type) => await follow(who, (await sliced(who, `type:${type} after:1d`)).id)),
  );
  const ids = new Map<string, string[]>(types.map((type) => [type, []]));
  for (let round = 0; round < 12; round++) {
    const rows = Array.from({ length: 100 }, (_, at) => ({ type: types[(at * 7 + round) % 4] ?? "A" }));
    const made = await written(who, rows);
    for (const [at, { type }] of rows.entries()) ids.get(type)?.push(made[at] ?? "");
  }
  for (const [at, type] of types.entries())
    await expect
      .poll(() => streams[at]?.told.map(({ data }) => data.entity_id), eventually)
      .toEqual(ids.get(type));
});

test("a limited key is told what it sees", async () => {
  const who = await service.caller();
  const source = (await who.post("/v1/sources", { name: "gmail" })).body.id;
  await written(who, [{ type: "Deal", source_id: source }]);
  const made = await who.post("/v1/keys", {
    name: "limited",
    slice: "source:gmail after:1h",
    project_id: who.projectId,
  });
  const limited = callerWith(service.url, { ...who, key: made.body.key, keyId: made.body.id });
  const { id } = await sliced(limited, "type:Deal");
  const stream = await follow(limited, id);
  const ids = await written(who, [
    { type: "Deal", source_id: source },
    { type: "Deal" },
    { type: "Deal", source_id: source, created_at: new Date(Date.now() - 60 * 60_000 + 900).toISOString() },
  ]);
  await expect
    .poll(() => kinds(stream), eventually)
    .toEqual([`entered ${ids[0]}`, `entered ${ids[2]}`, `left ${ids[2]} by time`]);
});

test("an expired cursor is refused before the stream, and so is a malformed one", async () => {
  const who = await service.caller();
  const { id, cursor } = await sliced(who, "type:Deal");
  await written(who, [{ type: "Deal" }]);
  await pruneLogs(service.database, { days: 0, rows: 1_000_000 });
  expect((await follow(who, id, { "last-event-id": cursor })).status).toBe(410);
  expect((await follow(who, id, { "last-event-id": "x" })).status).toBe(422);
  const headers = { authorization: `Bearer ${who.key}` };
  const head = await fetch(`${service.url}/v1/slices/${id}/stream`, { method: "HEAD", headers });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("a stream ends when its key is revoked", async () => {
  const who = await service.caller();
  const { id } = await sliced(who, "type:Deal");
  const made = await who.post("/v1/keys", { name: "revoked", project_id: who.projectId });
  const revoked = callerWith(service.url, { ...who, key: made.body.key, keyId: made.body.id });
  const stream = await follow(revoked, id);
  await who.call("DELETE", `/v1/keys/${made.body.id}`);
  expect(await Promise.race([stream.ended.then(() => "ended"), sleep(5000, "open")])).toBe("ended");
});

test("a stream ends when its slice is deleted", async () => {
  const who = await service.caller();
  const { id } = await sliced(who, "type:Deal");
  const stream = await follow(who, id);
  const [deal] = await written(who, [{ type: "Deal" }]);
  await expect.poll(() => kinds(stream), eventually).toEqual([`entered ${deal}`]);
  await who.call("DELETE", `/v1/slices/${id}`);
  expect(await Promise.race([stream.ended.then(() => "ended"), sleep(5000, "open")])).toBe("ended");
});

test("a stream ends when an import gives its slice another text", async () => {
  const who = await service.caller();
  const { id } = await sliced(who, "type:Deal");
  const stream = await follow(who, id);
  await service.database.pool.query("update slice set cql = 'type:Lead' where id = $1", [id]);
  expect(await Promise.race([stream.ended.then(() => "ended"), sleep(5000, "open")])).toBe("ended");
});

test("a name that changes has only those streams walk whose slices have it", async () => {
  const who = await service.caller();
  const source = (await who.post("/v1/sources", { name: "gmail" })).body.id;
  const [a = ""] = await written(who, [{ type: "Deal", source_id: source }]);
  const [{ id }, named] = [await sliced(who, "type:Deal"), await sliced(who, "source:gmail")];
  const streams = await Promise.all(Array.from({ length: 40 }, async () => await follow(who, id)));
  const concerned = await follow(who, named.id);
  const [b = ""] = await written(who, [{ type: "Deal" }]);
  for (const each of streams) await expect.poll(() => kinds(each), eventually).toEqual([`entered ${b}`]);
  const transactions = vi.spyOn(service.database.pool, "connect");
  onTestFinished(() => transactions.mockRestore());
  await who.call("PATCH", `/v1/sources/${source}`, { body: { name: "other" } });
  await expect.poll(() => kinds(concerned), eventually).toEqual([`left ${a} by names`]);
  expect(transactions.mock.calls.length).toBeLessThan(20);
  // They have passed it: what is written later is theirs, and their cursors are good.
  const [c = ""] = await written(who, [{ type: "Deal" }]);
  for (const each of streams)
    await expect.poll(() => kinds(each), eventually).toEqual([`entered ${b}`, `entered ${c}`]);
  expect(said(await changes(who, id, streams[0]?.lastId()))).toEqual([]);
});

test("the slice of another project is not there", async () => {
  const { id } = await sliced(await service.caller(), "type:Deal");
  expect((await follow(await service.caller(), id)).status).toBe(404);
});
