// Paths of shapes and sources, and of the catalog with which a client reads queries offline.

import { createHash } from "node:crypto";
import { Type } from "typebox";
import { build } from "../database/build.ts";
import { readNewest } from "../database/newest.ts";
import { ofTenant } from "../database/of-tenant.ts";
import { transaction } from "../database/transaction.ts";
import { namesTag } from "../http/etag.ts";
import { answer, list, listQuery, nextCursor, projectQuery } from "../http/schemas.ts";
import { sendJson, serializeList } from "../http/serialize.ts";
import { inTenant, reading, type V1, writingOnce } from "../http/v1/routes.ts";
import { tenantOf } from "../http/v1/tenant.ts";
import { readCatalog } from "./catalog.ts";
import { changeRoutes } from "./change-routes.ts";
import { documentRoutes } from "./document-routes.ts";
import { warningsOfName } from "./namesakes.ts";
import { shapeBytes, shapeJson, shapesAsTexts, toShape, toSource } from "./rows.ts";
import { catalog, shape, shapeAnswer, shapeBody, source, sourceAnswer, sourceBody } from "./schemas.ts";
import { putShape, putSource } from "./write.ts";

/** Adds the paths. */
export function catalogRoutes(v1: V1): void {
  addCatalog(v1);
  addShapes(v1);
  addShapeList(v1);
  addSources(v1);
  changeRoutes(v1);
  documentRoutes(v1);
}

function addCatalog(v1: V1): void {
  const schema = {
    operationId: "getCatalog",
    summary: "The names that queries may use",
    description: "What `createCatalog` of slice-cql takes, so that a client can validate offline.",
    querystring: projectQuery,
    response: { 200: catalog, 304: Type.Null() },
  };
  const config = {
    isForLimitedKeys: true,
    answerHeaders: { 200: ["ETag", "Cache-Control"], 304: ["ETag", "Cache-Control"] },
  };
  v1.app.get("/v1/catalog", { schema, config }, async (request, reply) => {
    const { isComplete, ...names } = await inTenant(v1, request, readCatalog);
    const found = { ...names, ...(!isComplete && { truncated: true }) };
    const tag = `"${createHash("sha256").update(JSON.stringify(found)).digest("base64url").slice(0, 27)}"`;
    void reply.headers({ etag: tag, "cache-control": "private, no-cache" });
    // What the caller has is still current.
    if (namesTag(request.headers["if-none-match"] ?? "", tag)) return await reply.code(304).send(null);
    return { ...found, request_id: request.id };
  });
}

function addShapes(v1: V1): void {
  const schema = {
    operationId: "createShape",
    summary: "Create a shape",
    body: shapeBody,
    querystring: projectQuery,
    response: { 201: shapeAnswer },
  };
  writingOnce(v1, "POST /v1/shapes", { schema }, async (tx, tenant, { body }) => {
    const row = await putShape(tx, tenant, body);
    const warnings = await warningsOfName(tx, tenant, "shape", row);
    return { status: 201, body: { ...toShape(row), warnings } };
  });
}

function addShapeList({ app, database }: V1): void {
  const schema = {
    operationId: "listShapes",
    summary: "List shapes, newest first",
    querystring: listQuery,
    response: { 200: answer({ shapes: list(shape), next_cursor: nextCursor }) },
  };
  // Not `reading`: shapes are large, and pass through as the texts that PostgreSQL makes of them.
  app.get("/v1/shapes", { schema }, async (request, reply) => {
    const tenant = tenantOf(request);
    const query = shapesAsTexts(tenant);
    const { items, next_cursor } = await transaction(
      database,
      tenant,
      async (tx) => await readNewest(tx, [query], request.query, { bytes: shapeBytes }),
    );
    const rest = JSON.stringify({ next_cursor, request_id: request.id }).slice(1);
    const parts = [Buffer.from('{"shapes":'), await serializeList(items, shapeJson), Buffer.from(`,${rest}`)];
    return await sendJson(reply, Buffer.concat(parts));
  });
}

function addSources(v1: V1): void {
  const created = {
    operationId: "createSource",
    summary: "Create a source",
    body: sourceBody,
    querystring: projectQuery,
    response: { 201: sourceAnswer },
  };
  const config = { problems: ["unknown_shape"] } as const;
  writingOnce(v1, "POST /v1/sources", { schema: created, config }, async (tx, tenant, { body }) => {
    const row = await putSource(tx, tenant, body);
    const warnings = await warningsOfName(tx, tenant, "source", row);
    return { status: 201, body: { ...toSource(row), warnings } };
  });
  const listed = {
    operationId: "listSources",
    summary: "List sources, newest first",
    querystring: listQuery,
    response: { 200: answer({ sources: list(source), next_cursor: nextCursor }) },
  };
  reading(v1, "GET /v1/sources", { schema: listed }, async (tx, tenant, { query }) => {
    const sources = build.selectFrom("source").selectAll().where(ofTenant(tenant));
    const { items, next_cursor } = await readNewest(tx, [sources], query);
    return { sources: items.map(toSource), next_cursor };
  });
}
