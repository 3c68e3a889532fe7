// Deletes an entity, and its relationships with it.

import { sql } from "kysely";
import type { Tenant, Transaction } from "../database/transaction.ts";

/**
 * Returns whether it existed. Concurrent deletes of both ends of a relationship cannot deadlock: the entity is locked first,
 * so that it gets no new relationships, and then its relationships in the order of their IDs.
 */
export async function deleteEntity(tx: Transaction, { projectId }: Tenant, id: string): Promise<boolean> {
  const found = await tx.first(
    sql`select id from entity where project_id = ${projectId} and id = ${id} for update`,
  );
  if (found === undefined) return false;
  await tx.all(
    sql`select id from relationship where project_id = ${projectId} and (from_id = ${id} or to_id = ${id}) order by id for update`,
  );
  await tx.all(sql`delete from entity where project_id = ${projectId} and id = ${id}`);
  return true;
}
