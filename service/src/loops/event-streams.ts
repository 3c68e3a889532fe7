// Streams of events: one timer looks up new events, and whether keys are still valid, for all streams.

import { PassThrough, type Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { type Database, systemTransaction, type Tenant, transaction } from "../database/transaction.ts";
import { areValid } from "../organizations/key.ts";
import { outsideSpans } from "../telemetry/spans.ts";
import { finalStatuses } from "../values/loop-kinds.ts";
import { Problem } from "../values/problem.ts";
import { eventsAfter, isLast, type ShownEvent } from "./events.ts";
import { type Outage, type OutageLog, reportOutages } from "./outage.ts";

/** The open streams of a server. */
export interface Streams {
  /** Streams the events of a loop after a sequence, until the last one. Throws a {@link Problem} if too many streams are open. */
  readonly open: (tenant: Tenant, loopId: string, after: number) => Readable;
  /** Ends all streams; clients reconnect and continue. */
  readonly close: () => Promise<void>;
}

/** An open stream, and the last sequence that it was sent. */
class Watcher {
  readonly tenant: Tenant;
  readonly loopId: string;
  readonly stream = new PassThrough();
  after: number;
  /** Set while its next events are read. */
  fed: Promise<void> | undefined;

  constructor(tenant: Tenant, loopId: string, after: number) {
    this.tenant = tenant;
    this.loopId = loopId;
    this.after = after;
  }
}

/** How often new events are queried. */
const pollMs = 100;
/** Proxies close a connection that is silent for a minute or so. */
const pulseMs = 15_000;
/** How often a key is checked again. */
const keyMs = 500;
/** Maximum open streams: each takes a connection, and a process can have some ten thousand. */
const [maxOfKey, maxOfOrganization] = [500, 1000];
/** Events read per query and stream; more follow once the client has received these. */
const most = 1000;

const unread = "events could not be read";

/** Makes the streams of a server. */
export function createStreams(database: Database, log: OutageLog): Streams {
  const watchers = new Set<Watcher>();
  const outage = reportOutages(log);
  let running: Promise<void> | undefined;
  let isClosed = false;
  const run = async (): Promise<void> => {
    let pulse = performance.now();
    let keys = performance.now();
    while (watchers.size > 0) {
      await outage.during(unread, async () => {
        if (performance.now() - keys > keyMs) {
          keys = performance.now();
          await dropRevoked(database, watchers);
        }
        await feed(database, watchers, outage);
      });
      if (performance.now() - pulse > pulseMs) {
        pulse = performance.now();
        for (const { stream } of watchers) if (isReading(stream)) stream.write(":\n\n");
      }
      await sleep(pollMs);
    }
    running = undefined;
  };
  return {
    open: (tenant, loopId, after) => {
      requireRoom(watchers, tenant);
      const watcher = new Watcher(tenant, loopId, after);
      const { stream } = watcher;
      stream.once("close", () => watchers.delete(watcher));
      stream.write("retry: 1000\n\n");
      if (isClosed) return stream.end();
      watchers.add(watcher);
      // It goes on when the request that started it is over.
      running ??= outsideSpans(run);
      return stream;
    },
    close: async () => {
      isClosed = true;
      const open = [...watchers];
      watchers.clear();
      for (const { stream } of open) stream.end();
      await running;
      await Promise.all(open.map(async ({ fed }) => await fed));
    },
  };
}

function requireRoom(watchers: ReadonlySet<Watcher>, { keyId, organizationId }: Tenant): void {
  const mine = [...watchers].filter(({ tenant }) => tenant.organizationId === organizationId);
  const isKeyFull = mine.filter(({ tenant }) => tenant.keyId === keyId).length >= maxOfKey;
  if (!isKeyFull && mine.length < maxOfOrganization) return;
  const full = isKeyFull ? `This key has ${maxOfKey}` : `This organization has ${maxOfOrganization}`;
  const detail = `${full} event streams open at this server; close some, or list the events of a loop with \`after_sequence\` instead.`;
  throw new Problem("rate_limited", { detail, headers: { "retry-after": "5" }, limit: "event_streams" });
}

/** Whether the stream's buffer is drained. */
function isReading({ writableNeedDrain, writableEnded, destroyed }: PassThrough): boolean {
  return !writableNeedDrain && !writableEnded && !destroyed;
}

/** Starts sending each stream its new events. One that waits for connections of its organization does not delay the others. */
async function feed(database: Database, watchers: ReadonlySet<Watcher>, outage: Outage): Promise<void> {
  const loops = new Map((await watchedLoops(database, watchers)).map((row) => [row.id, row]));
  const pages = new Map<string, Promise<readonly ShownEvent[]>>();
  const late = [...watchers].filter(
    ({ loopId, after, stream, fed }) =>
      fed === undefined && (loops.get(loopId)?.last ?? 0) > after && isReading(stream),
  );
  for (const watcher of late) {
    const { tenant, loopId, after } = watcher;
    const key = `${loopId} ${after}`;
    const page = pages.get(key) ?? read(database, tenant, loopId, after);
    pages.set(key, page);
    watcher.fed = outage
      .during(unread, async () => send(watcher, await page))
      .finally(() => (watcher.fed = undefined));
  }
  // A client that reconnects after the last event gets an ended stream at once.
  for (const watcher of watchers) {
    const loop = loops.get(watcher.loopId);
    if (loop?.ended === true && watcher.after >= loop.last) watcher.stream.end();
  }
}

interface WatchedLoop {
  readonly id: string;
  readonly last: number;
  readonly ended: boolean;
}

/** The loops of the streams, with one statement per organization, all sent at once. */
async function watchedLoops(
  database: Database,
  watchers: ReadonlySet<Watcher>,
): Promise<readonly WatchedLoop[]> {
  const ofOrganizations = Map.groupBy(watchers, ({ tenant }) => tenant.organizationId);
  return await systemTransaction(database, async (tx) => {
    const found = [...ofOrganizations].map(async ([organizationId, own]) => {
      const ids = [...new Set(own.map(({ loopId }) => loopId))];
      return await tx.all(
        sql<WatchedLoop>`select id, last_sequence as last, status = any(${[...finalStatuses]}::text[]) as ended
          from loop where organization_id = ${organizationId} and id = any(${ids}::uuid[])`,
        "loops.watched",
      );
    });
    return (await allSettledOrThrow(found)).flat();
  });
}

async function read(
  database: Database,
  tenant: Tenant,
  loopId: string,
  after: number,
): Promise<readonly ShownEvent[]> {
  const page = { after, limit: most };
  const { events } = await transaction(
    database,
    // A separate share: requests of the same key do not delay its streams.
    { ...tenant, share: "streams" },
    async (tx) => await eventsAfter(tx, tenant, loopId, page),
  );
  return events;
}

function send(watcher: Watcher, events: readonly ShownEvent[]): void {
  const { stream } = watcher;
  if (stream.writableEnded || stream.destroyed) return;
  stream.write(events.map(written).join(""));
  watcher.after = events.at(-1)?.sequence ?? watcher.after;
  if (events.some(isLast)) stream.end();
}

function written(event: ShownEvent): string {
  return `id: ${event.sequence}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Ends streams whose key was revoked or has expired since. */
async function dropRevoked(database: Database, watchers: ReadonlySet<Watcher>): Promise<void> {
  const valid = await areValid(database, [...new Set([...watchers].map(({ tenant }) => tenant.keyId))]);
  for (const { tenant, stream } of watchers) if (!valid.has(tenant.keyId)) stream.destroy();
}
