// Counts the memories that only their writers may recall.

import { sql } from "kysely";
import { ofTenant, type TenantKey } from "../database/of-tenant.ts";
import type { Transaction } from "../database/transaction.ts";

/** Counts those that have not expired. Needs a system transaction: others cannot see them. */
export async function countAgentMemories(
  tx: Transaction,
  tenant: TenantKey,
  subjectId?: string,
): Promise<number> {
  const ofSubject = subjectId === undefined ? sql`true` : sql`subject_id = ${subjectId}`;
  const row = await tx.first(
    sql<{
      readonly count: number;
    }>`select count(*) from memory where ${ofTenant(tenant)} and scope = 'agent' and ${ofSubject} and (forget_after is null or forget_after > now())`,
  );
  return row?.count ?? 0;
}
