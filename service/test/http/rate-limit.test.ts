// Tests the rate limits: how many requests a key may send, and what responses report about it.

import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { tokenBuckets } from "../../src/http/rate-limit.ts";
import { startService } from "../support/service.ts";

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
  /** A service whose look-ups of keys are counted, and in which each takes a while. */
  async function start(rateLimitPerMinute: number, lookUpMs = 0) {
    const seen = { lookUps: 0, atATime: 0, most: 0 };
    const { url, caller, database } = await startService({
      rateLimitPerMinute,
      seenBy: (own) => {
        const query: typeof own.system.query = own.system.query.bind(own.system);
        const slowly = async (...given: Parameters<typeof query>) => {
          seen.lookUps++;
          seen.most = Math.max(seen.most, ++seen.atATime);
          await sleep(lookUpMs);
          seen.atATime--;
          return query(...given);
        };
        return { ...own, system: Object.create(own.system, { query: { value: slowly } }) };
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

  test("that guesses keys is rate limited, and sees the policy in headers", async () => {
    const { guess } = await start(5);
    const replies = [];
    for (let at = 0; at < 7; at++) replies.push(await guess(at, at % 2 === 0 ? "/v1/slices" : "/v1/nothing"));
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(replies.map(({ headers }) => headers.get("ratelimit-policy"))).toEqual(
      replies.map(() => '"address";q=5;w=60'),
    );
    expect(await replies.at(-1)?.json()).toMatchObject({ detail: expect.stringContaining("this address") });
  });

  test("that guesses many keys at once has few of them looked up at a time", async () => {
    const { seen, guess } = await start(5, 10);
    const statuses = await statusesOf(Array.from({ length: 30 }, async (_, at) => await guess(at)));
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(25).fill(429)]);
    expect(seen).toEqual({ lookUps: 30, atATime: 0, most: 2 });
  });

  test("that repeats a guess during its lookup gets no more concurrent lookups", async () => {
    const { seen, guess } = await start(5, 600);
    const first = [guess(1), guess(2)];
    await sleep(100);
    const waiting = guess(3);
    await sleep(550);
    const again = guess(3);
    await Promise.all([...first, waiting, again]);
    expect(seen.most).toBe(2);
  });

  test("that sends malformed keys, or none, is rate limited", async () => {
    const { guess, caller } = await start(5);
    const someone = await caller();
    for (const authorization of ["", "Bearer", "Bearer slice-x", "Basic x", `Bearer ${someone.key}x`])
      expect((await someone.call("GET", "/v1/slices", { headers: { authorization } })).status).toBe(401);
    expect((await guess(0)).status).toBe(429);
  });

  test("that guesses keys blocks no valid key at that address, in use or not", async () => {
    const { guess, caller, database } = await start(20);
    const [used, revoked, other] = [await caller(), await caller(), await caller()];
    for (const each of [used, revoked]) expect((await each.get("/v1/slices")).status).toBe(200);
    await database.pool.query("update api_key set revoked_at = now() where id = $1", [revoked.keyId]);
    await sleep(600);
    let at = 0;
    while ((await guess(at++)).status === 401);
    const flood = Array.from({ length: 200 }, async () => await guess(at++));
    expect((await used.get("/v1/slices")).status).toBe(200);
    expect((await other.get("/v1/slices")).status).toBe(200);
    expect((await revoked.get("/v1/slices")).status).toBe(429);
    expect(new Set(await statusesOf(flood))).toEqual(new Set([429]));
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

describe("the address that a request counts for", () => {
  const statusFrom = async (url: string, forwarded: string): Promise<number> => {
    const headers = { authorization: "Bearer x", "x-forwarded-for": forwarded };
    return (await fetch(`${url}/v1/slices`, { headers })).status;
  };

  test("is that of its connection, whatever its headers say", async () => {
    const { url } = await startService({ rateLimitPerMinute: 2 });
    const statuses = [];
    for (const from of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) statuses.push(await statusFrom(url, from));
    expect(statuses).toEqual([401, 401, 429]);
  });

  test("is the last untrusted one in the header of a trusted proxy, and for IPv6 its network", async () => {
    const trustedProxies = ["127.0.0.0/8", "10.0.0.1"];
    const { url } = await startService({ rateLimitPerMinute: 2, trustedProxies });
    const sent = [
      ["192.0.2.1", 401],
      ["192.0.2.1", 401],
      ["192.0.2.1", 429],
      ["192.0.2.9, 192.0.2.1", 429],
      ["192.0.2.1, 10.0.0.1", 429],
      ["192.0.2.2", 401],
      ["::ffff:192.0.2.2", 401],
      ["192.0.2.2", 429],
      ["2001:db8:0:7::1", 401],
      ["2001:db8:0:7:8:9:a:b", 401],
      ["2001:db8:0:7:ffff::", 429],
      ["2001:db8::7", 401],
    ] as const;
    for (const [from, status] of sent) expect([from, await statusFrom(url, from)]).toEqual([from, status]);
  });
});

describe("a bucket", () => {
  test("fills continuously, and never beyond its capacity", async () => {
    let now = 0;
    const left = askingFor(() => now);
    expect(await left()).toBe("59");
    for (let sent = 0; sent < 59; sent++) await left();
    expect(await left()).toBe("none");
    now += 500;
    expect(await left()).toBe("none");
    now += 500;
    expect(await left()).toBe("0");
    now += 3_600_000;
    expect(await left()).toBe("59");
  });

  test("is dropped when there are too many, if it was not used for the longest time", async () => {
    const left = askingFor(() => 0);
    for (const id of ["long ago", "lately"]) expect(await left(id)).toBe("59");
    await left("another", 99_997);
    expect(await left("lately")).toBe("58");
    expect(await left("new")).toBe("59");
    expect(await left("lately")).toBe("57");
    expect(await left("long ago")).toBe("59");
  });
});

/** Takes a token of a bucket that holds sixty, after so many others; how many are left. */
function askingFor(now: () => number): (id?: string, others?: number) => Promise<unknown> {
  const { take } = tokenBuckets("key", 60, now);
  const app = Fastify();
  app.get<{ Querystring: { readonly id: string; readonly others: string } }>("/", async (request, reply) => {
    for (let other = 0; other < Number(request.query.others); other++) take(`other ${other}`, reply);
    take(request.query.id, reply);
    return await reply.send({});
  });
  return async (id = "a", others = 0) => {
    const { statusCode, headers } = await app.inject({ url: "/", query: { id, others: String(others) } });
    return statusCode === 200 ? headers["ratelimit-remaining"] : "none";
  };
}
