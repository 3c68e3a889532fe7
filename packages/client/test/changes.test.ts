// Tests that a slice can be followed: each change once, in order, with a cursor to go on from, whatever happens to the connection.

import { expect, test } from "vitest";
import { pruneLogs } from "../../../service/src/log/prune.ts";
import { startService } from "../../../service/test/support/service.ts";
import { createClient, type FollowedChange } from "../src/index.ts";
import { startFlaky } from "./support/flaky.ts";

const service = await startService();

async function startSlice() {
  const { key, call } = await service.caller();
  const flaky = await startFlaky(service.url);
  const client = createClient({ baseUrl: flaky.url, key });
  const { id } = await client.slices.create({ name: "Deals", cql: "type:Deal" });
  const slice = id ?? "";
  const write = async (name: string, type = "Deal"): Promise<string> =>
    (await client.entities.write([{ type, name }])).ids[0] ?? "";
  return { key, call, flaky, client, slice, write };
}

/** On a busy machine a stream takes seconds to open. */
function soon(read: () => unknown) {
  return expect.poll(read, { timeout: 30_000 });
}

/** The next changes, in short; the stream stays where it is. */
async function take(from: AsyncIterator<FollowedChange>, count: number): Promise<readonly string[]> {
  const said: string[] = [];
  while (said.length < count) {
    const { value, done } = await from.next();
    if (done === true) break;
    said.push(`${value.kind} ${value.entity_id} by ${value.reason}`);
  }
  return said;
}

test("changes come as they happen, and each has the cursor of what comes after it", async () => {
  const { client, slice, write, call } = await startSlice();
  const { changes_cursor: cursor } = await client.slices.get(slice);
  const changes = client.slices.changes(slice, { cursor });
  expect(changes.cursor).toBe(cursor);
  const ada = await write("Ada");
  await write("nobody", "Person");
  const seen: FollowedChange[] = [];
  for await (const change of changes) {
    seen.push(change);
    expect(changes.cursor).toBe(change.cursor);
    if (change.kind === "entered") await call("PATCH", `/v1/entities/${ada}`, { body: { name: "Ada L." } });
    if (change.kind === "changed") await client.entities.delete(ada);
    if (change.kind === "left") break;
  }
  expect(seen.map(({ kind, entity_id, reason }) => [kind, entity_id, reason])).toEqual(
    ["entered", "changed", "left"].map((kind) => [kind, ada, "write"]),
  );
  const pages = await client.slices.listChanges(slice, { cursor: seen[0]?.cursor ?? "" });
  expect(pages.changes).toEqual(seen.slice(1).map(({ cursor: _cursor, ...change }) => change));
  const [again] = await take(
    client.slices.changes(slice, { cursor: seen[1]?.cursor })[Symbol.asyncIterator](),
    1,
  );
  expect(again).toBe(`left ${ada} by write`);
});

test("without a cursor it is from now on, and it knows where it is before anything has changed", async () => {
  const { client, slice, write, flaky } = await startSlice();
  await write("earlier");
  const changes = client.slices.changes(slice);
  expect(changes.cursor).toBe(undefined);
  const next = changes[Symbol.asyncIterator]().next();
  await soon(() => changes.cursor).toBeDefined();
  flaky.cut();
  const later = await write("later");
  expect((await next).value).toMatchObject({ kind: "entered", entity_id: later });
});

test("a stream that breaks off, or is refused for a while, goes on after the last change", async () => {
  const { client, slice, write, flaky } = await startSlice();
  const { changes_cursor: cursor } = await client.slices.get(slice);
  const ids: string[] = [];
  for (const name of ["a", "b", "c", "d", "e"]) ids.push(await write(name));
  flaky.faults.push("lost", { status: 503, retryAfter: "0" });
  const seen: string[] = [];
  for await (const { entity_id } of client.slices.changes(slice, { cursor })) {
    seen.push(entity_id);
    flaky.cut();
    if (seen.length < 3) flaky.faults.push("lost");
    if (seen.length === 5) ids.push(await write("f"));
    if (seen.length === 6) break;
  }
  expect(seen).toEqual(ids);
});

test("who stops reading goes on where it was, with the same stream or with another", async () => {
  const { client, slice, write } = await startSlice();
  const { changes_cursor: cursor } = await client.slices.get(slice);
  const ids = [await write("a"), await write("b"), await write("c")];
  const changes = client.slices.changes(slice, { cursor });
  const seen: string[] = [];
  for (let time = 0; time < 2; time += 1)
    for await (const { entity_id } of changes) {
      seen.push(entity_id);
      break;
    }
  for await (const { entity_id } of client.slices.changes(slice, { cursor: changes.cursor })) {
    seen.push(entity_id);
    break;
  }
  expect(seen).toEqual(ids);
});

test("a signal ends it, also while nothing happens", async () => {
  const { client, slice, write } = await startSlice();
  const { changes_cursor: cursor } = await client.slices.get(slice);
  await write("a");
  await write("b");
  const controller = new AbortController();
  const seen: string[] = [];
  const read = async (signal: AbortSignal, isLast: () => boolean): Promise<void> => {
    for await (const { kind } of client.slices.changes(slice, { cursor, signal })) {
      seen.push(kind);
      if (isLast()) controller.abort(new Error("enough"));
    }
  };
  await expect(read(controller.signal, () => true)).rejects.toThrow("enough");
  expect(seen).toEqual(["entered"]);
  const silent = new AbortController();
  const changes = client.slices.changes(slice, { signal: silent.signal });
  const next = changes[Symbol.asyncIterator]().next();
  await soon(() => changes.cursor).toBeDefined();
  silent.abort(new Error("too long"));
  await expect(next).rejects.toThrow("too long");
});

test("where there is no way on, it says why", async () => {
  const { client, slice, write } = await startSlice();
  const { changes_cursor: cursor } = await client.slices.get(slice);
  const all = async (id: string, from?: string) =>
    await Array.fromAsync(client.slices.changes(id, { cursor: from }));
  await expect(all(slice, "x")).rejects.toMatchObject({ code: "invalid_request", status: 422 });
  await expect(all(crypto.randomUUID())).rejects.toMatchObject({ code: "not_found" });
  expect(() => client.slices.changes("..")).toThrow(TypeError);
  const changes = client.slices.changes(slice, { cursor });
  const iterator = changes[Symbol.asyncIterator]();
  const ada = await write("Ada");
  expect(await take(iterator, 1)).toEqual([`entered ${ada} by write`]);
  await write("Bea");
  await pruneLogs(service.database, { days: 0, rows: 1_000_000 });
  await expect(all(slice, cursor)).rejects.toMatchObject({ code: "cursor_expired", status: 410 });
  const { changes_cursor: now } = await client.slices.get(slice);
  expect((await client.slices.listChanges(slice, { cursor: now })).changes).toEqual([]);
  await client.slices.delete(slice);
  await expect(all(slice, now)).rejects.toMatchObject({ code: "not_found" });
  await iterator.return?.();
});

test("the log of the project has every write, a page at a time", async () => {
  const { client, write } = await startSlice();
  const { next_cursor: start, changes: none } = await client.changes.list();
  expect(none).toEqual([]);
  const ids = [await write("a"), await write("b", "Person")];
  const first = await client.changes.list({ cursor: start, limit: 1 });
  const rest = await client.changes.list({ cursor: first.next_cursor });
  expect([first.has_more, rest.has_more]).toEqual([true, false]);
  expect([...first.changes, ...rest.changes].map(({ entity_id }) => entity_id)).toEqual(ids);
  expect(first.changes[0]).toMatchObject({ sequence: 1, before: null, after: { type: "Deal" } });
});
