// Paths that change and delete shapes and sources.

import { Type } from "typebox";
import { exact, idParams, projectMember, projectQuery } from "../http/schemas.ts";
import { type V1, writing } from "../http/v1/routes.ts";
import { changeShape, changeSource, deleteShape, deleteSource } from "./change.ts";
import { warningsOfName } from "./namesakes.ts";
import { toShape, toSource } from "./rows.ts";
import { shapeAnswer, shapePatch, sourceAnswer, sourcePatch } from "./schemas.ts";

/** Adds the paths. */
export function changeRoutes(v1: V1): void {
  addChangeOfShape(v1);
  addChangeOfSource(v1);
  addDeletes(v1);
}

function addChangeOfShape(v1: V1): void {
  const schema = {
    operationId: "updateShape",
    summary: "Change a shape",
    description: "Entities that were written with it stay as they are.",
    params: idParams("shape"),
    querystring: projectQuery,
    body: shapePatch,
    response: { 200: shapeAnswer },
  };
  writing(v1, "PATCH /v1/shapes/:id", { schema }, async (tx, tenant, { params, body }) => {
    const row = await changeShape(tx, tenant, params.id, body);
    return { ...toShape(row), warnings: await warningsOfName(tx, tenant, "shape", row) };
  });
}

function addChangeOfSource(v1: V1): void {
  const schema = {
    operationId: "updateSource",
    summary: "Change a source",
    params: idParams("source"),
    querystring: projectQuery,
    body: sourcePatch,
    response: { 200: sourceAnswer },
  };
  const config = { problems: ["unknown_shape"] } as const;
  writing(v1, "PATCH /v1/sources/:id", { schema, config }, async (tx, tenant, { params, body }) => {
    const row = await changeSource(tx, tenant, params.id, body);
    return { ...toSource(row), warnings: await warningsOfName(tx, tenant, "source", row) };
  });
}

function addDeletes(v1: V1): void {
  const { roles } = v1.database;
  const config = { problems: ["in_use"] } as const;
  const shape = {
    operationId: "deleteShape",
    summary: "Delete a shape that nothing names",
    description:
      "Something names it while an entity, a source or a memory has it, a loop that waits or runs looks for it, or a change of an open delta has it.",
    params: idParams("shape"),
    querystring: projectQuery,
    response: { 204: Type.Null() },
  };
  writing(v1, "DELETE /v1/shapes/:id", { schema: shape, config }, async (tx, tenant, { params }) => {
    await deleteShape(tx, tenant, roles, params.id);
    return null;
  });
  const source = {
    operationId: "deleteSource",
    summary: "Delete a source that nothing names",
    description:
      "Something names it while an entity or a document has it, a loop that waits or runs reads it, or a change of an open delta has it.",
    params: idParams("source"),
    querystring: exact({
      ...projectMember,
      cascade: Type.Optional(Type.Boolean({ description: "Deletes its documents with it." })),
    }),
    response: { 204: Type.Null() },
  };
  const options = { schema: source, config };
  writing(v1, "DELETE /v1/sources/:id", options, async (tx, tenant, { params, query }) => {
    await deleteSource(tx, tenant, roles, { id: params.id, withDocuments: query.cascade === true });
    return null;
  });
}
