// Who runs a loop: a worker holds a lease on it and renews it. Each claim has a number, and a worker with an older one cannot commit.
// Claims take row locks and skip locked rows, so they never wait; all times are those of the database's clock.

import { sql } from "kysely";
import { type Database, systemTransaction, type Transaction } from "../database/transaction.ts";
import type { Extractor } from "../extraction/extractor.ts";
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
  { id, leaseMs }: Holder,
  { withSuspects = true }: TakeOver = {},
): Promise<LoopRow | undefined> {
  return await systemTransaction(
    database,
    async (tx) =>
      await tx.first(
        sql<LoopRow>`with l as (
            update loop set lease_owner = ${id}, lease_token = lease_token + 1, lease_until = now() + ${milliseconds(leaseMs)},
              attempt = attempt + 1, last_sequence = last_sequence + 1
            where (project_id, id) = (
              select project_id, id from loop where status = 'running' and lease_until < now() and (deaths = 0 or ${withSuspects})
                and lease_until < now() - case when lease_owner is null or attempt < 2 then interval '0' else make_interval(secs => 2 ^ (attempt - 2)) end
              order by lease_until limit 1 for update skip locked
            ) returning *
          ),
          e as (
            insert into event (project_id, loop_id, sequence, kind, iteration, data)
            select project_id, id, last_sequence, 'loop.resumed', iteration, jsonb_build_object('attempt', attempt) from l
          )
          select * from l`,
        "loops.take-over",
      ),
  );
}

/** Claims the oldest waiting loop of an organization that may run another one; a loop whose key was revoked is canceled instead. */
export async function claim(database: Database, holder: Holder): Promise<LoopRow | undefined> {
  return await systemTransaction(database, async (tx) => {
    const account = await withRoom(tx, holder.maxRunning);
    const row = account === undefined ? undefined : await claimIn(tx, account, holder);
    if (row === undefined || !(await isKeyRevoked(tx, row))) return row;
    await endLoop(tx, row, { status: "canceled" });
    return undefined;
  });
}

/** A request authenticated just before its key was revoked may have started a loop just after. */
async function isKeyRevoked(tx: Transaction, { key_id }: LoopRow): Promise<boolean> {
  const revoked = sql`select from api_key where id = ${key_id} and revoked_at is not null and not keeps_loops`;
  return (await tx.first(revoked, "loops.key")) !== undefined;
}

/** The organization with the fewest running loops, for fairness. Its account is locked, so that the count is exact. */
async function withRoom(tx: Transaction, maxRunning: number): Promise<string | undefined> {
  const row = await tx.first(
    sql<{ readonly id: string }>`select organization_id as id from account a
      where running < ${maxRunning} and exists (select from loop l where l.organization_id = a.organization_id and l.status = 'queued')
      order by running, random() limit 1 for update skip locked`,
    "loops.room",
  );
  return row?.id;
}

async function claimIn(
  tx: Transaction,
  organizationId: string,
  { id, leaseMs }: Holder,
): Promise<LoopRow | undefined> {
  return await tx.first(
    sql<LoopRow>`with l as (
        update loop set status = 'running', lease_owner = ${id}, lease_token = lease_token + 1,
          lease_until = now() + ${milliseconds(leaseMs)}, attempt = 1, started_at = now(), last_sequence = last_sequence + 1
        where (project_id, id) = (
          select project_id, id from loop where organization_id = ${organizationId} and status = 'queued'
          order by created_at, id limit 1 for update skip locked
        ) returning *
      ),
      a as (update account set running = running + 1 where organization_id = ${organizationId} and exists (select from l)),
      e as (
        insert into event (project_id, loop_id, sequence, kind, iteration)
        select project_id, id, last_sequence, 'loop.started', iteration from l
      )
      select * from l`,
    "loops.claim",
  );
}

/**
 * Renews the leases of these loops, and returns those still held; records that the worker is alive. A loop whose row is locked by a
 * commit counts as held without being renewed, so that the others need not wait for it.
 */
export async function renew(
  database: Database,
  { id, leaseMs, extractor = "pattern" }: Holder,
  loopIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return await systemTransaction(database, async (tx) => {
    await tx.all(
      sql`insert into worker (id, extractor) values (${id}, ${extractor}) on conflict (id) do update set seen_at = now()`,
      "loops.worker",
    );
    if (loopIds.length === 0) return new Set();
    const held = await tx.all(
      sql<{ readonly id: string }>`with renewed as (
          update loop set lease_until = now() + ${milliseconds(leaseMs)} where (project_id, id) in (
            select project_id, id from loop
            where lease_owner = ${id} and status = 'running' and id = any(${[...loopIds]}::uuid[]) for update skip locked
          )
        )
        select id from loop where lease_owner = ${id} and status = 'running' and id = any(${[...loopIds]}::uuid[])`,
      "loops.renew",
    );
    return new Set(held.map((row) => row.id));
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
      where project_id = ${row.project_id} and id = ${row.id} and status = 'running' and lease_token = ${row.lease_token}`);
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
