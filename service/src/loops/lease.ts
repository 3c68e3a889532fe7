// Who runs a loop: a worker holds a lease on it and renews it. Each claim has a number, and a worker with an older one cannot commit.
// Claims look for candidates without locks, lock one and skip locked rows, so they never wait; all times are those of the database's clock.

import { sql } from "kysely";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { build } from "../database/build.ts";
import { ofTenant, tenantColumns, tenantOfRow } from "../database/of-tenant.ts";
import { type Database, systemTransaction, type Transaction } from "../database/transaction.ts";
import type { Extractor } from "../extraction/extractor.ts";
import type { JsonObject } from "../values/json.ts";
import { noteOn } from "./expected-extractor.ts";
import { endLoop } from "./finish.ts";
import type { LoopRow } from "./rows.ts";

/** A worker, and how long its leases last without being renewed. */
export interface Holder {
  readonly id: string;
  readonly leaseMs: number;
  /** Maximum loops of one organization that run at a time. */
  readonly maxRunning: number;
  /** The extractor it reads with; patterns by default. */
  readonly extractor?: Extractor["name"];
  /** The version of the extractor; unknown if missing. */
  readonly version?: string;
}

/** Which loops a worker takes over. */
export interface TakeOver {
  /** Also loops that a process has died with: they run alone. */
  readonly withSuspects?: boolean;
}

/**
 * Takes over a loop whose worker has died or has given it back, and records an event. After repeated losses it waits longer each time:
 * one second after the second loss, then twice as long.
 */
export async function takeOver(
  database: Database,
  holder: Holder,
  { withSuspects = true }: TakeOver = {},
): Promise<LoopRow | undefined> {
  return await systemTransaction(database, async (tx) => {
    const isLeft = sql`status = 'running' and lease_until < now() and (deaths = 0 or ${withSuspects})
      and lease_until < now() - case when lease_owner is null or attempt < 2 then interval '0' else make_interval(secs => 2 ^ (attempt - 2)) end`;
    const left = pages(
      async (tried) =>
        await tx.all(
          sql<Place>`select organization_id, project_id, id from loop where ${isLeft} and id <> all(${tried}::uuid[])
            order by lease_until limit ${maxCandidates}`,
          "loops.left",
        ),
    );
    for await (const place of left) {
      const row = await tx.first(
        sql<LoopRow>`update loop set ${lease(holder)}, attempt = attempt + 1 where ${ofTenant(tenantOfRow(place))} and id = (
            select id from loop where ${ofTenant(tenantOfRow(place))} and id = ${place.id} and ${isLeft} for update skip locked
          ) returning *`,
      );
      if (row === undefined) continue;
      await recordClaim(tx, row, "loop.resumed", { attempt: row.attempt });
      return row;
    }
    return undefined;
  });
}

/** The key of a row of `loop`. */
type Place = Pick<LoopRow, "organization_id" | "project_id" | "id">;

/** Candidates found per statement, without locking them: others may have locked the first ones. */
const maxCandidates = 8;

/** The candidates that a query finds, page by page; each page leaves out those before it. */
async function* pages<Row extends { readonly id: string }>(
  find: (tried: string[]) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  const tried: string[] = [];
  for (let page = await find(tried); page.length > 0; ) {
    yield* page;
    if (page.length < maxCandidates) return;
    tried.push(...page.map(({ id }) => id));
    page = await find(tried);
  }
}

/** What a claim sets. */
function lease({ id, leaseMs }: Holder) {
  return sql`lease_owner = ${id}, lease_token = lease_token + 1, lease_until = now() + ${milliseconds(leaseMs)}, last_sequence = last_sequence + 1`;
}

/** Adds the event of a claim, whose sequence the claim has counted already. */
async function recordClaim(
  tx: Transaction,
  row: LoopRow,
  kind: "loop.started" | "loop.resumed",
  data?: JsonObject,
): Promise<void> {
  const event = {
    ...tenantColumns(tenantOfRow(row)),
    loop_id: row.id,
    sequence: row.last_sequence,
    kind,
    iteration: row.iteration,
    ...(data !== undefined && { data: JSON.stringify(data) }),
  };
  await tx.all(build.insertInto("event").values(event));
}

/** Claims the oldest waiting loop of an organization that may run another one; a loop whose key was revoked is canceled instead. */
export async function claim(database: Database, holder: Holder): Promise<LoopRow | undefined> {
  return await systemTransaction(database, async (tx) => {
    const account = await lockRoom(tx, holder.maxRunning);
    const row = account === undefined ? undefined : await claimIn(tx, account, holder);
    if (row === undefined || !(await isKeyRevoked(tx, row))) return row;
    await endLoop(tx, row, { status: "canceled" });
    return undefined;
  });
}

