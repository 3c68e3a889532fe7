// Paths of documents.

import { Type } from "typebox";
import { build } from "../database/build.ts";
import { readNewest } from "../database/newest.ts";
import { ofTenant } from "../database/of-tenant.ts";
import { answer, idParams, list, listQuery, nextCursor, projectQuery } from "../http/schemas.ts";
import { reading, type V1, writing, writingOnce } from "../http/v1/routes.ts";
import { Problem } from "../values/problem.ts";
import { readDocument } from "./document-text.ts";
import { documentColumns, toDocument } from "./rows.ts";
import { document, documentAnswer, documentBody, documentTextAnswer, partQuery } from "./schemas.ts";
import { putDocument, requireSource } from "./write.ts";

/** Adds the paths. */
export function documentRoutes(v1: V1): void {
  addPut(v1);
  addList(v1);
  addRead(v1);
  addDelete(v1);
}

function addPut(v1: V1): void {
  const schema = {
    operationId: "putDocument",
    summary: "Add a document to a source, or replace the one with the same external_id",
    params: idParams("source"),
    body: documentBody,
    querystring: projectQuery,
    response: { 200: documentAnswer, 201: documentAnswer },
  };
  writingOnce(v1, "POST /v1/sources/:id/documents", { schema }, async (tx, tenant, { params, body }) => {
    const { row, isNew } = await putDocument(tx, tenant, params.id, body);
    return { status: isNew ? 201 : 200, body: toDocument(row) };
  });
}

function addList(v1: V1): void {
  const schema = {
    operationId: "listDocuments",
    summary: "List the documents of a source without their texts, newest first",
    params: idParams("source"),
    querystring: listQuery,
    response: { 200: answer({ documents: list(document), next_cursor: nextCursor }) },
  };
  reading(v1, "GET /v1/sources/:id/documents", { schema }, async (tx, tenant, { params, query }) => {
    await requireSource(tx, tenant, params.id);
    const documents = build
      .selectFrom("document")
      .select(documentColumns)
      .where(ofTenant(tenant))
      .where("source_id", "=", params.id);
    const { items, next_cursor } = await readNewest(tx, [documents], query);
    return { documents: items.map(toDocument), next_cursor };
  });
}

function addRead(v1: V1): void {
  const schema = {
    operationId: "getDocument",
    summary: "Read a document with its text, or a part of the text",
    description:
      "An answer has at most 1 MiB of text, as UTF-8; `start` and `end` say which part it is, and `length` how long all of it is.",
    params: idParams("document"),
    querystring: partQuery,
    response: { 200: documentTextAnswer },
  };
  reading(v1, "GET /v1/documents/:id", { schema }, async (tx, tenant, { params, query }) => {
    const { start = 0, end = Number.MAX_SAFE_INTEGER } = query;
    if (start > end) throw new Problem("invalid_request", { errors: [startsAfterEnd] });
    const found = await readDocument(tx, tenant, params.id, { start, end });
    if (found === undefined) throw noDocument();
    const { row, ...part } = found;
    return { ...toDocument(row), ...part };
  });
}

const startsAfterEnd = { pointer: "/start", message: "must not be greater than `end`" };

function addDelete(v1: V1): void {
  const schema = {
    operationId: "deleteDocument",
    summary: "Delete a document; evidence keeps what it has quoted",
    params: idParams("document"),
    querystring: projectQuery,
    response: { 204: Type.Null() },
  };
  writing(v1, "DELETE /v1/documents/:id", { schema }, async (tx, tenant, { params }) => {
    const own = build.deleteFrom("document").where(ofTenant(tenant)).where("id", "=", params.id);
    if ((await tx.first(own.returning("id"))) === undefined) throw noDocument();
    return null;
  });
}

function noDocument(): Problem {
  return new Problem("not_found", { detail: "The project has no document with this ID." });
}
