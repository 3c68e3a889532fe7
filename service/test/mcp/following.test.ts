// Tests that an agent follows a slice: with a tool that says what has changed since a cursor, and with a stream that says that something has.

import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import { pruneLogs } from "../../src/log/prune.ts";
import { written } from "../live/following.ts";
import { type Agent, agentAt, generations } from "../support/agents.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();

async function createSlice(who: Caller, name = "Deals", cql = "type:Deal"): Promise<string> {
  return (await who.post("/v1/slices", { name, cql })).body.id;
}

/** What has changed, in short. */
function said({ body }: Awaited<ReturnType<Agent["call"]>>): readonly string[] {
  return body.changes.map(({ kind, type, name, reason }: any) => [kind, type, name, reason].join(" ").trim());
}

describe.each(generations)("a client of %s", (generation) => {
  test("asks what is new in a slice, by name or by ID", async () => {
    const who = await service.caller();
    const id = await createSlice(who);
    const [first = ""] = await written(who, [{ type: "Deal", name: "old" }]);
    const agent = await agentAt(service.url, who.key, { generation });
    const start = (await agent.call("changes_since", { slice: "Deals" })).body;
    expect(start).toEqual({ changes: [], next_cursor: expect.any(String), has_more: false, count: 1 });
    await written(who, [{ type: "Deal", name: "new" }, { type: "Person" }]);
    await who.call("PATCH", `/v1/entities/${first}`, { body: { name: "older" } });
    const next = await agent.call("changes_since", { slice: id, cursor: start.next_cursor });
    expect(said(next)).toEqual(["entered Deal new write", "changed Deal older write"]);
    await who.call("DELETE", `/v1/entities/${first}`);
    const last = await agent.call("changes_since", { slice: "Deals", cursor: next.body.next_cursor });
    expect(last.body).toMatchObject({
      changes: [{ kind: "left", id: first, reason: "write" }],
      has_more: false,
    });
  });

  test("is told what to do where there is no way on", async () => {
    const who = await service.caller();
    const id = await createSlice(who);
    for (let copy = 0; copy < 2; copy += 1) await createSlice(who, "twice");
    const agent = await agentAt(service.url, who.key, { generation });
    const { next_cursor: cursor } = (await agent.call("changes_since", { slice: id })).body;
    await written(who, [{ type: "Deal" }]);
    await pruneLogs(service.database, { days: 0, rows: 1_000_000 });
    const expired = await agent.call("changes_since", { slice: id, cursor });
    expect(expired).toMatchObject({ isError: true, body: { code: "cursor_expired" } });
    expect(expired.body.detail).toMatch(/changes_since without a cursor/);
    for (const [input, code, pointers] of [
      [{ slice: id, cursor: "x" }, "invalid_request", ["/cursor"]],
      [{ slice: "twice" }, "invalid_request", ["/slice"]],
      [{ slice: "type:Deal" }, "not_found", undefined],
      [{ slice: crypto.randomUUID() }, "not_found", undefined],
      [{}, "invalid_request", ["/slice"]],
    ] as const) {
      const { isError, body } = await agent.call("changes_since", input);
      expect([input, isError, body.code, body.errors?.map(({ pointer }: any) => pointer)]).toEqual([
        input,
        true,
        code,
        pointers,
      ]);
    }
  });
});

/** An agent of 2026, and the addresses that it was told of. */
async function listener(who: Pick<Caller, "key">) {
  const client = (await agentAt(service.url, who.key)).client as Client;
  const updated: string[] = [];
  client.setNotificationHandler(
    "notifications/resources/updated",
    ({ params }) => void updated.push(params.uri),
  );
  const listen = async (...resourceSubscriptions: readonly string[]) =>
    await client.listen({ resourceSubscriptions: [...resourceSubscriptions] });
  return { client, updated, listen };
}

/** On a busy machine it takes seconds. */
function soon<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: 30_000 });
}

describe("an agent that listens to a slice", () => {
  test("is told when it changes, of no other, and of what cannot be listened to at once", async () => {
    const who = await service.caller();
    const [deals, people] = [await createSlice(who), await createSlice(who, "All people", "type:Person")];
    const stranger = await service.caller();
    const [uri, byName] = [`slice://slices/${deals}`, "slice://slices/All%20people"];
    const { updated, listen } = await listener(who);
    const others = [
      "slice://catalog",
      `slice://slices/${crypto.randomUUID()}`,
      "slice://slices/nothing",
      "x",
    ];
    const { honoredFilter, close } = await listen(uri, byName, ...others);
    expect(honoredFilter).toEqual({ resourceSubscriptions: [uri, byName] });
    const foreign = await listener(stranger);
    expect((await foreign.listen(uri)).honoredFilter).toEqual({});
    await written(who, [{ type: "Bug" }, { type: "Deal" }]);
    await soon(() => updated).toEqual([uri]);
    await written(who, [{ type: "Person" }]);
    await soon(() => updated).toEqual([uri, byName]);
    expect(foreign.updated).toEqual([]);
    expect(people).not.toBe(deals);
    await close();
  });

  test("counts where streams are limited, and no more once it has gone", async () => {
    const who = await service.caller();
    const uris: string[] = [];
    for (let at = 0; at < 100; at += 1) uris.push(`slice://slices/${await createSlice(who, String(at))}`);
    const { listen } = await listener(who);
    const open = [];
    for (let at = 0; at < 5; at += 1) open.push(await listen(...uris));
    const [uri = ""] = uris;
    await expect(listen(uri)).rejects.toMatchObject({ data: { status: 429 } });
    await expect(listen(...uris, "slice://slices/one-more")).rejects.toMatchObject({ data: { status: 422 } });
    await open[0]?.close();
    await soon(
      async () =>
        await listen(uri).then(
          () => "listens",
          () => "refused",
        ),
    ).toBe("listens");
  });

  test("is let go when its key is revoked", async () => {
    const who = await service.caller();
    const id = await createSlice(who);
    const { key, id: keyId } = (await who.post("/v1/keys", {})).body;
    const revoked = await listener({ key });
    const { closed, honoredFilter } = await revoked.listen(`slice://slices/${id}`);
    expect(honoredFilter.resourceSubscriptions).toHaveLength(1);
    await who.call("DELETE", `/v1/keys/${keyId}`);
    expect(["graceful", "remote"]).toContain(await closed);
  });
});

test("a client of 2025 is not offered what it would have to be told over a connection of its own", async () => {
  const who = await service.caller();
  for (const [generation, offered] of [
    ["2026-07-28", { listChanged: false, subscribe: true }],
    ["2025-11-25", { listChanged: false }],
    ["1.x", { listChanged: false }],
  ] as const) {
    const { client } = await agentAt(service.url, who.key, { generation });
    expect(client.getServerCapabilities()?.resources).toEqual(offered);
  }
});
