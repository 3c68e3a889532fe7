// Paths of webhooks.

import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { type Static, Type } from "typebox";
import { record } from "../activity/record.ts";
import { build } from "../database/build.ts";
import { readNewest } from "../database/newest.ts";
import { ofTenant, tenantColumns } from "../database/of-tenant.ts";
import { systemTransaction, type Tenant, type Transaction } from "../database/transaction.ts";
import type { WebhookTable } from "../database/webhook-tables.ts";
import { idParams, listQuery, projectQuery } from "../http/schemas.ts";
import { accessOf } from "../http/v1/permission.ts";
import { reading, type V1, writing, writingOnce } from "../http/v1/routes.ts";
import { compileIn } from "../slices/compile.ts";
import { bindingOf, cursorOf, pointNow } from "../slices/point.ts";
import { sliceWith } from "../slices/stored.ts";
import { Problem } from "../values/problem.ts";
import { newId } from "../values/uuid.ts";
import { addDeliveries } from "./delivery-routes.ts";
import { refusalOf, type WebhookHosts } from "./hosts.ts";
import { newWebhookAnswer, type webhook, webhookAnswer, webhookBody, webhooksAnswer } from "./schemas.ts";
import { newSecret } from "./sign.ts";
import { noWebhook, webhooksOf } from "./stored.ts";

/**
 * Webhooks of a project, each of which is looked at after every write of it: of keys without limits, of all that are limited, and of one of these with
 * all that descend from it. So none takes the places of the others.
 */
const [maxWebhooks, maxLimited, maxOfLimited] = [20, 100, 5];

const config = { isForLimitedKeys: true, problems: ["webhooks_disabled"] } as const;
const one = { params: idParams("webhook"), querystring: projectQuery };

/** Adds the paths; without hosts that may be called they only say so. */
export function webhookRoutes(v1: V1, hosts: WebhookHosts | undefined): void {
  void v1.app.register(async (app: V1["app"]) => {
    if (hosts === undefined)
      app.addHook("preValidation", async () => {
        throw new Problem("webhooks_disabled");
      });
    const own = { ...v1, app };
    addCreate(own, hosts);
    addList(own);
    addRead(own);
    addDelete(own);
    addDeliveries(own);
  });
}

function addCreate(v1: V1, hosts: WebhookHosts | undefined): void {
  const schema = {
    operationId: "createWebhook",
    summary: "Send the changes of a slice to a URL",
    description:
      "From now on, as this key sees them, for as long as it is valid. Each delivery is signed as the Standard Webhooks say, with the `secret` that is shown here alone, so a request that is sent again with its `Idempotency-Key` is answered with 409 `key_shown_once`.",
    querystring: projectQuery,
    body: webhookBody,
    response: { 201: newWebhookAnswer },
  };
  const problems = [...config.problems, "too_many_webhooks", "key_shown_once", "invalid_cql"] as const;
  const own = { ...config, problems, answerHeaders: { 201: ["Location"] } } as const;
  writingOnce(v1, "POST /v1/webhooks", { schema, config: own }, async (tx, tenant, request) => {
    const { slice_id, url } = request.body;
    const message = hosts === undefined ? undefined : refusalOf(hosts, url);
    if (message !== undefined)
      throw new Problem("invalid_request", { errors: [{ pointer: "/url", message }] });
    const row = await newRow(tx, tenant, slice_id, url);
    await requireRoom(v1.database, tenant);
    await tx.all(build.insertInto("webhook").values(row));
    await note(tx, request, row, "made");
    const { id, secret } = row;
    const shownOnce = `A request with this Idempotency-Key has made the webhook ${id}, whose secret cannot be shown again. If its response was lost, delete it and make another.`;
    const headers = { location: `/v1/webhooks/${id}` };
    return { status: 201, headers, body: { ...toWebhook({ ...row, status: "active" }), secret }, shownOnce };
  });
}

async function newRow(tx: Transaction, tenant: Tenant, sliceId: string, url: string) {
  const slice = await sliceWith(tx, tenant, sliceId);
  await compileIn(tx, tenant, slice.cql);
  const point = await pointNow(tx, tenant);
  const { sequence, version } = point;
  return {
    ...tenantColumns(tenant),
    id: newId(),
    slice_id: slice.id,
    key_id: tenant.keyId,
    url,
    secret: newSecret(),
    cursor: cursorOf(await bindingOf(tx, slice, tenant), point),
    sequence,
    version,
    created_at: await tx.now(),
  };
}

