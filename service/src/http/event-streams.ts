// Streams of server-sent events: one timer looks up what is new, and whether keys are still valid, for all streams of a kind.

import { PassThrough, Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Outage, type OutageLog, reportOutages } from "../database/outage.ts";
import type { Database, Tenant } from "../database/transaction.ts";
import { areValid } from "../organizations/key.ts";
import { outsideSpans } from "../telemetry/spans.ts";
import { Problem } from "../values/problem.ts";

/** An open stream, and whose it is. */
export class Follower {
  readonly tenant: Tenant;
  readonly stream: PassThrough = new PassThrough();
  /** Set while what is next for it is read. */
  fed: Promise<void> | undefined;

  constructor(tenant: Tenant) {
    this.tenant = tenant;
  }

  /** Whether the buffer of the stream is drained. */
  get isReading(): boolean {
    const { writableNeedDrain, writableEnded, destroyed } = this.stream;
    return !writableNeedDrain && !writableEnded && !destroyed;
  }

  /** Writes to the stream, unless it has ended. */
  write(text: string): void {
    if (!this.stream.writableEnded && !this.stream.destroyed) this.stream.write(text);
  }
}

/** The open streams of a kind. */
export interface Streams<Each extends Follower> {
  /** Begins to feed a stream. Throws a {@link Problem} if too many are open. */
  readonly open: (follower: Each) => Readable;
  /** Ends all streams; clients reconnect and continue. */
  readonly close: () => Promise<void>;
}

/** How the streams of a kind are fed. */
export interface Feeding<Each extends Follower> {
  /** What the log says if it fails. */
  readonly failure: string;
  /** What to do in place of an endless stream. */
  readonly advice: string;
  /** Starts sending each stream what is new. One that waits for connections of its organization must not delay the others. */
  readonly feed: (followers: ReadonlySet<Each>, outage: Outage) => Promise<void>;
  /** What is sent to a stream that is silent. */
  readonly pulse?: (follower: Each) => string;
}

/** How often what is new is looked up. */
const pollMs = 100;
/** Proxies close a connection that is silent for a minute or so. */
const pulseMs = 15_000;
/** How often a key is checked again. */
const keyMs = 500;
/** Maximum open streams: each takes a connection, and a process can have some ten thousand. */
const [maxOfKey, maxOfOrganization] = [500, 1000];

/** The open streams of all kinds, by their database. */
const opened = new WeakMap<Database, Set<Follower>>();

/** Makes the streams of a kind. */
export function createStreams<Each extends Follower>(
  database: Database,
  log: OutageLog,
  feeding: Feeding<Each>,
): Streams<Each> {
  const followers = new Set<Each>();
  const all = opened.get(database) ?? new Set<Follower>();
  opened.set(database, all);
  let running: Promise<void> | undefined;
  let isClosed = false;
  const feedAll = feeder(database, reportOutages(log), followers, feeding);
  // At once when the last one is gone: the next one starts it again.
  const run = async (): Promise<void> => await feedAll(() => (running = undefined));
  return {
    open: (follower) => {
      requireRoom(all, follower.tenant, feeding.advice);
      const { stream } = follower;
      stream.once("close", () => {
        followers.delete(follower);
        all.delete(follower);
      });
      stream.write("retry: 1000\n\n");
      if (isClosed) return stream.end();
      followers.add(follower);
      all.add(follower);
      // It goes on when the request that started it is over.
      running ??= outsideSpans(run);
      return stream;
    },
    close: async () => {
      isClosed = true;
      const open = [...followers];
      followers.clear();
      for (const each of open) {
        all.delete(each);
        each.stream.end();
      }
      await running;
      await Promise.all(open.map(async ({ fed }) => await fed));
    },
  };
}

/** Feeds streams as long as there are any. */
function feeder<Each extends Follower>(
  database: Database,
  outage: Outage,
  followers: ReadonlySet<Each>,
  { failure, feed, pulse = () => ":\n\n" }: Feeding<Each>,
): (onEnd: () => void) => Promise<void> {
  return async (onEnd) => {
    let [pulsed, checked] = [performance.now(), performance.now()];
    while (followers.size > 0) {
      await outage.during(failure, async () => {
        if (performance.now() - checked > keyMs) {
          checked = performance.now();
          await dropRevoked(database, followers);
        }
        await feed(followers, outage);
      });
      if (performance.now() - pulsed > pulseMs) {
        pulsed = performance.now();
        for (const each of followers) if (each.isReading) each.write(pulse(each));
      }
      await sleep(pollMs);
    }
    onEnd();
  };
}

function requireRoom(
  followers: ReadonlySet<Follower>,
  { keyId, organizationId }: Tenant,
  advice: string,
): void {
  const mine = [...followers].filter(({ tenant }) => tenant.organizationId === organizationId);
  const isKeyFull = mine.filter(({ tenant }) => tenant.keyId === keyId).length >= maxOfKey;
  if (!isKeyFull && mine.length < maxOfOrganization) return;
  const full = isKeyFull ? `This key has ${maxOfKey}` : `This organization has ${maxOfOrganization}`;
  const detail = `${full} event streams open at this server; close some, or ${advice} instead.`;
  throw new Problem("rate_limited", { detail, headers: { "retry-after": "5" }, limit: "event_streams" });
}

/** Ends streams whose key was revoked or has expired since. */
async function dropRevoked(database: Database, followers: ReadonlySet<Follower>): Promise<void> {
  const valid = await areValid(database, [...new Set([...followers].map(({ tenant }) => tenant.keyId))]);
  for (const { tenant, stream } of followers) if (!valid.has(tenant.keyId)) stream.destroy();
}

/** Answers a request with a stream. */
export async function sendStream(
  { method }: Pick<FastifyRequest, "method">,
  reply: FastifyReply,
  open: () => Readable,
): Promise<never> {
  // Nobody would read the stream of a HEAD request.
  const stream = method === "HEAD" ? Readable.from([]) : open();
  const headers = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // nginx would collect events into buffers.
    "x-accel-buffering": "no",
  };
  return await reply.headers(headers).serializer(String).send(stream);
}
