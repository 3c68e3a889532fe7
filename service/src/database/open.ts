// Opens the database: connected, migrated, locked.

import { type Migrated, migrate } from "./migrate.ts";
import { type Connection, createPool, type PoolOptions, systemSize } from "./pool.ts";
import type { Database } from "./transaction.ts";

/** A database that can be closed. */
export interface OpenDatabase extends Database {
  readonly migrated: Migrated;
  readonly close: () => Promise<void>;
}

/** Connects, brings the tables up to date, and returns what transactions need. */
export async function openDatabase(connection: Connection, options: PoolOptions = {}): Promise<OpenDatabase> {
  const pool = createPool(connection, options);
  const system = createPool(connection, { ...options, size: systemSize });
  const close = async (): Promise<void> => void (await Promise.all([pool.end(), system.end()]));
  try {
    const migrated = await migrate(pool);
    return { pool, system, roles: migrated.roles, migrated, close };
  } catch (error) {
    await close();
    throw error;
  }
}
