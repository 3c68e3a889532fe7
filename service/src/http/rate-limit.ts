// How many requests a key may send: a bucket of tokens each, which fills again all the time.

import type { FastifyReply } from "fastify";
import { Problem } from "./problem.ts";

/** Takes a token of this key, or throws a {@link Problem}; the answer says in its headers how many are left. */
export type TakeToken = (id: string, reply: FastifyReply) => void;

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** Buckets beyond this number are forgotten: they were full again, or their owner gets a new one. */
const remembered = 100_000;
const minute = 60_000;

/** Buckets of `perMinute` tokens. `now` is in milliseconds. */
export function tokenBuckets(perMinute: number, now: () => number = () => performance.now()): TakeToken {
  const buckets = new Map<string, Bucket>();
  return (id, reply) => {
    const at = now();
    const bucket = buckets.get(id) ?? { tokens: perMinute, at };
    const filled = Math.min(perMinute, bucket.tokens + ((at - bucket.at) / minute) * perMinute);
    const hasToken = filled >= 1;
    const tokens = hasToken ? filled - 1 : filled;
    if (buckets.size >= remembered) buckets.clear();
    buckets.set(id, { tokens, at });
    const wait = Math.ceil((Math.max(0, 1 - tokens) / perMinute) * 60);
    const left = Math.floor(tokens);
    void reply.headers({
      "ratelimit-policy": `"key";q=${perMinute};w=60`,
      ratelimit: `"key";r=${left};t=${wait}`,
      // What clients read that are older than the draft with the two above.
      "ratelimit-limit": perMinute,
      "ratelimit-remaining": left,
      "ratelimit-reset": wait,
    });
    if (!hasToken)
      throw new Problem("rate_limited", { headers: { "retry-after": String(Math.max(1, wait)) } });
  };
}
