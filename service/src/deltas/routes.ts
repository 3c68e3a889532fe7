// Paths of deltas.

import type { FastifyReply, FastifyRequest } from "fastify";
import { type SqlBool, sql } from "kysely";
import { type Deed, record } from "../activity/record.ts";
import { build } from "../database/build.ts";
import { readNewest } from "../database/newest.ts";
import { ofTenant } from "../database/of-tenant.ts";
import { decodeCursor, defaultLimit, rowsOfPage, toPage } from "../database/page.ts";
import { limitPer } from "../database/per-key-limit.ts";
import { type Tenant, type Transaction, transaction } from "../database/transaction.ts";
import { answer, idParams, list, nextCursor, projectQuery } from "../http/schemas.ts";
import { answerOnce, type Run, type WithId } from "../http/v1/idempotency.ts";
import { accessOf, requireOwn, requireThat } from "../http/v1/permission.ts";
import { reading, type V1, writingOnce } from "../http/v1/routes.ts";
import { tenantOf } from "../http/v1/tenant.ts";
import { isUuid } from "../values/uuid.ts";
import { applyDelta, discardDelta } from "./apply.ts";
import { decisionRoutes } from "./decision-routes.ts";
import { propose } from "./propose.ts";
import {
  type DeltaRow,
  deltaWith,
  isWanted,
  lockDelta,
  readReferences,
  selectDeltas,
  toChanges,
  toDelta,
} from "./read.ts";
import { revertDelta } from "./revert.ts";
import {
  appliedAnswer,
  applyBody,
  change,
  changesQuery,
  delta,
  deltaAnswer,
  deltasQuery,
  discardBody,
  proposeBody,
  proposed,
  revertedAnswer,
  revision,
} from "./schemas.ts";

const forLimitedKeys = { isForLimitedKeys: true } as const;

const isPosition = (text: string): boolean => /^\d{1,9}$/.test(text);

/** Adds the paths. */
export function deltaRoutes(v1: V1): void {
  addRead(v1);
  addChanges(v1);
  addPropose(v1);
  decisionRoutes(v1);
  const runLarge = largeRunner(v1);
  addApply(v1, runLarge);
  addRevert(v1, runLarge);
  addDiscard(v1);
}

function addRead(v1: V1): void {
  const listed = {
    operationId: "listDeltas",
    summary: "List deltas, newest first",
    querystring: deltasQuery,
    response: { 200: answer({ deltas: list(delta), next_cursor: nextCursor }) },
  };
  reading(v1, "GET /v1/deltas", { schema: listed, config: forLimitedKeys }, async (tx, tenant, { query }) => {
    const { status, loop_id } = query;
    const ofLoop = sql<SqlBool>`id in (select delta_id from loop where ${ofTenant(tenant)} and loop.id = ${loop_id}::uuid)`;
    const deltas = selectDeltas(tenant)
      .$if(status !== undefined, (all) => all.where("status", "=", status ?? "open"))
      .$if(loop_id !== undefined, (all) => all.where(isUuid(loop_id ?? "") ? ofLoop : sql<SqlBool>`false`));
    const { items, next_cursor } = await readNewest(tx, [deltas], query);
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
    querystring: changesQuery,
    response: { 200: answer({ changes: list(change), revision, next_cursor: nextCursor }) },
  };
  reading(
    v1,
    "GET /v1/deltas/:id/changes",
    { schema, config: forLimitedKeys },
    async (tx, tenant, { params, query }) => {
      const { limit = defaultLimit, cursor } = query;
      const [after = "-1"] = cursor === undefined ? [] : decodeCursor(cursor, [isPosition]);
      const row = await deltaWith(tx, tenant, params.id);
      const wanted = build
        .selectFrom("change")
        .selectAll()
        .where(ofTenant(tenant))
        .where("delta_id", "=", params.id)
        .where("position", ">", Number(after))
        .where(isWanted(query))
        .orderBy("position")
        .limit(limit + 1);
      const rows = await rowsOfPage(tx, wanted, sql`position`);
      const { items, next_cursor } = toPage(rows, limit, ({ position }) => [String(position)]);
      const references = await readReferences(tx, tenant, items);
      return { changes: await toChanges(items, row, references), revision: row.revision, next_cursor };
    },
  );
}

function addPropose(v1: V1): void {
  const schema = {
    operationId: "createDelta",
    summary: "Stage entities, relationships and memories in a new delta",
    description:
      "Nothing of it is written before the delta is applied. An entity that the project has, by its type and name, is updated; evidence is looked up in its document.",
    querystring: projectQuery,
    body: proposeBody,
    response: { 201: proposed },
  };
  const problems = ["unknown_shape", "unknown_source", "beyond_scope"] as const;
  const config = { needs: "propose", isForLimitedKeys: true, problems } as const;
  writingOnce(v1, "POST /v1/deltas", { schema, config }, async (tx, tenant, { body }) => {
    const { id: deltaId, changes } = await propose(tx, tenant, body);
    return { status: 201, body: { id: deltaId, status: "open" as const, changes } };
  });
}

/** How long a delta waits while others of its organization are applied or reverted, in milliseconds: one may take many seconds. */
const patienceMs = 30_000;

/** Runs work on all changes of a delta, once for each `Idempotency-Key`. */
type RunLarge = <Body extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Transaction, tenant: Tenant) => Promise<Body>,
) => Promise<(Body & WithId) | undefined>;

