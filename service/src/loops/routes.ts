// Paths of loops.

import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { build } from "../database/build.ts";
import { type Database, transaction } from "../database/transaction.ts";
import type { App } from "../http/app.ts";
import { answer, idParams, list, listQuery, nextCursor, projectQuery } from "../http/schemas.ts";
import { newestOf } from "../database/newest.ts";
import { defaultLimit, pageOf, placeOf, rowsOfPage } from "../database/page.ts";
import { answerOnce } from "../http/v1/idempotency.ts";
import { scopeOf } from "../http/v1/scope.ts";
import { eventRoute } from "./event-route.ts";
import { cancelLoop, noLoop } from "./finish.ts";
import { checkpointOf, loopOf, loopsOf, startedOf } from "./rows.ts";
import {
  cancelBody,
  checkpointsAnswer,
  loop,
  loopAnswer,
  loopBody,
  loopCompiled,
  loopStarted,
} from "./schemas.ts";
import { compiledOf, compileLoop, type LoopSettings, startLoop } from "./start.ts";

/** Adds the paths. */
export function loopRoutes(database: Database, settings: LoopSettings): (app: App) => void {
  return (app) => {
    addStart(app, database, settings);
    addRead(app, database);
    addCheckpoints(app, database);
    addCancel(app, database);
    eventRoute(app, database);
  };
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

function addStart(app: App, database: Database, settings: LoopSettings): void {
  const schema = {
    summary: "Start a loop, or show what it would do",
    description:
      "A loop reads documents and stages what it finds in a delta. Starting one reserves its maximum cost; a dry run costs nothing. Its shapes name at most 500 types of entities, 500 of relationships and 5,000 properties in all.",
    querystring: projectQuery,
    body: loopBody,
    response: { 200: loopCompiled, 202: loopStarted },
  };
  const writes = ({ body }: FastifyRequest): boolean => body !== undefined && !isDryRun(body);
  app.post("/v1/loops", { schema, config: { writes, problems: startProblems } }, async (request, reply) => {
    const scope = scopeOf(request);
    if (request.body.dry_run === true) {
      const compiled = await transaction(
        database,
        scope,
        async (tx) => await compileLoop(tx, scope, request.body, settings),
      );
      return await reply.code(200).send({ ...compiledOf(compiled, scope), request_id: request.id });
    }
    return await answerOnce(database, request, reply, async (tx) => {
      const compiled = await compileLoop(tx, scope, request.body, settings);
      const id = await startLoop(tx, scope, compiled, settings);
      const row = await tx.first(loopsOf(scope).where("id", "=", id));
      if (row === undefined) throw new Error("The loop no longer exists.");
      const headers = { location: `/v1/loops/${id}` };
      return { status: 202, headers, body: { ...startedOf(row), request_id: request.id } };
    });
  });
}

function isDryRun(body: unknown): boolean {
  return typeof body === "object" && body !== null && "dry_run" in body && body.dry_run === true;
}

function addRead(app: App, database: Database): void {
  const listed = {
    summary: "List loops, newest first",
    querystring: listQuery,
    response: { 200: answer({ loops: list(loop), next_cursor: nextCursor }) },
  };
  app.get("/v1/loops", { schema: listed }, async (request) => {
    const scope = scopeOf(request);
    const { items, next_cursor } = await transaction(
      database,
      scope,
      async (tx) => await newestOf(tx, [loopsOf(scope)], request.query),
    );
    return { loops: items.map(loopOf), next_cursor, request_id: request.id };
  });
  const read = {
    summary: "Read a loop",
    params: idParams,
    querystring: projectQuery,
    response: { 200: loopAnswer },
  };
  app.get("/v1/loops/:id", { schema: read }, async (request) => {
    const scope = scopeOf(request);
    const query = loopsOf(scope).where("id", "=", request.params.id);
    const row = await transaction(database, scope, async (tx) => await tx.first(query));
    if (row === undefined) throw noLoop();
    return { ...loopOf(row), request_id: request.id };
  });
}

const isIteration = (text: string): boolean => /^\d{1,9}$/.test(text);

function addCheckpoints(app: App, database: Database): void {
  const schema = {
    summary: "List the checkpoints of a loop, one per iteration",
    params: idParams,
    querystring: listQuery,
    response: { 200: checkpointsAnswer },
  };
  app.get("/v1/loops/:id/checkpoints", { schema }, async (request) => {
    const { id } = request.params;
    const { limit = defaultLimit, cursor } = request.query;
    const scope = scopeOf(request);
    const [after = "0"] = cursor === undefined ? [] : placeOf(cursor, [isIteration]);
    const query = build
      .selectFrom("checkpoint")
      .selectAll()
      .where("project_id", "=", scope.projectId)
      .where("loop_id", "=", id)
      .where("iteration", ">", Number(after))
      .orderBy("iteration")
      .limit(limit + 1);
    const rows = await transaction(database, scope, async (tx) => {
      if ((await tx.first(loopsOf(scope).where("id", "=", id))) === undefined) throw noLoop();
      return await rowsOfPage(tx, query, sql`iteration`);
    });
    const { items, next_cursor } = pageOf(rows, limit, ({ iteration }) => [String(iteration)]);
    return { checkpoints: items.map(checkpointOf), next_cursor, request_id: request.id };
  });
}

function addCancel(app: App, database: Database): void {
  const schema = {
    summary: "Cancel a loop",
    description:
      "At once. What it has staged stays in its delta, and what it has read is charged, as is what a model has answered.",
    params: idParams,
    querystring: projectQuery,
    body: cancelBody,
    response: { 200: loopAnswer },
  };
  const config = { writes: true, bodyIsOptional: true, problems: ["loop_finished"] as const };
  app.post("/v1/loops/:id/cancel", { schema, config }, async (request) => {
    const scope = scopeOf(request);
    const row = await transaction(
      database,
      scope,
      async (tx) => await cancelLoop(tx, scope.projectId, request.params.id),
    );
    return { ...loopOf(row), request_id: request.id };
  });
}
