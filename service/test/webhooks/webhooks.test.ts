// Tests what webhooks send: that nothing is lost, skipped or sent out of order.

import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { afterAll, expect, test } from "vitest";
import { pruneLogs } from "../../src/log/prune.ts";
import { sweep } from "../../src/operations/sweep.ts";
import { hostsIn } from "../../src/webhooks/hosts.ts";
import { startWebhooks } from "../../src/webhooks/worker.ts";
import { changes, written } from "../live/following.ts";
import { type Caller, startService } from "../support/service.ts";
import { deliveries, hooked, startReceiver, told } from "./receiver.ts";

const receiver = await startReceiver();
const webhookHosts = [receiver.host, "*.example.com"];
const service = await startService({ webhookHosts });
const { database } = service;
const hosts = hostsIn(webhookHosts);
if (hosts === undefined) throw new Error("There are no hosts.");
const warned: object[] = [];
const log = {
  info: () => undefined,
  error: (details: object) => warned.push(details),
  warn: (details: object) => warned.push(details),
};
/** Two servers send at once. */
const senders = [1, 2].map(() =>
  startWebhooks({
    database,
    hosts,
    log,
    timeoutMs: 3000,
    turnMs: 500,
    retries: { delaysMs: [50], giveUpMs: 7000 },
  }),
);
afterAll(async () => void (await Promise.all(senders.map(async ({ stop }) => await stop(1000)))));

const patience = { timeout: 40_000 };
const read = async (who: Caller, id: string) => (await who.get(`/v1/webhooks/${id}`)).body;
const deal = { type: "Deal" };

test("what enters a slice is sent, signed as the library of the Standard Webhooks verifies it", async () => {
  const who = await service.caller();
  const inbox = receiver.open();
  const { id, secret, slice_id, changes_cursor } = await hooked(who, "type:Deal", inbox.url);
  const [entity] = await written(who, [deal, { type: "Person" }]);
  await expect.poll(() => inbox.received.length, patience).toBe(1);
  const [received] = inbox.received;
  if (received === undefined) throw new Error("Nothing came.");
  expect(new Webhook(secret).verify(received.text, { ...received.headers })).toEqual(received.body);
  expect(() => new Webhook(secret).verify(`${received.text} `, { ...received.headers })).toThrow();
  expect(received.headers["content-type"]).toBe("application/json");
  const page = (await changes(who, slice_id, changes_cursor)).body;
  expect(received.body).toMatchObject({
    type: "slice.changes",
    data: { webhook_id: id, slice_id, project_id: who.projectId, changes: page.changes },
  });
  expect(page.changes).toMatchObject([{ kind: "entered", entity_id: entity }]);
  const { next_cursor } = received.body.data;
  expect((await changes(who, slice_id, next_cursor)).body.changes).toEqual([]);
  await expect.poll(async () => (await deliveries(who, id))[0]?.status, patience).toBe("delivered");
  expect(await deliveries(who, id)).toMatchObject([
    {
      id: received.id,
      type: "slice.changes",
      changes: 1,
      body: received.text,
      attempts: [{ http_status: 200, error: null }],
      next_attempt_at: null,
    },
  ]);
  expect(await read(who, id)).toMatchObject({ status: "active" });
});

test("many changes come in order, each once, one delivery after the other, though two servers send", async () => {
  const who = await service.caller();
  const inbox = receiver.open();
  const { slice_id, changes_cursor } = await hooked(who, "type:Deal", inbox.url);
  const ids = await written(
    who,
    Array.from({ length: 250 }, () => deal),
  );
  for (const id of ids.slice(0, 30)) await who.call("DELETE", `/v1/entities/${id}`);
  const page = async (cursor: string) => (await changes(who, slice_id, cursor, 200)).body;
  const wanted: string[] = [];
  for (let at = await page(changes_cursor); ; at = await page(at.next_cursor)) {
    wanted.push(...at.changes.map(({ kind, entity_id }: any) => `${kind} ${entity_id}`));
    if (at.has_more === false) break;
  }
  await expect.poll(() => inbox.received.at(-1)?.body.data.changes.at(-1)?.entity_id, patience).toBe(ids[29]);
  // How the writes fall into deliveries is a matter of time, so only what they lead to is the same.
  const members = (steps: readonly string[]) => {
    const inside = new Set<string>();
    for (const step of steps) {
      const [kind, id = ""] = step.split(" ");
      if (kind === "left") inside.delete(id);
      else inside.add(id);
    }
    return [...inside].toSorted();
  };
  expect(members(told(inbox))).toEqual(members(wanted));
  expect(new Set(inbox.received.map(({ id }) => id)).size).toBe(inbox.received.length);
  expect(inbox.most).toBe(1);
  for (const { body } of inbox.received) expect(body.data.changes.length).toBeLessThanOrEqual(100);
});

