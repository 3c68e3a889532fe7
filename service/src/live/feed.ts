// The feed of streams of changes: the log of a project is read once for all who follow it, and matched here; what time and names change is walked.

import { sql } from "kysely";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Outage } from "../database/outage.ts";
import {
  type Database,
  systemTransaction,
  type Tenant,
  type Transaction,
  transaction,
} from "../database/transaction.ts";
import { namesBetween } from "../log/names.ts";
import { createYield } from "../values/yield-to-event-loop.ts";
import { catchUp } from "./catch-up.ts";
import type { LogState, SliceFollower } from "./follower.ts";
import type { LoggedRow } from "./matching.ts";

/** Rows of the log read at a time: more than are written between two looks. One that is late by more than that walks. */
const mostRows = 5000;

/** What the log says if it fails. */
export const unread = "changes could not be read";

/** How far the log of a project has come, and the clock of the database. */
interface Log extends LogState {
  readonly project_id: string;
  readonly now: Date;
}

/** Starts sending each stream its new changes. */
export async function feed(
  database: Database,
  followers: ReadonlySet<SliceFollower>,
  outage: Outage,
): Promise<void> {
  // Others may come meanwhile.
  const all = [...followers];
  const { logs, slices } = await followed(database, all);
  // A client learns that its slice is gone, or is another one, when it connects again.
  for (const { sliceId, cql, stream } of all) if (slices.get(sliceId) !== cql) stream.end();
  const idle = all.filter(({ fed, isReading }) => fed === undefined && isReading);
  for (const [projectId, own] of Map.groupBy(idle, ({ tenant }) => tenant.projectId)) {
    const log = logs.get(projectId);
    if (log === undefined) continue;
    const now = log.now.getTime();
    const walking = own.filter((follower) => follower.mustWalk(log, now, mostRows));
    for (const follower of walking) during(outage, [follower], async () => await catchUp(database, follower));
    const others = own.filter((follower) => !walking.includes(follower));
    const renamed = others.filter(({ point }) => point.version < log.version);
    if (renamed.length > 0) during(outage, renamed, async () => await passNames(database, renamed, log));
    const writtenTo = others.filter(
      ({ point }) => point.version === log.version && point.sequence < log.sequence,
    );
    if (writtenTo.length > 0)
      during(outage, writtenTo, async () => await sendWritten(database, writtenTo, now));
  }
}

function during(outage: Outage, followers: readonly SliceFollower[], work: () => Promise<void>): void {
  const done = outage.during(unread, work).finally(() => {
    for (const follower of followers) follower.fed = undefined;
  });
  for (const follower of followers) follower.fed = done;
}

/** What is followed. */
interface Followed {
  /** By project. */
  readonly logs: ReadonlyMap<string, Log>;
  /** The texts of those that are there. */
  readonly slices: ReadonlyMap<string, string>;
}

/** The logs and the slices of the streams, with two statements per organization, all sent at once. A log to which nothing was ever added has no end. */
async function followed(database: Database, followers: readonly SliceFollower[]): Promise<Followed> {
  const ofOrganizations = [...Map.groupBy(followers, ({ tenant }) => tenant.organizationId)];
  return await systemTransaction(database, async (tx) => {
    const logs = ofOrganizations.map(async ([organizationId, own]) => {
      const ids = [...new Set(own.map(({ tenant }) => tenant.projectId))];
      return await tx.all(
        sql<Log>`select asked.id as project_id, coalesce(log.sequence, 0) as sequence, coalesce(log.version, 0) as version, now() as now
          from unnest(${ids}::uuid[]) asked (id) left join log_end log on log.organization_id = ${organizationId}::uuid and log.project_id = asked.id`,
        "logs.followed",
      );
    });
    const slices = ofOrganizations.map(async ([organizationId, own]) => {
      const ids = [...new Set(own.map(({ sliceId }) => sliceId))];
      return await tx.all(
        sql<{
          readonly id: string;
          readonly cql: string;
        }>`select id, cql from slice where organization_id = ${organizationId}::uuid and id = any(${ids}::uuid[])`,
        "slices.followed",
      );
    });
    const [foundLogs, foundSlices] = await allSettledOrThrow([
      allSettledOrThrow(logs),
      allSettledOrThrow(slices),
    ]);
    return {
      logs: new Map(foundLogs.flat().map((log) => [log.project_id, log])),
      slices: new Map(foundSlices.flat().map(({ id, cql }) => [id, cql])),
    };
  });
}

/** Lets some followers of a project pass the names that were changed since, of which few concern each of them. */
async function passNames(
  database: Database,
  followers: readonly SliceFollower[],
  { version }: LogState,
): Promise<void> {
  const [first] = followers;
  if (first === undefined) return;
  const from = Math.min(...followers.map(({ point }) => point.version));
  const changes = await readOf(
    database,
    first.tenant,
    async (tx) => await namesBetween(tx, first.tenant, from, version),
  );
  // What is missing is kept no more.
  const isWhole = changes.length === version - from;
  for (const follower of followers) {
    if (isWhole) follower.named(changes, version);
    else follower.walkNext();
  }
}

/** Sends what was written since the first of some followers of a project, to each what concerns it. */
async function sendWritten(
  database: Database,
  followers: readonly SliceFollower[],
  now: number,
): Promise<void> {
  const [first] = followers;
  if (first === undefined) return;
  const from = Math.min(...followers.map(({ point }) => point.sequence));
  const rows = await readRows(database, first.tenant, from);
  const [row] = rows;
  const last = rows.at(-1)?.sequence;
  // What is missing is kept no more.
  if (last === undefined || row?.sequence !== from + 1) for (const follower of followers) follower.walkNext();
  else {
    // Hundreds of streams may wait for thousands of rows each: other requests are served in between.
    const nextTurn = createYield();
    for (const follower of followers) {
      await nextTurn();
      follower.match(rows, last, now);
    }
  }
}

/**
 * Reads for all followers of a project, also where one of them is limited: what each may see is matched here. A share of its own: neither requests nor
 * walks of the same organization delay it.
 */
async function readOf<Row>(
  database: Database,
  tenant: Tenant,
  read: (tx: Transaction) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const whole = { ...tenant, limits: undefined, share: "feed" };
  return await transaction(database, whole, read, "repeatable read read only");
}

async function readRows(database: Database, tenant: Tenant, from: number): Promise<readonly LoggedRow[]> {
  return await readOf(
    database,
    tenant,
    async (tx) =>
      await tx.all(
        sql<LoggedRow>`select sequence, entity_id, at, before_type, before_shape_id, before_source_id, before_source_shape_id,
            (extract(epoch from before_created_at) * 1000)::bigint as before_created,
            after_type, after_shape_id, after_source_id, after_source_shape_id, (extract(epoch from after_created_at) * 1000)::bigint as after_created
          from entity_change where ${ofTenant(tenant)} and sequence > ${from}::bigint order by sequence limit ${mostRows}::int`,
        "log.rows",
      ),
  );
}
