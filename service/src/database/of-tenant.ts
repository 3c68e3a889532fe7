// The condition that every statement about a tenant's rows has. Row-level security holds without it; indexes and shards are chosen by it.

import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Tenant } from "./transaction.ts";

/** Whose rows: a tenant, whatever key it uses. */
export type TenantKey = Pick<Tenant, "organizationId" | "projectId">;

/** Whether a row, of this table where a statement has several, is the tenant's: ``sql`select name from slice s where ${ofTenant(tenant, "s")}` ``. */
export function ofTenant({ organizationId, projectId }: TenantKey, table?: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(table === undefined ? name : `${table}.${name}`);
  return sql<SqlBool>`${column("organization_id")} = ${organizationId}::uuid and ${column("project_id")} = ${projectId}::uuid`;
}

/**
 * The same for a row that is looked up by its ID: `is true` keeps the planner from an index by project, which it prefers to the one by ID before it
 * knows how many rows a project has.
 */
export function ofTenantById({ organizationId, projectId }: TenantKey, table: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.organization_id`)} = ${organizationId}::uuid and (${sql.ref(`${table}.project_id`)} = ${projectId}::uuid) is true`;
}

/** The columns of a new row that say whose it is. */
export function tenantColumns({ organizationId, projectId }: TenantKey): {
  readonly organization_id: string;
  readonly project_id: string;
} {
  return { organization_id: organizationId, project_id: projectId };
}

/** Whose row it is. */
export function tenantOfRow(row: {
  readonly organization_id: string;
  readonly project_id: string;
}): TenantKey {
  return { organizationId: row.organization_id, projectId: row.project_id };
}
