// Reads a stored slice.

import type { Selectable } from "kysely";
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
  const query = build.selectFrom("slice").selectAll().where(ofTenant(tenant)).where("id", "=", sliceId);
  const row = isUuid(sliceId) ? await tx.first(query) : undefined;
  if (row === undefined) throw noSlice();
  return row;
}

/** The message for a slice that does not exist. */
export function noSlice(): Problem {
  return new Problem("not_found", { detail: "The project has no slice with this ID." });
}
