// Statistics for the planner after an import: without them, it takes a new table for nearly empty, sorts what an index has in order, and reads rows
// that an index could count.

import { type Database, systemTransaction } from "./transaction.ts";

/** Tables that many rows are written to at once. */
const tables = "shape, source, document, entity, relationship, slice, memory, word";

/**
 * Collects statistics after an import, and notes which pages all transactions see, so that counts need to read the index alone: PostgreSQL does both
 * by itself, but up to a minute later. It never fails, because the rows are committed already, and an error would make an operator import them again.
 */
export async function analyze(database: Pick<Database, "system">): Promise<void> {
  const analyzed = systemTransaction(database, async (tx) => {
    await tx.run("set local statement_timeout = '5min'");
    await tx.run(`analyze ${tables}`);
  });
  await analyzed.then(async () => await database.system.query(`vacuum ${tables}`)).catch(() => undefined);
}
