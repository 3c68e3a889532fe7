// Paths of deltas.

import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { type Deed, record } from "../activity/record.ts";
import { build } from "../database/build.ts";
import { readNewest } from "../database/newest.ts";
import { ofTenant } from "../database/of-tenant.ts";
import { decodeCursor, defaultLimit, rowsOfPage, toPage } from "../database/page.ts";
import { limitPer } from "../database/per-key-limit.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { answer, idParams, list, listQuery, nextCursor, projectQuery } from "../http/schemas.ts";
import { answerOnce, type Run } from "../http/v1/idempotency.ts";
import { accessOf, requireOwn } from "../http/v1/permission.ts";
import { reading, type V1, writingOnce } from "../http/v1/routes.ts";
import { tenantOf } from "../http/v1/tenant.ts";
import { applyDelta, discardDelta } from "./apply.ts";
import {
  type DeltaRow,
  deltaWith,
  lockDelta,
  readReferences,
  selectDeltas,
  toChange,
  toDelta,
} from "./read.ts";
import { appliedAnswer, applyBody, change, delta, deltaAnswer, discardBody } from "./schemas.ts";

const forLimitedKeys = { isForLimitedKeys: true } as const;

const isPosition = (text: string): boolean => /^\d{1,9}$/.test(text);

/** Adds the paths. */
export function deltaRoutes(v1: V1): void {
  addRead(v1);
  addChanges(v1);
  addApply(v1);
  addDiscard(v1);
}

function addRead(v1: V1): void {
  const listed = {
    operationId: "listDeltas",
    summary: "List deltas, newest first",
    querystring: listQuery,
    response: { 200: answer({ deltas: list(delta), next_cursor: nextCursor }) },
  };
  reading(v1, "GET /v1/deltas", { schema: listed, config: forLimitedKeys }, async (tx, tenant, { query }) => {
    const { items, next_cursor } = await readNewest(tx, [selectDeltas(tenant)], query);
    return { deltas: items.map(toDelta), next_cursor };
  });
  const read = {
    operationId: "getDelta",
    summary: "Read a delta",
    params: idParams("delta"),
    querystring: projectQuery,
    response: { 200: deltaAnswer },
  };
  reading(
    v1,
    "GET /v1/deltas/:id",
    { schema: read, config: forLimitedKeys },
    async (tx, tenant, { params }) => toDelta(await deltaWith(tx, tenant, params.id)),
  );
}

function addChanges(v1: V1): void {
  const schema = {
    operationId: "listDeltaChanges",
    summary: "List the changes of a delta, in order",
    params: idParams("delta"),
    querystring: listQuery,
    response: { 200: answer({ changes: list(change), next_cursor: nextCursor }) },
  };
  reading(
    v1,
    "GET /v1/deltas/:id/changes",
    { schema, config: forLimitedKeys },
    async (tx, tenant, { params, query }) => {
      const { limit = defaultLimit, cursor } = query;
      const [after = "-1"] = cursor === undefined ? [] : decodeCursor(cursor, [isPosition]);
      await deltaWith(tx, tenant, params.id);
      const wanted = build
        .selectFrom("change")
        .selectAll()
        .where(ofTenant(tenant))
        .where("delta_id", "=", params.id)
        .where("position", ">", Number(after))
        .orderBy("position")
        .limit(limit + 1);
      const rows = await rowsOfPage(tx, wanted, sql`position`);
      const { items, next_cursor } = toPage(rows, limit, ({ position }) => [String(position)]);
      const references = await readReferences(tx, tenant, items);
      return { changes: items.map((row) => toChange(row, references)), next_cursor };
    },
  );
}

/** How long a delta waits while others of its organization are applied, in milliseconds: one may take many seconds. */
const applyTimeoutMs = 30_000;

function addApply(v1: V1): void {
  // Its changes are in memory meanwhile: about 0.1 GB for 200,000.
  const inTurn = limitPer("organization", 1);
  const schema = {
    operationId: "applyDelta",
    summary: "Apply a delta, except for excluded changes",
    description: "One transaction; applying it again gives the same response.",
    params: idParams("delta"),
    querystring: projectQuery,
    body: applyBody,
    response: { 200: appliedAnswer },
  };
  const config = {
    needs: "write",
    isForLimitedKeys: true,
    bodyIsOptional: true,
    problems: ["delta_not_open", "delta_in_use", "delta_conflict"],
  } as const;
  // Not `writingOnce`: it takes its turn before it takes a connection.
  v1.app.post("/v1/deltas/:id/apply", { schema, config }, async (request, reply) => {
    const tenant = tenantOf(request);
    const run: Run = async (work) => await transaction(v1.database, tenant, work);
    const apply = async () =>
      await answerOnce(run, request, reply, async (tx) => {
        const { id } = request.params;
        const limited = await v1.lookUpLimits(tx, tenant);
        const delta = await lockDelta(tx, limited, id);
        const body = await applyDelta(tx, limited, id, request.body.exclude ?? []);
        if (delta.status === "open")
          await note(tx, request, delta, { action: "applied", counts: body.applied });
        return { status: 200, body };
      });
    return await inTurn(tenant.organizationId, apply, applyTimeoutMs);
  });
}

function addDiscard(v1: V1): void {
  const schema = {
    operationId: "discardDelta",
    summary: "Discard a delta: none of its changes will be applied",
    params: idParams("delta"),
    querystring: projectQuery,
    body: discardBody,
    response: { 200: deltaAnswer },
  };
  const problems = ["delta_not_open", "delta_in_use"] as const;
  const config = { bodyIsOptional: true, needs: "propose", isForLimitedKeys: true, problems } as const;
  writingOnce(v1, "POST /v1/deltas/:id/discard", { schema, config }, async (tx, tenant, request) => {
    const { id } = request.params;
    const delta = await lockDelta(tx, tenant, id);
    requireOwn(request, delta.key_id);
    const discarded = await discardDelta(tx, tenant, id);
    if (delta.status === "open") await note(tx, request, delta, { action: "discarded" });
    return { status: 200, body: toDelta(discarded) };
  });
}

async function note(
  tx: Transaction,
  request: Pick<FastifyRequest, "access">,
  { id: objectId, project_id: projectId, private: isPrivate }: DeltaRow,
  deed: Pick<Deed, "action" | "counts">,
): Promise<void> {
  await record(tx, accessOf(request), { ...deed, projectId, object: "delta", objectId, isPrivate });
}
