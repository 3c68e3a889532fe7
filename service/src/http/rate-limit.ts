// Rate limits for keys, and for addresses that send no valid key: each has a bucket of tokens that refills continuously.

import type { FastifyReply } from "fastify";
import { Problem } from "../values/problem.ts";

/** What has a bucket; the name is in the headers of the response. */
export type BucketKind = "key" | "address";

/** Buckets of tokens, by ID. */
export interface Buckets {
  /** Takes a token, or throws a {@link Problem}; sets headers with the number of tokens left. */
  readonly take: (id: string, reply: FastifyReply) => void;
}

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** Maximum buckets kept in memory. Beyond it the least recently used are dropped: those clients start with a full bucket. */
const maxBuckets = 100_000;
/** Milliseconds without a request after which a bucket is full again. */
const minute = 60_000;

const addressDetail =
  "Too many requests without a valid key from this address; check the key, and wait as long as Retry-After says.";

/** Buckets of `perMinute` tokens. `now` is in milliseconds. */
export function tokenBuckets(
  of: BucketKind,
  perMinute: number,
  now: () => number = () => performance.now(),
): Buckets {
  const buckets = new Map<string, Bucket>();
  const filledAt = (id: string, at: number): number => {
    const bucket = buckets.get(id) ?? { tokens: perMinute, at };
    return Math.min(perMinute, bucket.tokens + ((at - bucket.at) / minute) * perMinute);
  };
  const put = (id: string, bucket: Bucket): void => {
    // The least recently used come first.
    buckets.delete(id);
    buckets.set(id, bucket);
    for (const [oldest, { at }] of buckets) {
      if (bucket.at - at < minute && buckets.size <= maxBuckets) return;
      buckets.delete(oldest);
    }
  };
  const take = (id: string, reply: FastifyReply): void => {
    const at = now();
    const filled = filledAt(id, at);
    const hasToken = filled >= 1;
    const tokens = hasToken ? filled - 1 : filled;
    put(id, { tokens, at });
    const wait = Math.ceil((Math.max(0, 1 - tokens) / perMinute) * 60);
    const left = Math.floor(tokens);
    void reply.headers({
      "ratelimit-policy": `"${of}";q=${perMinute};w=60`,
      ratelimit: `"${of}";r=${left};t=${wait}`,
      // For clients that are older than the draft with the two headers above.
      "ratelimit-limit": perMinute,
      "ratelimit-remaining": left,
      "ratelimit-reset": wait,
    });
    if (hasToken) return;
    const headers = { "retry-after": String(Math.max(1, wait)) };
    const detail = of === "address" && { detail: addressDetail };
    throw new Problem("rate_limited", { headers, limit: `${of}_rate`, ...detail });
  };
  return { take };
}
