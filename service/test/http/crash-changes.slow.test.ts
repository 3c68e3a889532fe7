// Kills a server while it changes, applies, reverts and erases: each is done as a whole or not at all, stays done once it was acknowledged, and can be sent again.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect, test, vi } from "vitest";
import { startChild } from "../support/children.ts";
import { type Caller, callerWith, type Reply, startService } from "../support/service.ts";

const service = await startService();

/** What a request does to something that was made for it. */
interface Change {
  readonly who: Caller;
  readonly kind: string;
  readonly method: "DELETE" | "PATCH" | "POST";
  readonly path: string;
  readonly body?: unknown;
  /** Sent again with the same one. */
  readonly key: string;
  /** What can be seen of it, before and after; anything else is a half of it. */
  readonly before: unknown;
  readonly after: unknown;
  readonly see: () => Promise<unknown>;
}

const made = async (who: Caller, path: string, body: unknown): Promise<any> => {
  const reply = await who.post(path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body;
};

/** The contents of the versions of a memory; one that is not there has none. */
async function versionsOf(who: Caller, id: string): Promise<readonly string[]> {
  const { versions = [] } = (await who.get(`/v1/memories/${id}/history`)).body;
  return versions.map(
    ({ version, change, content }: any, at: number) => `${version - at} ${change} ${content}`,
  );
}

async function namesOf(who: Caller, type: string): Promise<readonly string[]> {
  const { entities } = (await who.get(`/v1/entities?cql=type:${type}`)).body;
  return entities.map(({ name }: { name: string }) => name).toSorted();
}

async function deltaNow(who: Caller, id: string): Promise<string> {
  const { status, applied_changes } = (await who.get(`/v1/deltas/${id}`)).body;
  return `${status} ${applied_changes}`;
}

type Making = (who: Caller) => Promise<Omit<Change, "key" | "kind" | "who">>;

async function patching(who: Caller): ReturnType<Making> {
  const [old, content] = [randomUUID(), randomUUID()];
  const { id } = await made(who, "/v1/memories", { content: old });
  return {
    method: "PATCH",
    path: `/v1/memories/${id}`,
    body: { content },
    before: [`1 created ${old}`],
    after: [`1 created ${old}`, `1 updated ${content}`],
    see: async () => await versionsOf(who, id),
  };
}

/** A delta of two entities with a type of its own, and a memory that takes the place of another. */
async function proposed(who: Caller) {
  const [type, content] = [`T${randomUUID().replaceAll("-", "")}`, randomUUID()];
  const { id: old } = await made(who, "/v1/memories", { content });
  const entities = ["one", "two"].map((name) => ({ type, name }));
  const memories = [{ content: `${content} anew`, supersedes: [old] }];
  const { id } = await made(who, "/v1/deltas", { entities, memories });
  const { changes } = (await who.get(`/v1/deltas/${id}/changes`)).body;
  const see = async () => [await deltaNow(who, id), await namesOf(who, type), await versionsOf(who, old)];
  return { id, changes, see, was: [`1 created ${content}`], superseded: `1 superseded ${content}` };
}

async function applyingPart(who: Caller): ReturnType<Making> {
  const { id, changes, see, was, superseded } = await proposed(who);
  const [first, , memory] = changes.map(({ change_id }: { change_id: string }) => change_id);
  return {
    method: "POST",
    path: `/v1/deltas/${id}/apply`,
    body: { only: [first, memory] },
    before: ["open 0", [], was],
    after: ["open 2", ["one"], [...was, superseded]],
    see,
  };
}

async function reverting(who: Caller): ReturnType<Making> {
  const { id, see, was, superseded } = await proposed(who);
  await made(who, `/v1/deltas/${id}/apply`, {});
  return {
    method: "POST",
    path: `/v1/deltas/${id}/revert`,
    body: {},
    before: ["applied 3", ["one", "two"], [...was, superseded]],
    after: ["reverted 0", [], was],
    see,
  };
}

async function erasing(who: Caller): ReturnType<Making> {
  const subject_id = randomUUID();
  const { id } = await made(who, "/v1/memories", { content: "one", subject_id });
  await made(who, "/v1/memories", { content: "two", subject_id, supersedes: [id] });
  const staged = await made(who, "/v1/memories", { content: "three", subject_id, apply: false });
  return {
    method: "DELETE",
    path: `/v1/memories?subject_id=${subject_id}`,
    before: [["1 created one", "1 superseded one"], 1, 1],
    after: [[], 0, 0],
    see: async () => [
      await versionsOf(who, id),
      (await who.get(`/v1/memories?subject_id=${subject_id}`)).body.memories.length,
      (await who.get(`/v1/deltas/${staged.delta_id}/changes`)).body.changes.length,
    ],
  };
}

const kinds: Readonly<Record<string, Making>> = { patching, applyingPart, reverting, erasing };

async function send(url: string, { who, method, path, body, key }: Change): Promise<Reply> {
  const headers = { "idempotency-key": key };
  return await callerWith(url, who).call(method, path, { ...(body !== undefined && { body }), headers });
}

/** The dead server may still hold the key of the request for a moment. */
async function untilDone(change: Change): Promise<Reply> {
  for (let left = 50; ; left--) {
    const reply = await send(service.url, change);
    if (reply.body?.code !== "idempotency_in_progress" || left === 0) return reply;
    await sleep(100);
  }
}

const [rounds, writers, changesEach] = [20, 4, 8];

test("changes, parts of deltas, reverts and erasures are whole after a kill, in twenty rounds", async () => {
  const outcomes: Record<string, number> = {};
  const count = (what: string): void => void (outcomes[what] = (outcomes[what] ?? 0) + 1);
  const callers = await Promise.all(Array.from({ length: writers }, async () => await service.caller()));
  for (let round = 0; round < rounds; round++) {
    const child = await startChild(service.database.url);
    const acknowledged: Change[] = [];
    const unknown: Change[] = [];
    const stocks = await Promise.all(
      callers.map(async (who) => {
        const stock: Change[] = [];
        for (let left = changesEach; left > 0; left--)
          for (const [kind, make] of Object.entries(kinds))
            if (Math.random() < 1 / Object.keys(kinds).length)
              stock.push({ kind, key: randomUUID(), who, ...(await make(who)) });
        return stock;
      }),
    );
    const sending = stocks.map(async (stock) => {
      for (const change of stock)
        try {
          const reply = await send(child.url, change);
          expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
          acknowledged.push(change);
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
          unknown.push(change);
          return;
        }
    });
    // In the middle of what comes after a few of them.
    const few = Math.floor(Math.random() * writers * 3);
    await vi.waitUntil(() => acknowledged.length >= few, { timeout: 30_000, interval: 1 });
    await child.kill();
    await Promise.all(sending);
    for (const { see, after, kind } of acknowledged) {
      expect(await see()).toEqual(after);
      count(`${kind} acknowledged`);
    }
    // A transaction of the dead server may still be at its commit.
    await sleep(300);
    for (const change of unknown) {
      const now = await change.see();
      expect([change.before, change.after]).toContainEqual(now);
      count(`${change.kind} ${isDeepStrictEqual(now, change.after) ? "done unseen" : "interrupted"}`);
      const again = await untilDone(change);
      expect(again.status, JSON.stringify([change, again.body])).toBeLessThan(300);
      expect(await change.see()).toEqual(change.after);
    }
  }
  process.stdout.write(`${JSON.stringify(outcomes)}\n`);
  for (const kind of Object.keys(kinds)) expect(outcomes[`${kind} acknowledged`]).toBeGreaterThan(0);
  const interrupted = Object.entries(outcomes).filter(([what]) => what.endsWith("interrupted"));
  expect(interrupted.reduce((sum, [, n]) => sum + n, 0)).toBeGreaterThan(rounds);
}, 300_000);
