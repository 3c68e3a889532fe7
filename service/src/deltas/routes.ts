// Paths of deltas.

import { sql } from "kysely";
import { build } from "../database/build.ts";
import { limitPer } from "../database/per-key-limit.ts";
import { type Database, transaction } from "../database/transaction.ts";
import type { App } from "../http/app.ts";
import { answer, idParams, list, listQuery, nextCursor, projectQuery } from "../http/schemas.ts";
import { newestOf } from "../database/newest.ts";
import { defaultLimit, pageOf, placeOf, rowsOfPage } from "../database/page.ts";
import { answerOnce } from "../http/v1/idempotency.ts";
import { scopeOf } from "../http/v1/scope.ts";
import { applyDelta, discardDelta } from "./apply.ts";
import { changeOf, deltaOf, deltasOf, deltaWith } from "./read.ts";
import { appliedAnswer, applyBody, change, delta, deltaAnswer, discardBody } from "./schemas.ts";
import { endNamesOf } from "./unsupported.ts";

const isPosition = (text: string): boolean => /^\d{1,9}$/.test(text);

/** Adds the paths. */
export function deltaRoutes(database: Database): (app: App) => void {
  return (app) => {
    addRead(app, database);
    addChanges(app, database);
    addApply(app, database);
    addDiscard(app, database);
  };
}

function addRead(app: App, database: Database): void {
  const listed = {
    summary: "List deltas, newest first",
    querystring: listQuery,
    response: { 200: answer({ deltas: list(delta), next_cursor: nextCursor }) },
  };
  app.get("/v1/deltas", { schema: listed }, async (request) => {
    const scope = scopeOf(request);
    const { items, next_cursor } = await transaction(
      database,
      scope,
      async (tx) => await newestOf(tx, [deltasOf(scope)], request.query),
    );
    return { deltas: items.map(deltaOf), next_cursor, request_id: request.id };
  });
  const read = {
    summary: "Read a delta",
    params: idParams,
    querystring: projectQuery,
    response: { 200: deltaAnswer },
  };
  app.get("/v1/deltas/:id", { schema: read }, async (request) => {
    const scope = scopeOf(request);
    const row = await transaction(
      database,
      scope,
      async (tx) => await deltaWith(tx, scope, request.params.id),
    );
    return { ...deltaOf(row), request_id: request.id };
  });
}

function addChanges(app: App, database: Database): void {
  const schema = {
    summary: "List the changes of a delta, in order",
    params: idParams,
    querystring: listQuery,
    response: { 200: answer({ changes: list(change), next_cursor: nextCursor }) },
  };
  app.get("/v1/deltas/:id/changes", { schema }, async (request) => {
    const { limit = defaultLimit, cursor } = request.query;
    const scope = scopeOf(request);
    const [after = "-1"] = cursor === undefined ? [] : placeOf(cursor, [isPosition]);
    const query = build
      .selectFrom("change")
      .selectAll()
      .where("project_id", "=", scope.projectId)
      .where("delta_id", "=", request.params.id)
      .where("position", ">", Number(after))
      .orderBy("position")
      .limit(limit + 1);
    const { rows, ends } = await transaction(database, scope, async (tx) => {
      await deltaWith(tx, scope, request.params.id);
      const found = await rowsOfPage(tx, query, sql`position`);
      return { rows: found, ends: await endNamesOf(tx, scope, found) };
    });
    const { items, next_cursor } = pageOf(rows, limit, ({ position }) => [String(position)]);
    return { changes: items.map((row) => changeOf(row, ends)), next_cursor, request_id: request.id };
  });
}

/** How long a delta waits while others of its organization are applied, in milliseconds: one may take many seconds. */
const applyPatienceMs = 30_000;

function addApply(app: App, database: Database): void {
  // Its changes are in memory meanwhile: about 0.1 GB for 200,000.
  const inTurn = limitPer("organization", 1);
  const applying = {
    summary: "Apply a delta, except for excluded changes",
    description: "One transaction; applying it again gives the same response.",
    params: idParams,
    querystring: projectQuery,
    body: applyBody,
    response: { 200: appliedAnswer },
  };
  app.post(
    "/v1/deltas/:id/apply",
    {
      schema: applying,
      config: {
        writes: true,
        bodyIsOptional: true,
        problems: ["delta_not_open", "delta_in_use", "delta_conflict"],
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      const apply = async () =>
        await answerOnce(database, request, reply, async (tx) => {
          const done = await applyDelta(tx, scope, request.params.id, request.body.exclude ?? []);
          return { status: 200, body: { ...done, request_id: request.id } };
        });
      return await inTurn(scope.organizationId, apply, applyPatienceMs);
    },
  );
}

function addDiscard(app: App, database: Database): void {
  const discard = {
    summary: "Discard a delta: none of its changes will be applied",
    params: idParams,
    querystring: projectQuery,
    body: discardBody,
    response: { 200: deltaAnswer },
  };
  app.post(
    "/v1/deltas/:id/discard",
    {
      schema: discard,
      config: { writes: true, bodyIsOptional: true, problems: ["delta_not_open", "delta_in_use"] },
    },
    async (request, reply) =>
      await answerOnce(database, request, reply, async (tx) => {
        const row = await discardDelta(tx, scopeOf(request), request.params.id);
        return { status: 200, body: { ...deltaOf(row), request_id: request.id } };
      }),
  );
}
