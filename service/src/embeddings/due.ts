// Notes with each write what needs a vector; workers make them later. Without a model it writes nothing.

import { type RawBuilder, sql } from "kysely";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { columnsOf, type EmbeddingKind } from "./kinds.ts";

/** Has vectors made of these rows, which are new or say something new; part of their write, in its transaction. */
export async function awaitVectors(
  tx: Transaction,
  tenant: Tenant,
  kind: EmbeddingKind,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.all(
    sql`${noting(kind, tenant.organizationId, sql`e.id`)} from embedding_model e cross join ${sql.table(kind.owner)} o
    where e.is_current and ${isOf(tenant)} and o.id = any(${[...ids]}::uuid[]) and ${kind.isWanted}
    on conflict do nothing`,
    `embedding.await.${kind.owner}`,
  );
}

/** Begins to insert rows for vectors that are not made yet; what follows names the rows `o` of the organization. */
export function noting(
  kind: EmbeddingKind,
  organizationId: string,
  model: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const columns = kind.columns.map((column) => sql`, ${sql.ref(column)}`);
  const values = columnsOf(kind, "o").map((column) => sql`, ${column}`);
  return sql`insert into ${kind.table} (organization_id, project_id, ${kind.id}, model, said${sql.join(columns, sql``)})
    select o.organization_id, o.project_id, o.id, ${model}, md5(${kind.text(organizationId)})${sql.join(values, sql``)}`;
}

/** The same for rows that may have changed: the vectors of what they said before are gone at once. */
export async function renewVectors(
  tx: Transaction,
  tenant: Tenant,
  kind: EmbeddingKind,
  ids: readonly string[],
): Promise<void> {
  // Vectors belong to models: as long as there has been none, to ask for one costs less than what would find nothing.
  if (ids.length === 0 || !(await hasModel(tx))) return;
  await allSettledOrThrow([dropOld(tx, tenant, kind, ids), awaitVectors(tx, tenant, kind, ids)]);
}

/** Whether there is a model, also one that is not set any more: its vectors may be used again. */
async function hasModel(tx: Transaction): Promise<boolean> {
  return (await tx.first(sql`select from embedding_model limit 1`, "embedding.any")) !== undefined;
}

async function dropOld(
  tx: Transaction,
  tenant: Tenant,
  kind: EmbeddingKind,
  ids: readonly string[],
): Promise<void> {
  const [before, now] = ["v", "o"].map((alias) => columnsOf(kind, alias).map((column) => sql`, ${column}`));
  await tx.all(
    sql`delete from ${kind.table} v using ${sql.table(kind.owner)} o
      where ${ofTenant(tenant, "v")} and ${isOf(tenant)} and o.id = v.${kind.id} and v.${kind.id} = any(${[...ids]}::uuid[])
        and (v.said${sql.join(before ?? [], sql``)}) is distinct from (md5(${kind.text(tenant.organizationId)})${sql.join(now ?? [], sql``)})`,
    `embedding.drop.${kind.owner}`,
  );
}

/** `is true` keeps the planner from an index by project, which it prefers to the one by ID before it knows how many rows a project has. */
function isOf({ organizationId, projectId }: Tenant): RawBuilder<unknown> {
  return sql`o.organization_id = ${organizationId}::uuid and (o.project_id = ${projectId}::uuid) is true`;
}
