// Tests whose webhooks are whose: that nobody sees more by one than by its key, and who may make one.

import { afterAll, expect, test } from "vitest";
import { sweep } from "../../src/operations/sweep.ts";
import { hostsIn } from "../../src/webhooks/hosts.ts";
import { startWebhooks } from "../../src/webhooks/worker.ts";
import { written } from "../live/following.ts";
import { type Caller, callerWith, startService } from "../support/service.ts";
import { deliveries, hooked, startReceiver, told } from "./receiver.ts";

const receiver = await startReceiver();
const webhookHosts = [receiver.host, "*.example.com"];
const service = await startService({ webhookHosts });
const { database } = service;
const hosts = hostsIn(webhookHosts);
if (hosts === undefined) throw new Error("There are no hosts.");
const none = (): void => undefined;
const log = { info: none, error: none, warn: none };
const sender = startWebhooks({ database, hosts, log, retries: { delaysMs: [50], giveUpMs: 60_000 } });
afterAll(async () => await sender.stop(1000));

const patience = { timeout: 20_000 };
const read = async (who: Caller, id: string) => (await who.get(`/v1/webhooks/${id}`)).body;
const deal = { type: "Deal" };

/** A key of a caller that is limited to a slice. */
async function limitedTo(root: Caller, slice: string): Promise<Caller> {
  const { status, body } = await root.post("/v1/keys", { slice });
  expect(status, JSON.stringify(body)).toBe(201);
  return callerWith(service.url, { ...root, key: body.key, keyId: body.id });
}

test("the webhook of a limited key sends what the key sees, which what leaves its view leaves as well", async () => {
  const root = await service.caller();
  const [gmail, slack] = [
    (await root.post("/v1/sources", { name: "mail" })).body.id,
    (await root.post("/v1/sources", { name: "slack" })).body.id,
  ];
  const key = await limitedTo(root, "source:mail");
  const [inbox, whole] = [receiver.open(), receiver.open()];
  const { id } = await hooked(key, "type:Deal", inbox.url);
  await hooked(root, "type:Deal", whole.url);
  const [seen, hidden] = await written(root, [
    { ...deal, source_id: gmail },
    { ...deal, source_id: slack },
  ]);
  await expect.poll(() => told(inbox), patience).toEqual([`entered ${seen}`]);
  await root.call("PATCH", `/v1/entities/${seen}`, { body: { source_id: slack } });
  await expect.poll(() => told(inbox), patience).toEqual([`entered ${seen}`, `left ${seen}`]);
  await expect.poll(() => told(whole).length, patience).toBe(3);
  expect(JSON.stringify(inbox.received)).not.toContain(hidden);
  // It sees its own webhooks, and who sees all of the project sees them as well.
  expect((await key.get("/v1/webhooks")).body.webhooks.map((each: any) => each.id)).toEqual([id]);
  expect((await root.get("/v1/webhooks")).body.webhooks).toHaveLength(2);
  const other = await limitedTo(root, "source:mail");
  expect((await other.get(`/v1/webhooks/${id}`)).status).toBe(404);
  expect((await other.get(`/v1/webhooks/${id}/deliveries`)).status).toBe(404);
  expect((await other.call("DELETE", `/v1/webhooks/${id}`)).status).toBe(404);
});

test("a key that is revoked, expires or is limited otherwise ends its webhooks, also in what they still had to send", async () => {
  const ends: readonly ((root: Caller, key: Caller) => Promise<unknown>)[] = [
    async (root, key) => await root.call("DELETE", `/v1/keys/${key.keyId}`),
    async (_, key) =>
      await database.pool.query("update api_key set expires_at = now() - interval '1 second' where id = $1", [
        key.keyId,
      ]),
    async (_, key) =>
      await database.pool.query("update api_key set slices = slices || '{source:gmail}' where id = $1", [
        key.keyId,
      ]),
  ];
  for (const end of ends) {
    const root = await service.caller();
    await root.post("/v1/sources", { name: "gmail" });
    // The slice of a key names only what there is.
    await written(root, [deal]);
    const key = await limitedTo(root, "type:Deal");
    const inbox = receiver.open();
    const { id } = await hooked(key, "type:Deal", inbox.url);
    inbox.answer = () => 500;
    await written(root, [deal]);
    await expect.poll(() => inbox.received.length, patience).toBeGreaterThan(0);
    await end(root, key);
    await expect.poll(async () => (await read(root, id)).status, patience).toBe("ended");
    const { length } = inbox.received;
    inbox.answer = () => 200;
    await written(root, [deal]);
    const [waiting] = await deliveries(root, id);
    expect(waiting.next_attempt_at).toBeNull();
    expect((await root.post(`/v1/webhooks/${id}/deliveries/${waiting.id}/repeat`, {})).status).toBe(404);
    // Another webhook, made later, gets its delivery meanwhile.
    const later = receiver.open();
    await hooked(root, "type:Deal", later.url);
    await written(root, [deal]);
    await expect.poll(() => later.received.length, patience).toBe(1);
    // What was under way at that moment may have come.
    expect(inbox.received.length - length).toBeLessThanOrEqual(1);
  }
});

