// Paths of entities and relationships.

import { sql } from "kysely";
import { Type } from "typebox";
import { readProvenance } from "../changes/provenance.ts";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { build } from "../database/build.ts";
import { entitiesOf, relationshipsOf } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { requireMatch, tagOf } from "../http/etag.ts";
import { idParams, projectQuery } from "../http/schemas.ts";
import { reading, type V1, writing } from "../http/v1/routes.ts";
import { sideOf, type WithSide } from "../log/side.ts";
import { logOf } from "../log/written.ts";
import { Problem } from "../values/problem.ts";
import { changeEntity } from "./change.ts";
import { readRelationships, shownRelationships } from "./connected.ts";
import { toEntity, toRelationship } from "./rows.ts";
import { changedEntity, entityAnswer, entityPatch } from "./schemas.ts";
import { entityWith, noEntity } from "./stored.ts";
import { writeRoutes } from "./write-routes.ts";

/** Adds the paths. */
export function entityRoutes(v1: V1): void {
  writeRoutes(v1);
  addRead(v1);
  addChange(v1);
  addDelete(v1);
  addDeleteOfRelationship(v1);
}

function addRead(v1: V1): void {
  const one = { params: idParams("entity"), querystring: projectQuery };
  const read = {
    operationId: "getEntity",
    summary: `Read an entity, with its newest ${shownRelationships} relationships, or 8 MiB of them`,
    ...one,
    response: { 200: entityAnswer },
  };
  const config = { isForLimitedKeys: true, answerHeaders: { 200: ["ETag"] } } as const;
  const options = { schema: read, config, headersOf: tagHeader };
  reading(v1, "GET /v1/entities/:id", options, async (tx, tenant, { params }) => {
    const [row, relationships, provenance] = await allSettledOrThrow([
      entityWith(tx, tenant, params.id),
      readRelationships(tx, tenant, params.id),
      // Evidence may quote what a limited key does not see.
      tenant.limits === undefined ? readProvenance(tx, tenant, params.id) : [],
    ]);
    return { ...toEntity(row), relationships: relationships.map(toRelationship), provenance };
  });
}

/** The tag of an entity, which a change may name: of its own members, and not of what is connected to it. */
function tagHeader({ updated_at }: { readonly updated_at: string }): Readonly<Record<string, string>> {
  return { etag: tagOf(updated_at) };
}

function addChange(v1: V1): void {
  const schema = {
    operationId: "updateEntity",
    summary: "Change an entity",
    description: "`properties` are merged, other members replaced; what is left out stays as it is.",
    params: idParams("entity"),
    querystring: projectQuery,
    body: entityPatch,
    response: { 200: changedEntity },
  };
  const config = {
    isForLimitedKeys: true,
    problems: ["unknown_shape", "unknown_source", "version_conflict"],
    answerHeaders: { 200: ["ETag"] },
  } as const;
  const options = { schema, config, headersOf: tagHeader };
  writing(v1, "PATCH /v1/entities/:id", options, async (tx, tenant, { params, body, headers }) => {
    const row = await changeEntity(tx, tenant, params.id, body, ({ updated_at }) =>
      requireMatch(headers, tagOf(updated_at.toISOString())),
    );
    return toEntity(row);
  });
}

function addDelete(v1: V1): void {
  const schema = {
    operationId: "deleteEntity",
    summary: "Delete an entity and its relationships",
    params: idParams("entity"),
    querystring: projectQuery,
    response: { 204: Type.Null() },
  };
  const options = { schema, config: { isForLimitedKeys: true } } as const;
  writing(v1, "DELETE /v1/entities/:id", options, async (tx, tenant, { params }) => {
    if (!(await deleteEntity(tx, tenant, params.id))) throw noEntity();
    return null;
  });
}

function addDeleteOfRelationship(v1: V1): void {
  const schema = {
    operationId: "deleteRelationship",
    summary: "Delete a relationship; its ends are kept",
    params: idParams("relationship"),
    querystring: projectQuery,
    response: { 204: Type.Null() },
  };
  const options = { schema, config: { isForLimitedKeys: true } } as const;
  writing(v1, "DELETE /v1/relationships/:id", options, async (tx, tenant, { params }) => {
    const query = build.deleteFrom("relationship").where(relationshipsOf(tenant)).where("id", "=", params.id);
    if ((await tx.first(query.returning("id"))) === undefined)
      throw new Problem("not_found", { detail: "The project has no relationship with this ID." });
    return null;
  });
}

/**
 * Deletes an entity, and its relationships with it; returns whether it existed. Concurrent deletes of both ends of a relationship cannot
 * deadlock: an entity is locked first, so that it gets no more relationships, and then what it has, in the order of the IDs.
 */
async function deleteEntity(tx: Transaction, tenant: Tenant, id: string): Promise<boolean> {
  const isIt = sql`${entitiesOf(tenant)} and id = ${id}::uuid`;
  const entity = await tx.first(
    sql<WithSide>`select ${sideOf("entity")} from entity where ${isIt} for update`,
  );
  if (entity === undefined) return false;
  const relationships = build
    .selectFrom("relationship")
    .select("id")
    .where(ofTenant(tenant))
    .where((e) => e.or([e("from_id", "=", id), e("to_id", "=", id)]))
    .orderBy("id");
  await tx.all(relationships.forUpdate());
  await tx.all(sql`delete from entity where ${isIt}`);
  logOf(tx, tenant).deleted([entity]);
  return true;
}
