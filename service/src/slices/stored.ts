// Reads a stored slice.

import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { build } from "../database/build.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { SliceTable } from "../database/tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { Problem } from "../values/problem.ts";
import { isUuid } from "../values/uuid.ts";

/** The slice with this ID. Throws a {@link Problem} if the project has none. */
export async function sliceWith(
  tx: Transaction,
  tenant: Tenant,
  sliceId: string,
): Promise<Selectable<SliceTable>> {
  const query = build.selectFrom("slice").selectAll().where(slicesOf(tenant)).where("id", "=", sliceId);
  const row = isUuid(sliceId) ? await tx.first(query) : undefined;
  if (row === undefined) throw noSlice();
  return row;
}

/** Whether a slice is the tenant's; to a limited key, whether it has made it, as the texts of others name what it does not see. */
export function slicesOf(tenant: Tenant): RawBuilder<SqlBool> {
  const own = ofTenant(tenant);
  return tenant.limits === undefined ? own : sql`${own} and key_id = ${tenant.keyId}::uuid`;
}

/** The message for a slice that does not exist. */
export function noSlice(): Problem {
  return new Problem("not_found", { detail: "The project has no slice with this ID." });
}