test("the secret is shown once, and no role of requests can read it", async () => {
  const who = await service.caller();
  const slice = (await who.post("/v1/slices", { name: "sent", cql: "" })).body.id;
  const body = { slice_id: slice, url: "https://hooks.example.com/" };
  const made = await who.post("/v1/webhooks", body, { "idempotency-key": "one" });
  expect(made.body.secret).toMatch(/^whsec_/);
  const again = await who.post("/v1/webhooks", body, { "idempotency-key": "one" });
  expect(again.body).toMatchObject({ code: "key_shown_once", detail: expect.stringContaining(made.body.id) });
  expect(JSON.stringify(await read(who, made.body.id))).not.toContain("whsec_");
  const { app, limited } = database.roles ?? {};
  for (const role of [app, limited]) {
    const privilege = "select has_column_privilege($1, 'webhook', 'secret', 'select') as may";
    expect((await database.pool.query(privilege, [role])).rows).toEqual([{ may: false }]);
  }
});

test("a project has twenty webhooks at most, and of a URL that may not be called none", async () => {
  const who = await service.caller();
  const slice_id = (await who.post("/v1/slices", { name: "sent", cql: "" })).body.id;
  const make = async (url: string) => await who.post("/v1/webhooks", { slice_id, url });
  for (const [url, message] of [
    ["http://hooks.example.com/", "must begin with https://"],
    ["https://example.com/", "must be at a host that this service may call"],
    ["https://user:pass@hooks.example.com/", "must have no user"],
    ["ftp://hooks.example.com/", "must be a URL that begins with https://"],
  ]) {
    const { status, body } = await make(url ?? "");
    expect([status, body.errors?.[0]?.pointer]).toEqual([422, "/url"]);
    expect(body.errors[0].message).toContain(message);
  }
  expect(
    (await who.post("/v1/webhooks", { slice_id: who.projectId, url: "https://a.example.com/" })).status,
  ).toBe(404);
  for (let at = 0; at < 20; at++) expect((await make("https://a.example.com/")).status).toBe(201);
  expect((await make("https://a.example.com/")).body.code).toBe("too_many_webhooks");
});

test("a webhook that has nothing to send ends within a minute once its key has expired", async () => {
  const root = await service.caller();
  await root.post("/v1/sources", { name: "mail" });
  const key = await limitedTo(root, "source:mail");
  const { id } = await hooked(key, "type:Deal", receiver.open().url);
  await database.pool.query("update api_key set expires_at = now() - interval '1 second' where id = $1", [
    key.keyId,
  ]);
  await sweep(database, { changesKeptDays: 7, changesKeptRows: 1_000_000 });
  expect((await read(root, id)).status).toBe("ended");
});

test("limited keys have five each, with those that they have made, and take no place of the others", async () => {
  const root = await service.caller();
  const slice_id = (await root.post("/v1/slices", { name: "sent", cql: "" })).body.id;
  await root.post("/v1/sources", { name: "mail" });
  const url = "https://a.example.com/";
  const keyOf = async (who: Caller, limits: object): Promise<Caller> => {
    const { status, body } = await who.post("/v1/keys", { project_id: root.projectId, ...limits });
    expect(status, JSON.stringify(body)).toBe(201);
    return callerWith(service.url, { ...root, key: body.key, keyId: body.id });
  };
  const make = async (key: Caller) => {
    const own = (await key.post("/v1/slices", { name: "sent", cql: "" })).body.id;
    return (await key.post("/v1/webhooks", { slice_id: own, url })).body;
  };
  const fill = async (key: Caller): Promise<void> => {
    for (let made = 0; made < 5; made++) expect(await make(key)).toMatchObject({ status: "active" });
    expect((await make(key)).code).toBe("too_many_webhooks");
  };
  const [ofSlice, ofUser] = [
    await keyOf(root, { slice: "source:mail" }),
    await keyOf(root, { subject_id: "user-1" }),
  ];
  for (const key of [ofSlice, ofUser]) await fill(key);
  const [below, belowUser] = [await keyOf(ofSlice, { slice: "source:mail" }), await keyOf(ofUser, {})];
  for (const key of [below, belowUser]) expect((await make(key)).code).toBe("too_many_webhooks");
  for (let key = 2; key < 20; key++) await fill(await keyOf(root, { slice: "source:mail" }));
  expect((await make(await keyOf(root, { slice: "source:mail" }))).code).toBe("too_many_webhooks");
  for (let made = 0; made < 20; made++)
    expect((await root.post("/v1/webhooks", { slice_id, url })).status).toBe(201);
  expect((await root.post("/v1/webhooks", { slice_id, url })).body.code).toBe("too_many_webhooks");
});

test("only a key that may write makes one, and any sees them", async () => {
  const root = await service.caller();
  const { id, slice_id } = await hooked(root, "", receiver.open().url);
  for (const permission of ["read", "propose"] as const) {
    const { organizationId, projectId } = root;
    const who = await service.caller({ organizationId, projectId, permission });
    const made = await who.post("/v1/webhooks", { slice_id, url: "https://a.example.com/" });
    expect(made.status).toBe(403);
    expect((await who.call("DELETE", `/v1/webhooks/${id}`)).status).toBe(403);
    expect((await read(who, id)).id).toBe(id);
  }
});

test("a service that may call no host has no webhooks, and says so", async () => {
  const off = await startService({ webhookHosts: null });
  const who = await off.caller();
  for (const [method, path] of [
    ["GET", "/v1/webhooks"],
    ["POST", "/v1/webhooks"],
    ["GET", `/v1/webhooks/${who.projectId}`],
    ["DELETE", `/v1/webhooks/${who.projectId}`],
  ] as const) {
    const { status, body } = await who.call(method, path, method === "POST" ? { body: {} } : {});
    expect([status, body.code]).toEqual([403, "webhooks_disabled"]);
  }
});
