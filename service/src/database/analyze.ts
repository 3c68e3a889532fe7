// Statistics for the planner after an import: without them, it takes a new table for nearly empty, sorts what an index has in order, and reads rows
// that an index could count.

import { sql } from "kysely";
import { type Database, systemTransaction } from "./transaction.ts";

/** Tables that many rows are written to at once. */
const tables = [
  "shape",
  "source",
  "document",
  "passage",
  "passage_embedding",
  "entity",
  "entity_embedding",
  "relationship",
  "slice",
  "memory",
  "memory_version",
  "memory_embedding",
  "word",
];

/**
 * Collects statistics after an import, and notes which pages all transactions see, so that counts need to read the index alone: PostgreSQL does both
 * by itself, but up to a minute later. It leaves out tables without rows: PostgreSQL would plan to read them whole until long after they have grown.
 * It never fails, because the rows are committed already, and an error would make an operator import them again.
 */
export async function analyze(database: Pick<Database, "system">): Promise<void> {
  await collect(database).catch(() => undefined);
}

async function collect(database: Pick<Database, "system">): Promise<void> {
  const filled = await systemTransaction(database, async (tx) => {
    // Citus takes no list without columns here.
    const isFilled = tables.map(
      (table) => sql`exists (select 1 from ${sql.table(table)}) as ${sql.ref(table)}`,
    );
    const row = await tx.first(sql<Record<string, boolean>>`select ${sql.join(isFilled)}`);
    const names = tables.filter((table) => row?.[table] === true).join(", ");
    if (names === "") return names;
    await tx.run("set local statement_timeout = '5min'");
    await tx.run(`analyze ${names}`);
    return names;
  });
  if (filled !== "") await database.system.query(`vacuum ${filled}`);
}
