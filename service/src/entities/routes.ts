// Paths of entities and relationships.

import { Type } from "typebox";
import { readProvenance } from "../changes/provenance.ts";
import { build } from "../database/build.ts";
import { entitiesOf, isSeen } from "../database/entities-of.ts";
import { newestFirst } from "../database/newest.ts";
import { ofTenant } from "../database/of-tenant.ts";
import { fitting, rowsOfPage } from "../database/page.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { idParams, projectQuery } from "../http/schemas.ts";
import { reading, type V1, writing } from "../http/v1/routes.ts";
import { shownRelationshipColumns, toEntity, toRelationship } from "./rows.ts";
import { entityAnswer } from "./schemas.ts";
import { entityWith, noEntity } from "./stored.ts";
import { writeRoutes } from "./write-routes.ts";

/** Adds the paths. */
export function entityRoutes(v1: V1): void {
  writeRoutes(v1);
  addRead(v1);
  addDelete(v1);
}

/** Maximum relationships shown with an entity; the newest are kept. */
const shownRelationships = 1000;

function addRead(v1: V1): void {
  const one = { params: idParams("entity"), querystring: projectQuery };
  const read = {
    operationId: "getEntity",
    summary: `Read an entity, with its newest ${shownRelationships} relationships, or 8 MiB of them`,
    ...one,
    response: { 200: entityAnswer },
  };
  const options = { schema: read, config: { isForLimitedKeys: true } } as const;
  reading(v1, "GET /v1/entities/:id", options, async (tx, tenant, { params }) => {
    const row = await entityWith(tx, tenant, params.id);
    const relationships = fitting(await rowsOfPage(tx, selectRelationships(tenant, params.id), newestFirst));
    // Evidence may quote what a limited key does not see.
    const provenance = tenant.limits === undefined ? await readProvenance(tx, tenant, params.id) : [];
    return { ...toEntity(row), relationships: relationships.map(toRelationship), provenance };
  });
}

function selectRelationships(tenant: Tenant, entityId: string) {
  // Two queries with an index each; `union` removes duplicates.
  const from = (column: "from_id" | "to_id", other: "from_id" | "to_id") =>
    build
      .selectFrom("relationship")
      .select(shownRelationshipColumns)
      .where(ofTenant(tenant))
      .where(column, "=", entityId)
      .where(isSeen(tenant, `relationship.${other}`));
  return from("from_id", "to_id")
    .union(from("to_id", "from_id"))
    .orderBy(newestFirst)
    .limit(shownRelationships);
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

/**
 * Deletes an entity, and its relationships with it; returns whether it existed. Concurrent deletes of both ends of a relationship cannot
 * deadlock: an entity is locked first, so that it gets no more relationships, and then what it has, in the order of the IDs.
 */
async function deleteEntity(tx: Transaction, tenant: Tenant, id: string): Promise<boolean> {
  const entity = build.selectFrom("entity").select("id").where(entitiesOf(tenant)).where("id", "=", id);
  if ((await tx.first(entity.forUpdate())) === undefined) return false;
  const relationships = build
    .selectFrom("relationship")
    .select("id")
    .where(ofTenant(tenant))
    .where((e) => e.or([e("from_id", "=", id), e("to_id", "=", id)]))
    .orderBy("id");
  await tx.all(relationships.forUpdate());
  await tx.all(build.deleteFrom("entity").where(entitiesOf(tenant)).where("id", "=", id));
  return true;
}
