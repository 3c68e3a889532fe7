// Which memories a key may recall.

import { type RawBuilder, type SqlBool, sql } from "kysely";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant } from "../database/transaction.ts";
import { Problem } from "../values/problem.ts";

/**
 * The condition on rows of `memory` that a key may recall: those of the project, except agents' memories of other keys, and the commons of
 * the organization; without expired and superseded ones.
 */
export function recallable(tenant: Tenant): RawBuilder<SqlBool> {
  return sql`${readable(tenant)} and ${isCurrent}`;
}

/** The same with superseded ones: what a key may read by its ID, and bring back. */
export function readable(tenant: Tenant): RawBuilder<SqlBool> {
  return sql`(${ofProject(tenant)} or ${ofOrganization(tenant)}) and ${isKept} and ${mayRecall(tenant)}`;
}

/** The two halves of {@link readable}; no memory is in both. */
export function readableHalves(tenant: Tenant): readonly RawBuilder<SqlBool>[] {
  return [ofProject(tenant), ofOrganization(tenant)].map(
    (half) => sql`${half} and ${isKept} and ${mayRecall(tenant)}`,
  );
}

/** The condition that no other memory was written in the place of one. */
export const isCurrent: RawBuilder<SqlBool> = sql`superseded_by is null`;

/** Whether a memory, of this table or alias, is within what limits a key: that of its end user, or, without one, its own. */
export function mayRecall({ keyId, limits }: Tenant, table: string = "memory"): RawBuilder<SqlBool> {
  if (limits === undefined) return sql`true`;
  const { subjectId } = limits;
  return subjectId === undefined
    ? sql`${sql.ref(`${table}.key_id`)} = ${keyId}::uuid`
    : sql`${sql.ref(`${table}.subject_id`)} = ${subjectId}`;
}

const isKept = sql`(forget_after is null or forget_after > now())`;

function ofProject(tenant: Tenant): RawBuilder<SqlBool> {
  return sql`(${ofTenant(tenant)} and (scope = 'project' or (scope = 'agent' and key_id = ${tenant.keyId})))`;
}

function ofOrganization({ organizationId }: Tenant): RawBuilder<SqlBool> {
  return sql`(scope = 'commons' and organization_id = ${organizationId})`;
}

/** There is no such memory, as far as the key may know. */
export function notFound(): Problem {
  return new Problem("not_found", {
    detail: "The project has no memory with this ID that this key may recall.",
  });
}