test("what is refused, or not answered in time, is sent again with the same ID, and what follows waits for it", async () => {
  const who = await service.caller();
  const inbox = receiver.open();
  const { id } = await hooked(who, "type:Deal", inbox.url);
  let attempts = 0;
  inbox.answer = () => {
    attempts++;
    // The second is never answered.
    return attempts === 1 ? 500 : attempts === 2 ? undefined : 204;
  };
  const [first] = await written(who, [deal]);
  await expect.poll(() => inbox.received.length, patience).toBeGreaterThan(0);
  const [second] = await written(who, [deal]);
  await expect.poll(() => told(inbox), patience).toEqual([`entered ${first}`, `entered ${second}`]);
  expect(inbox.received.map((each) => each.id).slice(0, 3)).toEqual(Array(3).fill(inbox.received[0]?.id));
  const [delivery] = await deliveries(who, id);
  expect(delivery.attempts).toMatchObject([
    { http_status: 500, error: "status 500" },
    { http_status: null, error: "no response within 3000 ms" },
    { http_status: 204, error: null },
  ]);
});

test("one whose receiver is quick has its turn among many whose receivers are slow", async () => {
  const who = await service.caller();
  const slow = Array.from({ length: 12 }, () => receiver.open());
  for (const inbox of slow) {
    inbox.answer = async () => await sleep(1000, 200);
    await hooked(who, "type:Deal", inbox.url);
  }
  const quick = receiver.open();
  await hooked(who, "type:Lead", quick.url);
  // Ten deliveries for each of the slow ones.
  await written(
    who,
    Array.from({ length: 1000 }, () => deal),
  );
  // Two servers, each with four turns of an organization.
  await expect.poll(() => slow.filter(({ received }) => received.length > 0).length, patience).toBe(8);
  await written(who, [{ type: "Lead" }]);
  await expect.poll(() => quick.received.length, { ...patience, interval: 20 }).toBe(1);
  expect(Math.max(...slow.map(({ received }) => received.length))).toBeLessThan(8);
});

test("a redirect is not followed", async () => {
  const who = await service.caller();
  const [inbox, other] = [receiver.open(), receiver.open()];
  const { id } = await hooked(who, "type:Deal", inbox.url);
  inbox.answer = (_, response) => void response.writeHead(307, { location: other.url }).end();
  await written(who, [deal]);
  await expect
    .poll(async () => (await deliveries(who, id))[0]?.attempts[0], patience)
    .toMatchObject({ http_status: 307, error: "a redirect, which is not followed" });
  expect(other.received).toEqual([]);
  expect((await who.call("DELETE", `/v1/webhooks/${id}`)).status).toBe(204);
});

test("one that fails for too long is paused, says so, and goes on where it was once its delivery is repeated", async () => {
  const who = await service.caller();
  const inbox = receiver.open();
  const { id } = await hooked(who, "type:Deal", inbox.url);
  inbox.answer = () => 503;
  const [first] = await written(who, [deal]);
  await expect.poll(async () => (await read(who, id)).status, patience).toBe("paused");
  const [second] = await written(who, [deal]);
  const [failed] = await deliveries(who, id);
  expect(failed).toMatchObject({ status: "failed", next_attempt_at: null });
  expect(failed.attempts.length).toBeGreaterThan(1);
  expect(warned).toContainEqual({ webhook: id, delivery: failed.id, reason: "status 503" });
  inbox.answer = () => 200;
  const repeat = await who.post(`/v1/webhooks/${id}/deliveries/${failed.id}/repeat`, {});
  expect(repeat.body).toMatchObject({ id: failed.id, status: "pending" });
  await expect.poll(() => told(inbox), patience).toEqual([`entered ${first}`, `entered ${second}`]);
  await expect.poll(async () => (await read(who, id)).status, patience).toBe("active");
});

test("a receiver that answers 410 wants no more", async () => {
  const who = await service.caller();
  const inbox = receiver.open();
  const { id } = await hooked(who, "type:Deal", inbox.url);
  inbox.answer = () => 410;
  await written(who, [deal]);
  await expect.poll(async () => (await read(who, id)).status, patience).toBe("paused");
  expect(inbox.received.length).toBe(1);
});

test("what was accepted is sent once more if it is repeated, with its ID, and stays accepted if that fails", async () => {
  const who = await service.caller();
  const inbox = receiver.open();
  const { id } = await hooked(who, "type:Deal", inbox.url);
  await written(who, [deal]);
  await expect.poll(async () => (await deliveries(who, id))[0]?.status, patience).toBe("delivered");
  inbox.answer = () => 500;
  const [{ id: delivery }] = (await deliveries(who, id)) as [{ id: string }];
  expect((await who.post(`/v1/webhooks/${id}/deliveries/${delivery}/repeat`, {})).status).toBe(200);
  await expect.poll(async () => (await deliveries(who, id))[0]?.attempts.length, patience).toBe(2);
  expect((await deliveries(who, id))[0]).toMatchObject({ status: "delivered", next_attempt_at: null });
  expect(inbox.received.map((each) => each.id)).toEqual([delivery, delivery]);
  expect(await read(who, id)).toMatchObject({ status: "active" });
});

