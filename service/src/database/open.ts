// Opens the database: connected, migrated, locked.

import { type Migrated, migrate } from "./migrate.ts";
import { type Connection, createPool, type PoolOptions } from "./pool.ts";
import type { Database } from "./transaction.ts";

/** A database that can be closed. */
export interface OpenDatabase extends Database {
  readonly migrated: Migrated;
  readonly close: () => Promise<void>;
}

/** Connects, brings the tables up to date, and returns what transactions need. */
export async function openDatabase(connection: Connection, options: PoolOptions = {}): Promise<OpenDatabase> {
  const pool = createPool(connection, options);
  try {
    const migrated = await migrate(pool);
    return { pool, roles: migrated.roles, migrated, close: async () => await pool.end() };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
