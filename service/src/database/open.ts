// Opens the database: connects, migrates, sets up row-level security.

import { type Migrated, migrate } from "./migrate.ts";
import { type Connection, createPool, findHosts, type PoolOptions, systemSize } from "./pool.ts";
import type { Database } from "./transaction.ts";

/** A database that can be closed. */
export interface OpenDatabase extends Database {
  readonly migrated: Migrated;
  readonly close: () => Promise<void>;
}

/** Connects, brings the tables up to date, and returns what transactions need. */
export async function openDatabase(connection: Connection, options: PoolOptions = {}): Promise<OpenDatabase> {
  const { pool, system, close } = createPools(connection, options);
  try {
    const migrated = await migrate(pool);
    return { pool, system, roles: migrated.roles, migrated, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The connections of a process to a database that another process has opened. */
export function createPools(
  connection: Connection,
  options: PoolOptions,
): Pick<OpenDatabase, "pool" | "system" | "close"> {
  const hosts = findHosts(connection);
  const shared = { ...options, ...(hosts !== undefined && { hosts }) };
  const pool = createPool(connection, shared);
  const system = createPool(connection, { ...shared, size: systemSize });
  return { pool, system, close: async () => void (await Promise.all([pool.end(), system.end()])) };
}