/** A request authenticated just before its key was revoked may have started a loop just after. */
async function isKeyRevoked(tx: Transaction, { key_id }: LoopRow): Promise<boolean> {
  const revoked = sql`select from api_key k where k.id = ${key_id} and not k.keeps_loops and (k.revoked_at is not null
    or exists (select from api_key a where a.id = any(k.ancestors) and a.revoked_at is not null))`;
  return (await tx.first(revoked, "loops.key")) !== undefined;
}

/** The organization with the fewest running loops, for fairness. Its account is locked, so that the count is exact. */
async function lockRoom(tx: Transaction, maxRunning: number): Promise<string | undefined> {
  const waiting = pages(
    async (tried) =>
      await tx.all(
        sql<{ readonly id: string }>`select organization_id as id from account a
          where running < ${maxRunning} and exists (select from loop l where l.organization_id = a.organization_id and l.status = 'queued')
            and organization_id <> all(${tried}::uuid[])
          order by running, random() limit ${maxCandidates}`,
        "loops.waiting",
      ),
  );
  for await (const { id } of waiting) {
    const locked = sql`select from account where organization_id = ${id} and running < ${maxRunning} for update skip locked`;
    if ((await tx.first(locked, "loops.room")) !== undefined) return id;
  }
  return undefined;
}

async function claimIn(
  tx: Transaction,
  organizationId: string,
  holder: Holder,
): Promise<LoopRow | undefined> {
  const row = await tx.first(
    sql<LoopRow>`update loop set ${lease(holder)}, status = 'running', attempt = 1, started_at = now()
      where organization_id = ${organizationId} and (project_id, id) = (
        select project_id, id from loop where organization_id = ${organizationId} and status = 'queued'
        order by created_at, id limit 1 for update skip locked
      ) returning *`,
  );
  if (row === undefined) return undefined;
  await tx.all(sql`update account set running = running + 1 where organization_id = ${organizationId}`);
  const { extractor = "pattern" } = holder;
  await recordClaim(tx, row, "loop.started", { extractor, ...noteOn(extractor) });
  return row;
}

/** A loop that a worker holds. */
export interface Held {
  readonly organizationId: string;
  readonly id: string;
}

/**
 * Renews the leases of these loops, and returns the IDs of those still held; records that the worker is alive. A loop whose row is locked, as it is being
 * committed, counts as held without being renewed: the others must not wait for it.
 */
export async function renew(
  database: Database,
  { id, leaseMs, extractor = "pattern", version }: Holder,
  loops: readonly Held[],
): Promise<ReadonlySet<string>> {
  return await systemTransaction(database, async (tx) => {
    // Leases that a crash forgets only end sooner, and a renewal must not wait for a standby.
    await tx.run("set local synchronous_commit = off");
    await tx.all(
      sql`insert into worker (id, extractor, version, seen_at) values (${id}, ${extractor}, ${version ?? null}, now()) on conflict (id) do update set seen_at = excluded.seen_at`,
      "loops.worker",
    );
    // One statement per organization, all sent at once.
    const rows = [...Map.groupBy(loops, (loop) => loop.organizationId)].map(async ([organizationId, own]) => {
      const isHeld = sql`organization_id = ${organizationId} and lease_owner = ${id} and status = 'running' and id = any(${own.map((loop) => loop.id)}::uuid[])`;
      return await tx.all(
        sql<{ readonly id: string }>`with renewed as (
            update loop set lease_until = now() + ${milliseconds(leaseMs)} where organization_id = ${organizationId} and (project_id, id) in (
              select project_id, id from loop where ${isHeld} for update skip locked
            )
          )
          select id from loop where ${isHeld}`,
        "loops.renew",
      );
    });
    return new Set((await allSettledOrThrow(rows)).flat().map((row) => row.id));
  });
}

/** Releases a loop: after a delay any worker can claim it. Unless it is a failure, the attempt does not count. */
export async function giveBack(
  database: Database,
  row: LoopRow,
  { afterMs = 0, isFailure }: { readonly afterMs?: number; readonly isFailure: boolean },
): Promise<void> {
  await systemTransaction(database, async (tx) => {
    await tx.all(sql`update loop set lease_owner = null, lease_until = now() + ${milliseconds(afterMs)} - interval '1 microsecond',
      attempt = case when ${isFailure} then attempt else 0 end
      where ${ofTenant(tenantOfRow(row))} and id = ${row.id} and status = 'running' and lease_token = ${row.lease_token}`);
  });
}

/** Records that a worker has stopped. */
export async function signOff(database: Database, workerId: string): Promise<void> {
  await systemTransaction(database, async (tx) => {
    await tx.all(sql`delete from worker where id = ${workerId} or seen_at < now() - interval '1 day'`);
  });
}

function milliseconds(ms: number) {
  return sql`make_interval(secs => ${ms / 1000}::float8)`;
}
