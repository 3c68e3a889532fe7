// Paths of deliveries: what a webhook has sent, and what it is to send again.

import { type Selectable, sql } from "kysely";
import type { Static } from "typebox";
import { record } from "../activity/record.ts";
import { build } from "../database/build.ts";
import { readNewest } from "../database/newest.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { DeliveryTable } from "../database/webhook-tables.ts";
import { exact, idParams, listQuery, projectQuery } from "../http/schemas.ts";
import { accessOf } from "../http/v1/permission.ts";
import { reading, type V1, writing } from "../http/v1/routes.ts";
import { Problem } from "../values/problem.ts";
import { standardRetries } from "./retries.ts";
import { deliveriesAnswer, type delivery, deliveryAnswer } from "./schemas.ts";
import { noWebhook, webhooksOf } from "./stored.ts";

const config = { isForLimitedKeys: true, problems: ["webhooks_disabled"] } as const;

/** Adds the paths. */
export function addDeliveries(v1: V1): void {
  addList(v1);
  addRepeat(v1);
}

/** All that is shown of a delivery. */
const columns = ["id", "kind", "status", "changes", "body", "attempts", "next_at", "created_at"] as const;

type Row = Pick<Selectable<DeliveryTable>, (typeof columns)[number]>;

function toDelivery({ kind, next_at, created_at, ...row }: Row, isEnded: boolean): Static<typeof delivery> {
  const { id, status, changes, body, attempts } = row;
  const next_attempt_at = isEnded ? null : (next_at?.toISOString() ?? null);
  return {
    id,
    type: kind,
    status,
    changes,
    body,
    attempts,
    next_attempt_at,
    created_at: created_at.toISOString(),
  };
}

/** Whether a webhook has ended. Throws a {@link Problem} if the project has none with this ID. */
async function hasEnded(tx: Transaction, tenant: Tenant, id: string): Promise<boolean> {
  const row = await tx.first(
    build.selectFrom("webhook").select("status").where(webhooksOf(tenant)).where("id", "=", id),
  );
  if (row === undefined) throw noWebhook();
  return row.status === "ended";
}

function addList(v1: V1): void {
  const schema = {
    operationId: "listDeliveries",
    summary: "List what a webhook has sent, newest first",
    description: "What was accepted is kept for as long as the log of changes, and for a day at least.",
    params: idParams("webhook"),
    querystring: listQuery,
    response: { 200: deliveriesAnswer },
  };
  reading(
    v1,
    "GET /v1/webhooks/:id/deliveries",
    { schema, config },
    async (tx, tenant, { params, query }) => {
      const isEnded = await hasEnded(tx, tenant, params.id);
      const deliveries = build
        .selectFrom("delivery")
        .select(columns)
        .where(webhooksOf(tenant))
        .where("webhook_id", "=", params.id);
      const { items, next_cursor } = await readNewest(tx, [deliveries], query);
      return { deliveries: items.map((row) => toDelivery(row, isEnded)), next_cursor };
    },
  );
}

function addRepeat(v1: V1): void {
  const schema = {
    operationId: "repeatDelivery",
    summary: "Send a delivery again, now",
    description:
      "With the same `webhook-id`. One that has failed is attempted for another day, and its webhook goes on once it is accepted; one that was accepted is sent once more.",
    params: exact({ ...idParams("webhook").properties, delivery_id: idParams("delivery").properties.id }),
    querystring: projectQuery,
    response: { 200: deliveryAnswer },
  };
  const path = "POST /v1/webhooks/:id/deliveries/:delivery_id/repeat";
  writing(v1, path, { schema, config }, async (tx, tenant, request) => {
    const { id, delivery_id } = request.params;
    if (await hasEnded(tx, tenant, id))
      throw new Problem("not_found", {
        detail:
          "The key that made this webhook is valid no more, or its slice has another text, so it sends nothing; make another webhook.",
      });
    const row = await repeat(tx, tenant, id, delivery_id);
    if (row === undefined)
      throw new Problem("not_found", { detail: "The webhook has no delivery with this ID." });
    await record(tx, accessOf(request), {
      projectId: tenant.projectId,
      action: "repeated",
      object: "delivery",
      objectId: row.id,
    });
    return toDelivery(row, false);
  });
}

/** Has a delivery sent at once; undefined if the webhook has none with this ID. */
async function repeat(
  tx: Transaction,
  tenant: Tenant,
  webhookId: string,
  id: string,
): Promise<Row | undefined> {
  const now = await tx.now();
  const giveUpAt = new Date(now.getTime() + standardRetries.giveUpMs);
  const its = build.selectFrom("delivery").select(["id", "status"]).where(webhooksOf(tenant));
  // The webhook is locked first, as by who sends.
  const mine = build.selectFrom("webhook").select("id").where(webhooksOf(tenant)).where("id", "=", webhookId);
  await tx.first(mine.forUpdate());
  const found = await tx.first(its.where("webhook_id", "=", webhookId).where("id", "=", id).forUpdate());
  if (found === undefined) return undefined;
  const hasFailed = found.status === "failed";
  const row = await tx.first(
    build
      .updateTable("delivery")
      .set({ next_at: now, ...(hasFailed && { status: "pending", give_up_at: giveUpAt }) })
      .where(webhooksOf(tenant))
      .where("id", "=", id)
      .returning(columns),
  );
  await tx.all(
    build
      .updateTable("webhook")
      .set({ due_at: sql`now()`, ...(hasFailed && { status: "active", waits: true }) })
      .where(webhooksOf(tenant))
      .where("id", "=", webhookId),
  );
  return row;
}
