// A database whose tenants' tables are partitioned by organization: what PostgreSQL prunes there, a distributed database sends to one node.

import type { Pool, PoolClient } from "pg";

/** Tables that each node of a distributed database has whole: few rows, which requests read and only commands write. */
const referenceTables: readonly string[] = [
  "api_key",
  "cursor_secret",
  "embedding_model",
  "organization",
  "project",
];

/** The tables with rows of tenants, sorted. */
export async function tenantTables(pool: Pick<Pool, "query">): Promise<readonly string[]> {
  const { rows } = await pool.query<{ readonly name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace and c.relname <> all($1)
     order by 1`,
    [referenceTables],
  );
  return rows.map(({ name }) => name);
}

/** Partitions of each table: more than one, so that a statement that names no organization reads several. */
const partitions = 4;

/** Replaces the tenants' tables, which must be empty, by partitioned ones. Row-level security and foreign keys do not matter to plans and are dropped. */
export async function partitionTenants(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    for (const table of await tenantTables(client)) await partition(client, table);
    await client.query("commit");
  } finally {
    client.release();
  }
}

async function partition(client: PoolClient, table: string): Promise<void> {
  const parts = Array.from(
    { length: partitions },
    (_, part) =>
      `create table ${table}_${part} partition of ${table} for values with (modulus ${partitions}, remainder ${part})`,
  );
  await client.query(
    [
      `create table copied (like ${table} including all)`,
      `drop table ${table} cascade`,
      // A unique index without the organization is refused here, as by a distributed database.
      `create table ${table} (like copied including all) partition by hash (organization_id)`,
      "drop table copied",
      ...parts,
    ].join("; "),
  );
}
