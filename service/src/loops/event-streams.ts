// Streams of the events of loops: one lookup finds which loops have new ones, for all streams.

import { sql } from "kysely";
import { allSettledOrThrow } from "../database/all-settled.ts";
import type { Outage, OutageLog } from "../database/outage.ts";
import { type Database, systemTransaction, type Tenant, transaction } from "../database/transaction.ts";
import { createStreams, Follower, type Streams } from "../http/event-streams.ts";
import { finalStatuses } from "../values/loop-kinds.ts";
import { eventsAfter, isLast, type ShownEvent } from "./events.ts";

/** An open stream, and the last sequence that it was sent. */
export class Watcher extends Follower {
  readonly loopId: string;
  after: number;

  /** Streams the events of a loop after a sequence, until the last one. */
  constructor(tenant: Tenant, loopId: string, after: number) {
    super(tenant);
    this.loopId = loopId;
    this.after = after;
  }
}

/** Events read per query and stream; more follow once the client has received these. */
const most = 1000;

const unread = "events could not be read";

/** Makes the streams of a server. */
export function createEventStreams(database: Database, log: OutageLog): Streams<Watcher> {
  return createStreams<Watcher>(database, log, {
    failure: unread,
    advice: "list the events of a loop with `after_sequence`",
    feed: async (watchers, outage) => await feed(database, watchers, outage),
  });
}

/** Starts sending each stream its new events. One that waits for connections of its organization does not delay the others. */
async function feed(database: Database, watchers: ReadonlySet<Watcher>, outage: Outage): Promise<void> {
  const loops = new Map((await watchedLoops(database, watchers)).map((row) => [row.id, row]));
  const pages = new Map<string, Promise<readonly ShownEvent[]>>();
  const late = [...watchers].filter(
    ({ loopId, after, isReading, fed }) =>
      fed === undefined && (loops.get(loopId)?.last ?? 0) > after && isReading,
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
  if (watcher.stream.writableEnded || watcher.stream.destroyed) return;
  watcher.write(events.map(written).join(""));
  watcher.after = events.at(-1)?.sequence ?? watcher.after;
  if (events.some(isLast)) watcher.stream.end();
}

function written(event: ShownEvent): string {
  return `id: ${event.sequence}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
}
