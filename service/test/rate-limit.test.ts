// Rate limits: how many requests a key may send, and what answers say about it.

import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { tokenBuckets } from "../src/http/rate-limit.ts";
import { startService } from "./support/service.ts";

const service = await startService({ rateLimitPerMinute: 5 });

test("a key over its limit is refused with Retry-After, and other keys are not", async () => {
  const eager = await service.caller();
  const calm = await service.caller();
  const replies = [];
  for (let sent = 0; sent < 6; sent++) replies.push(await eager.get("/v1/slices"));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(replies.map(({ headers }) => headers.get("ratelimit-remaining"))).toEqual([
    "4",
    "3",
    "2",
    "1",
    "0",
    "0",
  ]);
  const { body, headers } = replies.at(-1) ?? expect.fail("there is no last one");
  expect(body.code).toBe("rate_limited");
  expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(12);
  expect(headers.get("ratelimit")).toMatch(/^"key";r=0;t=\d+$/);
  expect(headers.get("ratelimit-policy")).toBe('"key";q=5;w=60');
  expect((await calm.get("/v1/slices")).status).toBe(200);
});

test("a response to a key shows what is left, even on a 404", async () => {
  const someone = await service.caller();
  const asked = [
    ["GET", "/v1/nothing", 404],
    ["PUT", "/v1/slices", 405],
    ["GET", "/v1/slices/0198c0de-7a11-7c3e-9b1f-3d2a5e6f7082", 404],
    ["GET", "/v1/slices?limit=x", 422],
    ["POST", "/v1/no/such/thing", 404],
    ["OPTIONS", "/v1/slices", 429],
    ["GET", "/v1/nothing", 429],
  ] as const;
  for (const [at, [method, path, status]] of asked.entries()) {
    const reply = await someone.call(method, path);
    expect([path, reply.status, reply.headers.get("ratelimit-policy")]).toEqual([
      path,
      status,
      '"key";q=5;w=60',
    ]);
    expect(reply.headers.get("ratelimit")).toMatch(`"key";r=${Math.max(0, 4 - at)};t=`);
  }
});

test("without a key, an unknown path is a 404", async () => {
  for (const [method, path, status] of [
    ["GET", "/v1/nothing", 404],
    ["PUT", "/v1/slices", 405],
  ] as const) {
    const reply = await fetch(service.url + path, { method });
    expect([reply.status, reply.headers.get("ratelimit")]).toEqual([status, null]);
  }
});

describe("an address", () => {
  /** A service whose look-ups of keys are counted. */
  async function start(rateLimitPerMinute: number) {
    const seen = { lookUps: 0 };
    const { url, caller, database } = await startService({
      rateLimitPerMinute,
      seenBy: (own) => {
        const query: typeof own.pool.query = own.pool.query.bind(own.pool);
        const pool = Object.create(own.pool, {
          query: {
            value: (...given: Parameters<typeof query>) => {
              seen.lookUps++;
              return query(...given);
            },
          },
        });
        return { ...own, pool };
      },
    });
    const guess = async (at: number, path = "/v1/slices"): Promise<Response> =>
      await fetch(url + path, {
        headers: { authorization: `Bearer slice-${String(at).padStart(43, "0")}` },
      });
    return { seen, guess, caller, database };
  }
  const statusesOf = async (replies: readonly Promise<Response>[]): Promise<readonly number[]> =>
    (await Promise.all(replies)).map(({ status }) => status).toSorted((a, b) => a - b);

  test("that guesses keys is slowed down, and sees what is counted", async () => {
    const { seen, guess } = await start(5);
    const replies = [];
    for (let at = 0; at < 7; at++) replies.push(await guess(at, at % 2 === 0 ? "/v1/slices" : "/v1/nothing"));
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(replies.map(({ headers }) => headers.get("ratelimit-policy"))).toEqual(
      replies.map(() => '"address";q=5;w=60'),
    );
    expect(await replies.at(-1)?.json()).toMatchObject({ detail: expect.stringContaining("this address") });
    expect(seen.lookUps).toBe(5);
  });

  test("that guesses many at once costs no more look-ups", async () => {
    const { seen, guess } = await start(5);
    const statuses = await statusesOf(Array.from({ length: 30 }, async (_, at) => await guess(at)));
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(25).fill(429)]);
    expect(seen.lookUps).toBe(5);
    expect(await statusesOf(Array.from({ length: 3 }, async () => await guess(99)))).toEqual([429, 429, 429]);
  });

  test("that sends malformed keys, or none, is slowed down as well", async () => {
    const { guess, caller } = await start(5);
    const someone = await caller();
    for (const authorization of ["", "Bearer", "Bearer slice-x", "Basic x", `Bearer ${someone.key}x`])
      expect((await someone.call("GET", "/v1/slices", { headers: { authorization } })).status).toBe(401);
    expect((await guess(0)).status).toBe(429);
  });

  test("that guesses keys does not block keys in use there, even if they have to be looked up again", async () => {
    const { guess, caller, database } = await start(20);
    const [used, revoked, other] = [await caller(), await caller(), await caller()];
    for (const each of [used, revoked]) expect((await each.get("/v1/slices")).status).toBe(200);
    await database.pool.query("update api_key set revoked_at = now() where id = $1", [revoked.keyId]);
    await sleep(600);
    let at = 0;
    while ((await guess(at++)).status === 401);
    expect((await used.get("/v1/slices")).status).toBe(200);
    expect((await revoked.get("/v1/slices")).status).toBe(429);
    // One that was not in use waits until there is a token, like a guess; which does not take it.
    expect((await other.get("/v1/slices")).status).toBe(429);
    while ((await other.get("/v1/slices")).status === 429) await sleep(100);
    const both = await Promise.all([other.get("/v1/slices"), guess(at)]);
    expect(both.map(({ status }) => status)).toEqual([200, 401]);
  });

  test("with many clients that start using one key at once has enough tokens for all", async () => {
    const { caller } = await start(40);
    const someone = await caller();
    const replies = await Promise.all(
      Array.from({ length: 40 }, async () => await someone.get("/v1/slices")),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const others = await Promise.all(Array.from({ length: 50 }, caller));
    for (const each of others) expect((await each.get("/v1/slices")).status).toBe(200);
  });
});

describe("a bucket", () => {
  test("fills continuously, and never beyond its capacity", async () => {
    let now = 0;
    const { take, giveBack } = tokenBuckets("key", 60, () => now);
    const app = Fastify();
    app.get("/", async (_request, reply) => {
      take("a", reply);
      return await reply.send({});
    });
    const left = async (): Promise<unknown> => {
      const { statusCode, headers } = await app.inject("/");
      return statusCode === 200 ? headers["ratelimit-remaining"] : "none";
    };
    expect(await left()).toBe("59");
    for (let sent = 0; sent < 59; sent++) await left();
    expect(await left()).toBe("none");
    now += 500;
    expect(await left()).toBe("none");
    now += 500;
    expect(await left()).toBe("0");
    now += 3_600_000;
    expect(await left()).toBe("59");
    giveBack("a");
    giveBack("a");
    expect(await left()).toBe("59");
  });
});
