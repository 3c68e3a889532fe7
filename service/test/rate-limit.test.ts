// Rate limits: how many requests a key may send, and what answers say about it.

import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { tokenBuckets } from "../src/http/rate-limit.ts";
import { startService } from "./support/service.ts";

const service = await startService({ rateLimitPerMinute: 5 });

test("a key that sends too many is refused, told when to come back, and others are not", async () => {
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

test("whoever guesses keys is slowed down, too", async () => {
  const guess = async (): Promise<number> =>
    (await fetch(`${service.url}/v1/slices`, { headers: { authorization: "Bearer slice-x" } })).status;
  const statuses = [];
  for (let sent = 0; sent < 6; sent++) statuses.push(await guess());
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

describe("a bucket", () => {
  test("fills all the time, and never over its brim", async () => {
    let now = 0;
    const take = tokenBuckets(60, () => now);
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
  });
});
