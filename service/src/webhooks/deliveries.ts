// Makes deliveries from the changes of a slice, finds the one to send, and records what came of it.

import { type Selectable, sql } from "kysely";
import { ofTenant } from "../database/of-tenant.ts";
import { type Database, type Tenant, type Transaction, transaction } from "../database/transaction.ts";
import type { Attempt, DeliveryTable } from "../database/webhook-tables.ts";
import type { SliceChange } from "../live/step.ts";
import { cursorOf, type Point } from "../slices/point.ts";
import { newId } from "../values/uuid.ts";
import { type Held, isHeld } from "./lease.ts";
import type { Outcome } from "./post.ts";
import { nextAttempt, type Retries } from "./retries.ts";

/** Some changes, and the point that they lead to. */
export interface Found {
  readonly kind: DeliveryTable["kind"];
  readonly changes: readonly SliceChange[];
  readonly point: Point;
}

/** Whom the statements of a webhook are run for: its project, in a share that no request waits for. */
export function tenantOfHeld({ organizationId, projectId, keyId }: Held): Tenant {
  return { organizationId, projectId, keyId, share: "webhooks" };
}

/** Moves the cursor of a webhook to a point, in one transaction with the delivery of what was found on the way; returns whether anything was. */
export async function advance(
  database: Database,
  held: Held,
  found: Found,
  { giveUpMs }: Retries,
): Promise<boolean> {
  const { kind, changes, point } = found;
  const cursor = cursorOf(held.binding, point);
  const isDelivery = kind !== "slice.changes" || changes.length > 0;
  await transaction(database, tenantOfHeld(held), async (tx) => {
    const moved = await tx.all(
      sql`update webhook set cursor = ${cursor}, sequence = ${point.sequence}::bigint, version = ${point.version}::bigint, waits = ${isDelivery}
        where ${isHeld(held)} and status = 'active' and not waits returning id`,
      "webhooks.advance",
    );
    if (moved.length === 0 || !isDelivery) return;
    const now = await tx.now();
    const giveUpAt = new Date(now.getTime() + giveUpMs);
    const body = bodyOf(held, found, cursor, now);
    await tx.all(
      sql`insert into delivery (organization_id, project_id, webhook_id, id, key_id, kind, changes, body, next_at, give_up_at, created_at)
        values (${held.organizationId}::uuid, ${held.projectId}::uuid, ${held.id}::uuid, ${newId()}::uuid, ${held.keyId}::uuid, ${kind},
          ${changes.length}::int, ${body}, ${now.toISOString()}::timestamptz, ${giveUpAt.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz)`,
      "webhooks.deliver",
    );
  });
  return isDelivery;
}

/** What is sent, as the Standard Webhooks have it. */
function bodyOf(
  { id, sliceId, projectId }: Held,
  { kind, changes }: Found,
  cursor: string,
  now: Date,
): string {
  return JSON.stringify({
    type: kind,
    timestamp: now.toISOString(),
    data: { webhook_id: id, slice_id: sliceId, project_id: projectId, changes, next_cursor: cursor },
  });
}

/** A delivery to send. */
export interface Due {
  readonly id: string;
  readonly body: string;
}

/** The delivery of a webhook that is to be sent now, the oldest first; undefined if there is none. */
export async function nextDelivery(database: Database, held: Held): Promise<Due | undefined> {
  return await transaction(
    database,
    tenantOfHeld(held),
    async (tx) =>
      await tx.first(
        sql<Due>`select id, body from delivery where ${ofTenant(held)} and webhook_id = ${held.id}::uuid and next_at <= now()
          order by created_at, id limit 1`,
        "webhooks.next",
      ),
    "repeatable read read only",
  );
}

/** An attempt that was made. */
export interface Attempted extends Outcome {
  readonly at: Date;
  readonly ms: number;
}

/** Attempts kept of each delivery. */
const maxAttempts = 20;
/** A receiver that says so wants no more: the Standard Webhooks have it that way. */
const gone = 410;

type Row = Pick<Selectable<DeliveryTable>, "status" | "attempt" | "attempts" | "give_up_at">;

/** What a delivery has become. */
export type Become = "delivered" | "failed" | "later" | "lost";

/** Records an attempt at a delivery, and what follows for its webhook; `lost` if somebody else has claimed that. */
export async function conclude(
  database: Database,
  held: Held,
  { id }: Due,
  attempted: Attempted,
  retries: Retries,
): Promise<Become> {
  return await transaction(database, tenantOfHeld(held), async (tx) => {
    const mine = sql`select id from webhook where ${isHeld(held)} for update`;
    if ((await tx.first(mine, "webhooks.mine")) === undefined) return "lost";
    const row = await tx.first(
      sql<Row>`select status, attempt, attempts, give_up_at from delivery where ${ofTenant(held)} and id = ${id}::uuid for update`,
      "webhooks.delivery",
    );
    if (row === undefined) return "lost";
    const now = await tx.now();
    const next =
      row.status === "pending" && attempted.error !== null && attempted.status !== gone
        ? nextAttempt(retries, row.attempt + 1, now, row.give_up_at)
        : undefined;
    const status = statusAfter(row, attempted, next);
    await store(tx, held, id, { row, status, next, attempted });
    if (row.status === "pending" && status !== "pending") await settle(tx, held, status);
    return status === "pending" ? "later" : status;
  });
}

/** A repetition of what was accepted before changes nothing if it fails. */
function statusAfter(row: Row, { error }: Attempted, next: Date | undefined): Row["status"] {
  if (error === null) return "delivered";
  return row.status === "pending" && next === undefined ? "failed" : row.status;
}

interface Concluded {
  readonly row: Row;
  readonly status: Row["status"];
  readonly next: Date | undefined;
  readonly attempted: Attempted;
}

async function store(
  tx: Transaction,
  held: Held,
  id: string,
  { row, status, next, attempted }: Concluded,
): Promise<void> {
  const { at, ms, status: http_status, error } = attempted;
  const attempt: Attempt = { at: at.toISOString(), ms, http_status, error };
  const attempts = JSON.stringify([...row.attempts, attempt].slice(-maxAttempts));
  await tx.all(
    sql`update delivery set status = ${status}, attempt = ${row.attempt + 1}::int, attempts = ${attempts}::jsonb, next_at = ${next?.toISOString() ?? null}::timestamptz
      where ${ofTenant(held)} and id = ${id}::uuid`,
    "webhooks.attempted",
  );
}

/** The webhook goes on after what was accepted; after what was not it is paused, as the changes that follow would be applied to what is not there. */
async function settle(tx: Transaction, held: Held, status: "delivered" | "failed"): Promise<void> {
  const becomes = status === "failed" ? "paused" : "active";
  await tx.all(
    sql`update webhook set waits = false, status = ${becomes} where ${isHeld(held)} and status <> 'ended'`,
    "webhooks.settle",
  );
}