/** Of requests at the same time none sees what the others create: they may exceed it by a few. */
async function requireRoom(database: V1["database"], tenant: Tenant): Promise<void> {
  // As nobody in particular: a limited key sees its own alone.
  const row = await systemTransaction(
    database,
    async (tx) =>
      await tx.first(
        sql<{ readonly whole: number; readonly limited: number; readonly own: number }>`with top as (
            select a.id from api_key k join api_key a on a.id = k.id or a.id = any(k.ancestors)
            where k.id = ${tenant.keyId}::uuid and ${isLimited("a")} order by cardinality(a.ancestors) limit 1
          )
          select count(*) filter (where not ${isLimited("k")})::int as whole, count(*) filter (where ${isLimited("k")})::int as limited,
            count(*) filter (where exists (select from top where top.id = k.id or top.id = any(k.ancestors)))::int as own
          from webhook w join api_key k on k.id = w.key_id where ${ofTenant(tenant, "w")} and w.status <> 'ended'`,
        "webhooks.count",
      ),
  );
  const { whole = 0, limited = 0, own = 0 } = row ?? {};
  const isFull =
    tenant.limits === undefined ? whole >= maxWebhooks : limited >= maxLimited || own >= maxOfLimited;
  if (isFull) throw new Problem("too_many_webhooks");
}

/** Whether a key is limited to slices, or to an end user. */
function isLimited(alias: string): RawBuilder<SqlBool> {
  return sql`(cardinality(${sql.ref(`${alias}.slices`)}) > 0 or ${sql.ref(`${alias}.subject_id`)} is not null)`;
}

/** All that is shown of a webhook, and whose it is. */
const columns = ["id", "slice_id", "url", "status", "cursor", "project_id", "created_at"] as const;

type Row = Pick<Selectable<WebhookTable>, (typeof columns)[number]>;

function toWebhook({ cursor, created_at, ...row }: Row): Static<typeof webhook> {
  const { id, slice_id, url, status, project_id } = row;
  return {
    id,
    slice_id,
    url,
    status,
    changes_cursor: cursor,
    project_id,
    created_at: created_at.toISOString(),
  };
}

function addList(v1: V1): void {
  const schema = {
    operationId: "listWebhooks",
    summary: "List webhooks, newest first",
    querystring: listQuery,
    response: { 200: webhooksAnswer },
  };
  reading(v1, "GET /v1/webhooks", { schema, config }, async (tx, tenant, { query }) => {
    const webhooks = build.selectFrom("webhook").select(columns).where(webhooksOf(tenant));
    const { items, next_cursor } = await readNewest(tx, [webhooks], query);
    return { webhooks: items.map(toWebhook), next_cursor };
  });
}

function addRead(v1: V1): void {
  const schema = {
    operationId: "getWebhook",
    summary: "Read a webhook",
    ...one,
    response: { 200: webhookAnswer },
  };
  reading(v1, "GET /v1/webhooks/:id", { schema, config }, async (tx, tenant, { params }) => {
    const row = await tx.first(
      build.selectFrom("webhook").select(columns).where(webhooksOf(tenant)).where("id", "=", params.id),
    );
    if (row === undefined) throw noWebhook();
    return toWebhook(row);
  });
}

function addDelete(v1: V1): void {
  const schema = {
    operationId: "deleteWebhook",
    summary: "Delete a webhook, and its deliveries",
    description: "Nothing is sent any more, but for what is under way at this moment.",
    ...one,
    response: { 204: Type.Null() },
  };
  writing(v1, "DELETE /v1/webhooks/:id", { schema, config }, async (tx, tenant, request) => {
    const query = build.deleteFrom("webhook").where(webhooksOf(tenant)).where("id", "=", request.params.id);
    const row = await tx.first(query.returning(["id", "project_id"]));
    if (row === undefined) throw noWebhook();
    await note(tx, request, row, "deleted");
    return null;
  });
}

async function note(
  tx: Transaction,
  request: Parameters<typeof accessOf>[0],
  { id, project_id }: Pick<Row, "id" | "project_id">,
  action: "made" | "deleted",
): Promise<void> {
  await record(tx, accessOf(request), { projectId: project_id, action, object: "webhook", objectId: id });
}
