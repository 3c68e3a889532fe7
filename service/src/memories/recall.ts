// Which memories a key may recall.

import { type RawBuilder, type SqlBool, sql } from "kysely";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant } from "../database/transaction.ts";

/**
 * The condition on rows of `memory` that a key may recall: those of the project, except agents' memories of other keys, and the commons of
 * the organization; without expired ones.
 */
export function recallable(tenant: Tenant): RawBuilder<SqlBool> {
  return sql`(${ofProject(tenant)} or ${ofOrganization(tenant)}) and ${isKept}`;
}

/** The two halves of {@link recallable}; no memory is in both. */
export function recallableHalves(tenant: Tenant): readonly RawBuilder<SqlBool>[] {
  return [sql`${ofProject(tenant)} and ${isKept}`, sql`${ofOrganization(tenant)} and ${isKept}`];
}

const isKept = sql`(forget_after is null or forget_after > now())`;

function ofProject(tenant: Tenant): RawBuilder<SqlBool> {
  return sql`(${ofTenant(tenant)} and (scope = 'project' or (scope = 'agent' and key_id = ${tenant.keyId})))`;
}

function ofOrganization({ organizationId }: Tenant): RawBuilder<SqlBool> {
  return sql`(scope = 'commons' and organization_id = ${organizationId})`;
}
