// Counts the memories that only their writers may recall.

import { sql } from "kysely";
import type { Transaction } from "../database/transaction.ts";

/** Counts those that have not expired. Needs a system transaction: others cannot see them. */
export async function countAgentMemories(tx: Transaction, projectId: string): Promise<number> {
  const row = await tx.first(
    sql<{
      readonly count: number;
    }>`select count(*) from memory where project_id = ${projectId} and scope = 'agent' and (forget_after is null or forget_after > now())`,
  );
  return row?.count ?? 0;
}
