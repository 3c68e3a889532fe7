// Paths of shapes, sources and documents, and of the catalog with which a client reads queries offline.

import { createHash } from "node:crypto";
import { Type } from "typebox";
import { build } from "../database/build.ts";
import { type Database, transaction } from "../database/transaction.ts";
import type { App } from "../http/app.ts";
import { answer, idParams, list, listQuery, nextCursor, projectQuery } from "../http/schemas.ts";
import { listOf, sendJson } from "../http/serialize.ts";
import { newestOf } from "../database/newest.ts";
import { answerOnce } from "../http/v1/idempotency.ts";
import { scopeOf } from "../http/v1/scope.ts";
import { catalogOf } from "./catalog.ts";
import { documentOf, shapeBytes, shapeJson, shapeOf, shapesAsTexts, sourceOf } from "./rows.ts";
import {
  catalog,
  documentAnswer,
  documentBody,
  shape,
  shapeAnswer,
  shapeBody,
  source,
  sourceAnswer,
  sourceBody,
} from "./schemas.ts";
import { putDocument, putShape, putSource } from "./write.ts";

/** Adds the paths. */
export function catalogRoutes(database: Database): (app: App) => void {
  return (app) => {
    addCatalog(app, database);
    addShapes(app, database);
    addSources(app, database);
    addDocuments(app, database);
  };
}

function addCatalog(app: App, database: Database): void {
  const schema = {
    summary: "The names that queries may use",
    description: "What `createCatalog` of slice-cql takes, so that a client can validate offline.",
    querystring: projectQuery,
    response: { 200: catalog, 304: Type.Null() },
  };
  const config = { answerHeaders: { 200: ["ETag", "Cache-Control"], 304: ["ETag", "Cache-Control"] } };
  app.get("/v1/catalog", { schema, config }, async (request, reply) => {
    const { isComplete, ...names } = await transaction(
      database,
      scopeOf(request),
      async (tx) => await catalogOf(tx, scopeOf(request)),
    );
    const found = { ...names, ...(!isComplete && { truncated: true }) };
    const tag = `"${createHash("sha256").update(JSON.stringify(found)).digest("base64url").slice(0, 27)}"`;
    void reply.headers({ etag: tag, "cache-control": "private, no-cache" });
    if (isKnown(request.headers["if-none-match"], tag)) return await reply.code(304).send(null);
    return { ...found, request_id: request.id };
  });
}

/** Whether a caller has what this tag stands for; a proxy that compresses makes it a weak one. */
function isKnown(header: string | undefined, tag: string): boolean {
  const tags = (header ?? "").split(",").map((each) => each.trim().replace(/^W\//, ""));
  return tags.includes(tag) || tags.includes("*");
}

function addShapes(app: App, database: Database): void {
  const created = {
    summary: "Create a shape",
    body: shapeBody,
    querystring: projectQuery,
    response: { 201: shapeAnswer },
  };
  app.post(
    "/v1/shapes",
    { schema: created, config: { writes: true } },
    async (request, reply) =>
      await answerOnce(database, request, reply, async (tx) => {
        const row = await putShape(tx, scopeOf(request), request.body);
        return { status: 201, body: { ...shapeOf(row), request_id: request.id } };
      }),
  );
  const listed = {
    summary: "List shapes, newest first",
    querystring: listQuery,
    response: { 200: answer({ shapes: list(shape), next_cursor: nextCursor }) },
  };
  app.get("/v1/shapes", { schema: listed }, async (request, reply) => {
    const scope = scopeOf(request);
    const query = shapesAsTexts(scope.projectId);
    const { items, next_cursor } = await transaction(
      database,
      scope,
      async (tx) => await newestOf(tx, [query], request.query, { bytes: shapeBytes }),
    );
    const rest = JSON.stringify({ next_cursor, request_id: request.id }).slice(1);
    const parts = [Buffer.from('{"shapes":'), await listOf(items, shapeJson), Buffer.from(`,${rest}`)];
    return await sendJson(reply, Buffer.concat(parts));
  });
}

function addSources(app: App, database: Database): void {
  const created = {
    summary: "Create a source",
    body: sourceBody,
    querystring: projectQuery,
    response: { 201: sourceAnswer },
  };
  app.post(
    "/v1/sources",
    { schema: created, config: { writes: true, problems: ["unknown_shape"] } },
    async (request, reply) =>
      await answerOnce(database, request, reply, async (tx) => {
        const row = await putSource(tx, scopeOf(request), request.body);
        return { status: 201, body: { ...sourceOf(row), request_id: request.id } };
      }),
  );
  const listed = {
    summary: "List sources, newest first",
    querystring: listQuery,
    response: { 200: answer({ sources: list(source), next_cursor: nextCursor }) },
  };
  app.get("/v1/sources", { schema: listed }, async (request) => {
    const scope = scopeOf(request);
    const query = build.selectFrom("source").selectAll().where("project_id", "=", scope.projectId);
    const { items, next_cursor } = await transaction(
      database,
      scope,
      async (tx) => await newestOf(tx, [query], request.query),
    );
    return { sources: items.map(sourceOf), next_cursor, request_id: request.id };
  });
}

function addDocuments(app: App, database: Database): void {
  const created = {
    operationId: "putDocument",
    summary: "Add a document to a source, or replace the one with the same external_id",
    params: idParams,
    body: documentBody,
    querystring: projectQuery,
    response: { 200: documentAnswer, 201: documentAnswer },
  };
  app.post(
    "/v1/sources/:id/documents",
    { schema: created, config: { writes: true } },
    async (request, reply) =>
      await answerOnce(database, request, reply, async (tx) => {
        const { row, isNew } = await putDocument(tx, scopeOf(request), request.params.id, request.body);
        return { status: isNew ? 201 : 200, body: { ...documentOf(row), request_id: request.id } };
      }),
  );
}