test("what leaves by time alone is sent within seconds", async () => {
  const who = await service.caller();
  const inbox = receiver.open();
  await hooked(who, "type:Deal after:1d", inbox.url);
  const leaves = Date.now() + 2500;
  const created_at = new Date(leaves - 24 * 60 * 60_000).toISOString();
  const [entity] = await written(who, [{ ...deal, created_at }]);
  await expect.poll(() => told(inbox), patience).toEqual([`entered ${entity}`, `left ${entity}`]);
  const [, second] = inbox.received;
  expect(second?.body.data.changes).toMatchObject([{ reason: "time" }]);
  expect(Date.parse(second?.body.timestamp) - leaves).toBeLessThan(5000);
});

test("what a webhook has still to send is kept for two days; one that is older is told to read the slice again", async () => {
  const who = await service.caller();
  const inbox = receiver.open();
  const { id } = await hooked(who, "type:Deal", inbox.url);
  inbox.answer = () => 503;
  await written(who, [deal]);
  await expect.poll(async () => (await read(who, id)).status, patience).toBe("paused");
  const [second] = await written(who, [deal]);
  await pruneLogs(database, { days: 0, rows: 1_000_000 });
  const logged = "select sequence from entity_change where project_id = $1";
  expect((await database.pool.query(logged, [who.projectId])).rows).toEqual([{ sequence: 2 }]);
  await database.pool.query(
    "update entity_change set at = now() - interval '49 hours' where project_id = $1",
    [who.projectId],
  );
  await pruneLogs(database, { days: 0, rows: 1_000_000 });
  expect((await database.pool.query(logged, [who.projectId])).rows).toEqual([]);
  inbox.answer = () => 200;
  const [failed] = await deliveries(who, id);
  await who.post(`/v1/webhooks/${id}/deliveries/${failed.id}/repeat`, {});
  await expect.poll(() => inbox.received.at(-1)?.body.type, patience).toBe("slice.cursor_expired");
  const { data } = inbox.received.at(-1)?.body ?? {};
  expect(data.changes).toEqual([]);
  const third = await written(who, [deal]);
  await expect.poll(() => told(inbox).at(-1), patience).toBe(`entered ${third[0]}`);
  expect(told(inbox).join()).not.toContain(second);
  expect((await changes(who, data.slice_id, data.next_cursor)).body.changes).toHaveLength(1);
});

test("what was accepted is deleted with the log, and a failure is kept", async () => {
  const who = await service.caller();
  const [inbox, other] = [receiver.open(), receiver.open()];
  const [kept, swept] = [
    await hooked(who, "type:Deal", inbox.url),
    await hooked(who, "type:Deal", other.url),
  ];
  inbox.answer = () => 410;
  await written(who, [deal]);
  await expect.poll(async () => (await deliveries(who, swept.id))[0]?.status, patience).toBe("delivered");
  await expect.poll(async () => (await read(who, kept.id)).status, patience).toBe("paused");
  await database.pool.query(
    "update delivery set created_at = now() - interval '25 hours' where project_id = $1",
    [who.projectId],
  );
  await sweep(database, { changesKeptDays: 0, changesKeptRows: 1_000_000 });
  expect(await deliveries(who, swept.id)).toEqual([]);
  expect(await deliveries(who, kept.id)).toHaveLength(1);
});

test("a webhook is deleted with its deliveries, and with its slice", async () => {
  const who = await service.caller();
  const inbox = receiver.open();
  const [one, other] = [await hooked(who, "type:Deal", inbox.url), await hooked(who, "type:Deal", inbox.url)];
  await written(who, [deal]);
  await expect.poll(() => inbox.received.length, patience).toBe(2);
  expect((await who.call("DELETE", `/v1/webhooks/${one.id}`)).status).toBe(204);
  expect((await who.call("DELETE", `/v1/slices/${other.slice_id}`)).status).toBe(204);
  for (const { id } of [one, other]) {
    expect((await who.get(`/v1/webhooks/${id}`)).status).toBe(404);
    expect((await who.get(`/v1/webhooks/${id}/deliveries`)).status).toBe(404);
  }
  const { rows } = await database.pool.query("select from delivery where project_id = $1", [who.projectId]);
  expect(rows).toEqual([]);
  const { activity } = (await who.get("/v1/activity")).body;
  expect(activity.map(({ action, object }: any) => `${action} ${object}`)).toEqual([
    "deleted webhook",
    "made webhook",
    "made webhook",
  ]);
});
