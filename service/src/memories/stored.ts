// Reads a memory by its ID.

import { build } from "../database/build.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { notFound, readable } from "./recall.ts";
import { type MemoryRow, memoryColumns } from "./rows.ts";

/** The memory with this ID, also if it was superseded. Throws a {@link Problem} if there is none that the key may read. */
export async function memoryWith(tx: Transaction, tenant: Tenant, id: string): Promise<MemoryRow> {
  const query = build.selectFrom("memory").select(memoryColumns).where("id", "=", id);
  const row = await tx.first(query.where(readable(tenant)));
  if (row === undefined) throw notFound();
  return row;
}
