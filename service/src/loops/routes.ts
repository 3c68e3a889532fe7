// Paths of loops.

import { sql } from "kysely";
import { record } from "../activity/record.ts";
import { knownDocuments } from "../changes/evidence.ts";
import { build } from "../database/build.ts";
import { readNewest } from "../database/newest.ts";
import { ofTenant } from "../database/of-tenant.ts";
import { decodeCursor, defaultLimit, rowsOfPage, toPage } from "../database/page.ts";
import { answer, idParams, list, listQuery, nextCursor, projectQuery } from "../http/schemas.ts";
import { accessOf, requireOwn } from "../http/v1/permission.ts";
import { reading, saysDryRun, type V1, writing, writingOnce } from "../http/v1/routes.ts";
import { cancelBody, loopBody } from "./body-schema.ts";
import { eventRoutes } from "./event-routes.ts";
import { cancelLoop, noLoop } from "./finish.ts";
import { selectShownLoops, toCheckpoint, toLoop, toLoopStarted } from "./rows.ts";
import { checkpointsAnswer, loop, loopAnswer, loopCompiled, loopStarted } from "./schemas.ts";
import { evidenceIn } from "./shown-state.ts";
import { describeLoop, type LoopSettings, resolveLoop, startLoop } from "./start.ts";

/** Adds the paths. */
export function loopRoutes(v1: V1, settings: LoopSettings): void {
  addStart(v1, settings);
  addRead(v1);
  addCheckpoints(v1);
  addCancel(v1);
  eventRoutes(v1);
}

const startProblems = [
  "credits_exhausted",
  "delta_not_open",
  "delta_in_use",
  "goal_required",
  "unknown_shape",
  "unknown_source",
  "unknown_delta",
  "unsupported_loop_kind",
  "unsupported_loop_effort",
  "apply_not_supported_for_loops",
  "loop_dispatch_unavailable",
] as const;

function addStart(v1: V1, settings: LoopSettings): void {
  const schema = {
    operationId: "createLoop",
    summary: "Start a loop, or show what it would do",
    description:
      "A loop reads documents and stages what it finds in a delta. Starting one reserves its maximum cost; a dry run costs nothing. Its shapes name at most 500 types of entities, 500 of relationships and 5,000 properties in all.",
    querystring: projectQuery,
    body: loopBody,
    response: { 200: loopCompiled, 202: loopStarted },
  };
  const isDry = ({ body }: { readonly body: unknown }) => (body === undefined ? undefined : saysDryRun(body));
  const config = { isSpecified: true, needs: "propose", problems: startProblems } as const;
  const options = { schema, config, isDry };
  writingOnce(v1, "POST /v1/loops", options, async (tx, tenant, request) => {
    const { body } = request;
    // Who may only propose adds nothing to what others review.
    const requireMayContinue = (keyId: string): void => {
      if (body.dry_run !== true) requireOwn(request, keyId);
    };
    const compiled = await resolveLoop(tx, tenant, body, settings, requireMayContinue);
    if (body.dry_run === true) return { status: 200, body: describeLoop(compiled, tenant) };
    const id = await startLoop(tx, tenant, compiled, settings);
    await record(tx, accessOf(request), {
      projectId: tenant.projectId,
      action: "started",
      object: "loop",
      objectId: id,
    });
    const row = await tx.first(selectShownLoops(tenant).where("id", "=", id));
    if (row === undefined) throw new Error("The loop no longer exists.");
    return { status: 202, headers: { location: `/v1/loops/${id}` }, body: toLoopStarted(row) };
  });
}

function addRead(v1: V1): void {
  const listed = {
    operationId: "listLoops",
    summary: "List loops, newest first",
    querystring: listQuery,
    response: { 200: answer({ loops: list(loop), next_cursor: nextCursor }) },
  };
  reading(v1, "GET /v1/loops", { schema: listed }, async (tx, tenant, { query }) => {
    const { items, next_cursor } = await readNewest(tx, [selectShownLoops(tenant)], query);
    return { loops: items.map(toLoop), next_cursor };
  });
  const read = {
    operationId: "getLoop",
    summary: "Read a loop",
    params: idParams("loop"),
    querystring: projectQuery,
    response: { 200: loopAnswer },
  };
  reading(
    v1,
    "GET /v1/loops/:id",
    { schema: read, config: { isSpecified: true } },
    async (tx, tenant, { params }) => {
      const row = await tx.first(selectShownLoops(tenant).where("id", "=", params.id));
      if (row === undefined) throw noLoop();
      return toLoop(row);
    },
  );
}

const isIteration = (text: string): boolean => /^\d{1,9}$/.test(text);

function addCheckpoints(v1: V1): void {
  const schema = {
    operationId: "listLoopCheckpoints",
    summary: "List the checkpoints of a loop, one per iteration",
    params: idParams("loop"),
    querystring: listQuery,
    response: { 200: checkpointsAnswer },
  };
  reading(
    v1,
    "GET /v1/loops/:id/checkpoints",
    { schema, config: { isSpecified: true } },
    async (tx, tenant, { params, query }) => {
      const { limit = defaultLimit, cursor } = query;
      const [after = "0"] = cursor === undefined ? [] : decodeCursor(cursor, [isIteration]);
      if ((await tx.first(selectShownLoops(tenant).where("id", "=", params.id))) === undefined)
        throw noLoop();
      const wanted = build
        .selectFrom("checkpoint")
        .selectAll()
        .where(ofTenant(tenant))
        .where("loop_id", "=", params.id)
        .where("iteration", ">", Number(after))
        .orderBy("iteration")
        .limit(limit + 1);
      const rows = await rowsOfPage(tx, wanted, sql`iteration`);
      const { items, next_cursor } = toPage(rows, limit, ({ iteration }) => [String(iteration)]);
      const states = items.map(({ state }) => state);
      const known = await knownDocuments(tx, tenant, evidenceIn(states));
      return { checkpoints: items.map((row) => toCheckpoint(row, known)), next_cursor };
    },
  );
}

function addCancel(v1: V1): void {
  const schema = {
    operationId: "cancelLoop",
    summary: "Cancel a loop",
    description:
      "At once. What it has staged stays in its delta, and what it has read is charged, as is what a model has answered.",
    params: idParams("loop"),
    querystring: projectQuery,
    body: cancelBody,
    response: { 200: loopAnswer },
  };
  const config = { bodyIsOptional: true, needs: "propose", problems: ["loop_finished"] } as const;
  writing(v1, "POST /v1/loops/:id/cancel", { schema, config }, async (tx, tenant, request) => {
    const requireMay = (keyId: string): void => requireOwn(request, keyId);
    const canceled = await cancelLoop(tx, tenant, request.params.id, requireMay);
    await record(tx, accessOf(request), {
      projectId: tenant.projectId,
      action: "canceled",
      object: "loop",
      objectId: canceled.id,
    });
    return toLoop(canceled);
  });
}
