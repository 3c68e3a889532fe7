// Paths of entities and relationships.

import { Type } from "typebox";
import { provenanceOf } from "../changes/provenance.ts";
import { build } from "../database/build.ts";
import { type Database, type Scope, transaction } from "../database/transaction.ts";
import type { App } from "../http/app.ts";
import { addRows, rowByRow } from "../http/rows.ts";
import { idParams, list, projectQuery } from "../http/schemas.ts";
import { newestFirst } from "../database/newest.ts";
import { fitting, rowsOfPage } from "../database/page.ts";
import { answerOnce } from "../http/v1/idempotency.ts";
import { scopeOf } from "../http/v1/scope.ts";
import { maxStored } from "../values/json.ts";
import { requireOnce } from "./checks.ts";
import { deleteEntity } from "./delete.ts";
import { entityOf, relationshipOf, shownRelationshipColumns } from "./rows.ts";
import { entityAnswer, entityBody, maxBatch, relationshipBody, written } from "./schemas.ts";
import { entityWith, noEntity } from "./stored.ts";
import { writeEntities, writeRelationships } from "./write.ts";

/** Adds the paths. */
export function entityRoutes(database: Database): (app: App) => void {
  return (app) => {
    // Where they are sent, lines of JSON are taken, too.
    void app.register(async (bulk: App) => {
      addRows(bulk, { maxRows: maxBatch, maxCharacters: maxStored });
      addWrites(bulk, database);
    });
    addRead(app, database);
    addDelete(app, database);
  };
}

function addWrites(app: App, database: Database): void {
  const description = `Up to ${maxBatch} as a JSON array (4 MiB) or JSON lines (32 MiB), new or replacing by ID; all or none.`;
  const entities = {
    operationId: "writeEntities",
    summary: "Write entities",
    description,
    consumes: ["application/json", "application/x-ndjson"],
    querystring: projectQuery,
    body: list(entityBody, { minItems: 1, maxItems: maxBatch }),
    response: { 200: written },
  };
  app.post(
    "/v1/entities",
    {
      schema: entities,
      validatorCompiler: rowByRow(app),
      config: { writes: true, problems: ["unknown_shape", "unknown_source"] },
    },
    async (request, reply) => {
      requireOnce(request.body);
      return await answerOnce(database, request, reply, async (tx) => {
        const done = await writeEntities(tx, scopeOf(request), request.body);
        return { status: 200, body: { ...done, request_id: request.id } };
      });
    },
  );
  const relationships = {
    ...entities,
    operationId: "writeRelationships",
    summary: "Write relationships",
    body: list(relationshipBody, { minItems: 1, maxItems: maxBatch }),
  };
  app.post(
    "/v1/relationships",
    { schema: relationships, validatorCompiler: rowByRow(app), config: { writes: true } },
    async (request, reply) => {
      requireOnce(request.body);
      return await answerOnce(database, request, reply, async (tx) => {
        const done = await writeRelationships(tx, scopeOf(request), request.body);
        return { status: 200, body: { ...done, request_id: request.id } };
      });
    },
  );
}

/** An entity shows as many relationships, the newest. */
const shownRelationships = 1000;

function addRead(app: App, database: Database): void {
  const one = { params: idParams, querystring: projectQuery };
  const read = {
    summary: `Read an entity, with its newest ${shownRelationships} relationships, or 8 MiB of them`,
    ...one,
    response: { 200: entityAnswer },
  };
  app.get("/v1/entities/:id", { schema: read }, async (request) => {
    const scope = scopeOf(request);
    const found = await transaction(database, scope, async (tx) => ({
      row: await entityWith(tx, scope, request.params.id),
      relationships: fitting(await rowsOfPage(tx, relationshipsOf(scope, request.params.id), newestFirst)),
      provenance: await provenanceOf(tx, scope, request.params.id),
    }));
    return {
      ...entityOf(found.row),
      relationships: found.relationships.map(relationshipOf),
      provenance: found.provenance,
      request_id: request.id,
    };
  });
}

function relationshipsOf({ projectId }: Scope, entityId: string) {
  // An index for each end, and no row twice.
  const from = (column: "from_id" | "to_id") =>
    build
      .selectFrom("relationship")
      .select(shownRelationshipColumns)
      .where("project_id", "=", projectId)
      .where(column, "=", entityId);
  return from("from_id").union(from("to_id")).orderBy(newestFirst).limit(shownRelationships);
}

function addDelete(app: App, database: Database): void {
  const schema = {
    summary: "Delete an entity and its relationships",
    params: idParams,
    querystring: projectQuery,
    response: { 204: Type.Null() },
  };
  app.delete("/v1/entities/:id", { schema, config: { writes: true } }, async (request, reply) => {
    const scope = scopeOf(request);
    const { id } = request.params;
    if (!(await transaction(database, scope, async (tx) => await deleteEntity(tx, scope, id))))
      throw noEntity();
    return await reply.code(204).send(null);
  });
}
