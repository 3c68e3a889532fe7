// Statistics for the planner: without them, it takes a new table for nearly empty, and sorts what an index has in order.

import { type Database, systemTransaction } from "./transaction.ts";

/** Tables that many rows are written to at once. */
const tables = "shape, source, document, entity, relationship, slice, memory, word";

/** Collects statistics, for example after an import: PostgreSQL does it by itself, but up to a minute later. */
export async function analyze(database: Pick<Database, "system">): Promise<void> {
  await systemTransaction(database, async (tx) => {
    await tx.run("set local statement_timeout = '5min'");
    await tx.run(`analyze ${tables}`);
  });
}
