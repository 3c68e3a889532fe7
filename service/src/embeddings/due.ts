// Notes with each write which memories need a vector; workers make them later. Without a model it writes nothing.

import { sql } from "kysely";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";

/** Has vectors made of these memories, which are new or say something new; part of their write, in its transaction. */
export async function awaitVectors(tx: Transaction, tenant: Tenant, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // `is true` keeps the planner from an index by project, which it prefers to the one by ID before it knows how many rows a project has.
  const isOfTenant = sql`m.organization_id = ${tenant.organizationId}::uuid and (m.project_id = ${tenant.projectId}::uuid) is true`;
  await tx.all(
    sql`insert into embedding (organization_id, project_id, memory_id, model, key_id, scope, subject_id)
    select m.organization_id, m.project_id, m.id, e.id, m.key_id, m.scope, m.subject_id from embedding_model e cross join memory m
    where e.is_current and ${isOfTenant} and m.id = any(${[...ids]}::uuid[]) and m.superseded_by is null
    on conflict (organization_id, memory_id, model, project_id) do nothing`,
    "embedding.await",
  );
}

/** The same for memories that have changed: the vectors of what they said before are gone at once. */
export async function renewVectors(tx: Transaction, tenant: Tenant, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = tx.all(
    sql`delete from embedding where ${ofTenant(tenant)} and memory_id = any(${[...ids]}::uuid[])`,
    "embedding.drop",
  );
  await allSettledOrThrow([gone, awaitVectors(tx, tenant, ids)]);
}