/** Not `writingOnce`: such work takes its turn before it takes a connection, as the changes are in memory meanwhile: about 0.1 GB for 200,000. */
function largeRunner(v1: V1): RunLarge {
  const inTurn = limitPer("organization", 1);
  return async (request, reply, work) => {
    const tenant = tenantOf(request);
    const run: Run = async (within) => await transaction(v1.database, tenant, within);
    const answered = async () =>
      await answerOnce(run, request, reply, async (tx) => ({
        status: 200,
        body: await work(tx, await v1.lookUpLimits(tx, tenant)),
      }));
    return await inTurn(tenant.organizationId, answered, patienceMs);
  };
}

const forReviewers = { needs: "write", isForLimitedKeys: true, bodyIsOptional: true } as const;

function addApply(v1: V1, runLarge: RunLarge): void {
  const schema = {
    operationId: "applyDelta",
    summary: "Apply a delta, except for excluded and rejected changes",
    description:
      "One transaction; applying it again gives the same response. With `only` those changes are applied, and the delta stays open.",
    params: idParams("delta"),
    querystring: projectQuery,
    body: applyBody,
    response: { 200: appliedAnswer },
  };
  const config = {
    ...forReviewers,
    problems: ["delta_not_open", "delta_in_use", "delta_changed", "delta_conflict"],
  } as const;
  v1.app.post("/v1/deltas/:id/apply", { schema, config }, async (request, reply) => {
    const { params, body } = request;
    return await runLarge(request, reply, async (tx, tenant) => {
      const delta = await lockDelta(tx, tenant, params.id);
      const result = await applyDelta(tx, tenant, params.id, body);
      const isNew = delta.status === "open" && result.applied_changes > delta.applied_changes;
      if (isNew || (delta.status === "open" && result.status === "applied"))
        await note(tx, request, delta, { action: "applied", counts: result.applied });
      return result;
    });
  });
}

function addRevert(v1: V1, runLarge: RunLarge): void {
  const schema = {
    operationId: "revertDelta",
    summary: "Revert an applied delta: take back all that it changed",
    description:
      "One transaction, in which what was created is deleted and what was updated gets its old values; reverting it again gives the same response.",
    params: idParams("delta"),
    querystring: projectQuery,
    body: discardBody,
    response: { 200: revertedAnswer },
  };
  const config = { ...forReviewers, problems: ["delta_not_applied", "delta_conflict"] } as const;
  v1.app.post("/v1/deltas/:id/revert", { schema, config }, async (request, reply) => {
    const { id } = request.params;
    return await runLarge(request, reply, async (tx, tenant) => {
      const delta = await lockDelta(tx, tenant, id);
      const result = await revertDelta(tx, tenant, id);
      if (delta.status === "applied")
        await note(tx, request, delta, { action: "reverted", counts: result.reverted });
      return result;
    });
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
  const problems = ["delta_not_open", "delta_in_use", "delta_changed"] as const;
  const config = { bodyIsOptional: true, needs: "propose", isForLimitedKeys: true, problems } as const;
  writingOnce(v1, "POST /v1/deltas/:id/discard", { schema, config }, async (tx, tenant, request) => {
    const { id } = request.params;
    const delta = await lockDelta(tx, tenant, id);
    requireOwn(request, delta.key_id);
    // Parts that were applied cannot be reverted after that.
    if (delta.applied_changes > 0) requireThat(accessOf(request), "write");
    const discarded = await discardDelta(tx, tenant, id, request.body?.revision);
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
