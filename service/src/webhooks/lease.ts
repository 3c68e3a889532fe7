// Who sends the deliveries of a webhook: a claim holds it for a while, and each claim has a number; one with an older number records nothing.

import { type RawBuilder, sql } from "kysely";
import type { Limits } from "../database/limits.ts";
import { ofTenant, type TenantKey, tenantOfRow } from "../database/of-tenant.ts";
import { type Database, systemTransaction, type Transaction } from "../database/transaction.ts";
import { limitsOf, validKey } from "../organizations/key.ts";
import { bindingOf, type Point, pointOf } from "../slices/point.ts";
import { Problem } from "../values/problem.ts";

/** A webhook, by its key. */
export interface Place extends TenantKey {
  readonly id: string;
}

/** A webhook that is held, and what its key sees at this moment. */
export interface Held extends Place {
  readonly sliceId: string;
  readonly cql: string;
  readonly keyId: string;
  readonly limits: Pick<Limits, "slices" | "subjectId"> | undefined;
  readonly url: string;
  readonly secret: string;
  /** Up to which deliveries were made, and whom its cursors are for. */
  readonly point: Point;
  readonly binding: string;
  readonly status: "active" | "paused";
  readonly waits: boolean;
  readonly token: number;
}

/** Webhooks found per look. */
const maxCandidates = 16;

/** Webhooks with something to send, in no order that would favor one; of organizations that are not busy. */
export async function candidates(
  { system }: Pick<Database, "system">,
  busy: readonly string[],
): Promise<readonly Place[]> {
  const rows = await systemTransaction(
    { system },
    async (tx) =>
      await tx.all(
        sql<{
          readonly organization_id: string;
          readonly project_id: string;
          readonly id: string;
        }>`select w.organization_id, w.project_id, w.id from webhook w
          where w.status <> 'ended' and w.lease_until < now() and w.organization_id <> all(${[...busy]}::uuid[])
            and (w.due_at <= now() or (w.status = 'active' and not w.waits and exists (select from log_end l
              where l.organization_id = w.organization_id and l.project_id = w.project_id and (l.sequence > w.sequence or l.version > w.version))))
          order by random() limit ${maxCandidates}`,
        "webhooks.due",
      ),
  );
  return rows.map((row) => {
    const { organizationId, projectId } = tenantOfRow(row);
    return { organizationId, projectId, id: row.id };
  });
}

interface Row {
  readonly slice_id: string;
  readonly key_id: string;
  readonly url: string;
  readonly secret: string;
  readonly cursor: string;
  readonly status: Held["status"];
  readonly waits: boolean;
  readonly lease_token: number;
}

/**
 * Claims a webhook for so many milliseconds; undefined if another holds it, or if it ends because its key is valid no more. It is due until it is given
 * back: if its holder is killed, another one claims it after that time, whatever it was claimed for.
 */
export async function claim(database: Database, place: Place, leaseMs: number): Promise<Held | undefined> {
  return await systemTransaction(database, async (tx) => {
    const row = await tx.first(
      sql<Row>`update webhook set lease_token = lease_token + 1, lease_until = now() + ${milliseconds(leaseMs)}, due_at = now()
        where ${isThis(place)} and status <> 'ended' and lease_until < now()
        returning slice_id, key_id, url, secret, cursor, status, waits, lease_token`,
      "webhooks.claim",
    );
    return row && (await heldIn(tx, place, row));
  });
}

/** Holds it for longer, and reads anew what it may do; undefined if it is lost or has ended. */
export async function hold(database: Database, held: Held, leaseMs: number): Promise<Held | undefined> {
  return await systemTransaction(database, async (tx) => {
    const row = await tx.first(
      sql<Row>`update webhook set lease_until = now() + ${milliseconds(leaseMs)}
        where ${isHeld(held)} and status <> 'ended'
        returning slice_id, key_id, url, secret, cursor, status, waits, lease_token`,
      "webhooks.hold",
    );
    return row && (await heldIn(tx, held, row));
  });
}

async function heldIn(tx: Transaction, place: Place, row: Row): Promise<Held | undefined> {
  const { organizationId, projectId, id } = place;
  const slice = await tx.first(
    sql<{
      readonly cql: string;
    }>`select cql from slice where ${ofTenant(place)} and id = ${row.slice_id}::uuid`,
    "webhooks.slice",
  );
  const key = await tx.first(
    sql<{
      readonly slices: readonly string[];
      readonly subject_id: string | null;
    }>`select k.slices, k.subject_id from api_key k
      where k.id = ${row.key_id}::uuid and k.organization_id = ${organizationId}::uuid and (k.project_id is null or k.project_id = ${projectId}::uuid)
        and ${sql.raw(validKey)}`,
    "webhooks.key",
  );
  const limits = key && limitsOf(key);
  const binding = slice && (await bindingOf(tx, { id: row.slice_id, cql: slice.cql }, { limits }));
  const point = binding === undefined ? undefined : pointIn(binding, row.cursor);
  if (slice === undefined || key === undefined || binding === undefined || point === undefined) {
    await endIn(tx, place);
    return undefined;
  }
  const { slice_id: sliceId, key_id: keyId, lease_token: token, url, secret, status, waits } = row;
  const common = { organizationId, projectId, id, sliceId, keyId, token, url, secret, status, waits };
  return { ...common, cql: slice.cql, limits, binding, point };
}

/** Undefined for a cursor that is bound to something else: its key is limited otherwise than when it made the webhook. */
function pointIn(binding: string, cursor: string): Point | undefined {
  try {
    return pointOf(binding, cursor);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Ends a webhook for good: what it has not delivered is not sent any more. */
async function endIn(tx: Transaction, place: Place): Promise<void> {
  await tx.all(
    sql`update webhook set status = 'ended', due_at = 'infinity', lease_until = '-infinity' where ${isThis(place)}`,
    "webhooks.end",
  );
}

/** Gives a webhook back. It is looked at again with its next attempt, or at an instant, whichever comes first. */
export async function giveBack(database: Database, held: Held, at: Date | undefined): Promise<void> {
  await systemTransaction(database, async (tx) => {
    // Locked first: a repetition that is asked for meanwhile is seen by the next statement, or comes after it.
    const mine = sql`select from webhook where ${isHeld(held)} for update`;
    if ((await tx.first(mine, "webhooks.held")) === undefined) return;
    const next = await tx.first(
      sql<{
        readonly at: Date | null;
      }>`select least(${at?.toISOString() ?? null}::timestamptz, min(next_at)) as at from delivery
        where ${ofTenant(held)} and webhook_id = ${held.id}::uuid and next_at is not null`,
      "webhooks.next attempt",
    );
    await tx.all(
      sql`update webhook set lease_until = '-infinity', due_at = ${next?.at?.toISOString() ?? "infinity"}::timestamptz where ${isHeld(held)}`,
      "webhooks.give back",
    );
  });
}

function isThis(place: Place): RawBuilder<boolean> {
  return sql<boolean>`${ofTenant(place)} and id = ${place.id}::uuid`;
}

/** Whether a row is that of a webhook that is held, and nobody has claimed it since. */
export function isHeld(held: Held): RawBuilder<boolean> {
  return sql<boolean>`${isThis(held)} and lease_token = ${held.token}::int`;
}

function milliseconds(ms: number): RawBuilder<unknown> {
  return sql`make_interval(secs => ${ms / 1000}::float8)`;
}
