// Spreads the tables over the nodes of Citus: all rows of an organization are on one node, and few tables are on each node whole.

import { escapeIdentifier, type Pool, type PoolClient } from "pg";
import { DatabaseError } from "./database-error.ts";
import type { Roles } from "./transaction.ts";

/** Tables that every node has: few rows, which requests read and only commands write. Those that another refers to come first. */
const referenceTables: readonly string[] = [
  "organization",
  "project",
  "api_key",
  "embedding_model",
  "cursor_secret",
];

/** Whether the extension is there. */
export async function hasCitus(client: Pick<PoolClient, "query">): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_extension where extname = 'citus'");
  return rowCount === 1;
}

/** Distributes a migrated database, all or nothing; returns the names of the tables that it has distributed. */
export async function distributeDatabase(pool: Pool, roles: Roles | undefined): Promise<readonly string[]> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("lock table migration in exclusive mode");
    const distributed = await distribute(client, roles);
    await client.query("commit");
    return distributed;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Later tables follow the placement of earlier ones, which a statement on several shards at once would forbid. */
export const changeOneShardAtATime = "set local citus.multi_shard_modify_mode = 'sequential'";

/** Distributes a database in the transaction of the client; see {@link distributeTables}. Throws a {@link DatabaseError} without the extension. */
async function distribute(client: PoolClient, roles: Roles | undefined): Promise<readonly string[]> {
  if (!(await hasCitus(client)))
    throw new DatabaseError(
      "the database has no Citus to distribute it; on each node, as an administrator: create extension citus; then add the nodes with citus_add_node",
    );
  await client.query(changeOneShardAtATime);
  await client.query("set local statement_timeout = 0");
  await sendSettings(client);
  // Nodes are asked as the role itself.
  for (const role of roles === undefined ? [] : [roles.app, roles.limited, roles.search])
    await client.query(`alter role ${escapeIdentifier(role)} login`);
  return await distributeTables(client);
}

/** Whether tables are distributed already, so that new ones should be. */
export async function isDistributed(client: Pick<PoolClient, "query">): Promise<boolean> {
  return (await hasCitus(client)) && (await findTables(client)).anchor !== undefined;
}

/**
 * Distributes the tables that are not, and returns their names; in the transaction of the client. The rows are copied under a lock, so servers
 * and workers should be stopped, unless the tables are new.
 */
export async function distributeTables(client: PoolClient): Promise<readonly string[]> {
  const { references, tenants, anchor } = await findTables(client);
  const all = [...references, ...tenants];
  if (all.length === 0) return [];
  const foreignKeys = await dropForeignKeys(client, all);
  for (const table of references) await client.query("select create_reference_table($1)", [table]);
  let first = anchor;
  for (const table of tenants) {
    const place = first ?? "none";
    await client.query("select create_distributed_table($1, 'organization_id', colocate_with => $2)", [
      table,
      place,
    ]);
    first ??= table;
  }
  for (const table of all)
    await client.query("select truncate_local_data_after_distributing_table($1)", [table]);
  for (const each of foreignKeys) await client.query(each);
  return all;
}

/** The tables that are not distributed, and one that is. */
export interface Tables {
  readonly references: readonly string[];
  readonly tenants: readonly string[];
  /** A table that is distributed already, whose shards the others follow. */
  readonly anchor: string | undefined;
}

/** The tables that are not distributed. */
export async function findTables(client: Pick<PoolClient, "query">): Promise<Tables> {
  const { rows } = await client.query<{ readonly name: string; readonly is_distributed: boolean }>(
    `select c.relname as name, bool_or(p.logicalrelid is not null and (p.partmethod = 'h' or p.repmodel = 't')) as is_distributed
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname in ('organization_id', 'id') and not a.attisdropped
       left join pg_dist_partition p on p.logicalrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
       and (a.attname = 'organization_id' or c.relname = any($1))
     group by 1 order by 1`,
    [referenceTables],
  );
  const isReference = ({ name }: { readonly name: string }): boolean => referenceTables.includes(name);
  const missing = rows.filter((row) => !row.is_distributed);
  const names = new Set(missing.map(({ name }) => name));
  return {
    references: referenceTables.filter((name) => names.has(name)),
    tenants: missing.filter((row) => !isReference(row)).map(({ name }) => name),
    anchor: rows.find((row) => row.is_distributed && !isReference(row))?.name,
  };
}

/** What `set local` sets reaches the nodes that a transaction asks. */
async function sendSettings(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ readonly name: string }>("select current_database() as name");
  await client.query(
    `alter database ${escapeIdentifier(rows[0]?.name ?? "")} set citus.propagate_set_commands = 'local'`,
  );
}

/** Drops the foreign keys of tables, which Citus does not distribute, and returns the statements that add them again. */
async function dropForeignKeys(client: PoolClient, tables: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly drop: string; readonly add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and conparentid = 0
       and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])) order by conrelid::regclass::text, conname`,
    [tables],
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}
