// A database for the tests of one file.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, inject } from "vitest";
import { type OpenDatabase, openDatabase } from "../../src/database/open.ts";
import { type Connection, createPool } from "../../src/database/pool.ts";
import { createIn, inDatabase, urlOf } from "./postgres.ts";

/** A database of its own, until the tests of the file are over. */
export interface OwnDatabase extends OpenDatabase {
  readonly connection: Connection;
  /** Its URL, for programs in a process of their own. */
  readonly url: string;
}

/** Creates one. It stays: the server is one for tests, and goes with all that is in it. */
export async function createDatabase(): Promise<OwnDatabase> {
  const postgres = inject("postgres");
  const name = `slice_test_${randomUUID().replaceAll("-", "")}`;
  await createIn(postgres, name, { template: inject("template"), nodes: inject("nodes") });
  const connection = inDatabase(postgres, name);
  const database = await openDatabase(connection);
  afterAll(async () => {
    if (!database.pool.ended) await database.close();
  });
  return { ...database, connection, url: urlOf(connection) };
}

/** A database for programs in processes of their own. */
export interface TestDatabase {
  /** What to set as DATABASE_URL. */
  readonly url: string;
  /** Runs a statement as the owner of the tables. */
  readonly query: (text: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
}

/** Creates one before the tests of a file, which stays as well; with the tables in it unless they are left out. */
export function testDatabase({ migrated = true }: { readonly migrated?: boolean } = {}): TestDatabase {
  const postgres = inject("postgres");
  const name = `slice_test_${randomUUID().replaceAll("-", "")}`;
  const connection = inDatabase(postgres, name);
  const pool = createPool(connection, { size: 2 });
  beforeAll(async () => {
    const template = migrated ? { template: inject("template") } : {};
    await createIn(postgres, name, { ...template, nodes: inject("nodes") });
    if (migrated) await (await openDatabase(connection)).close();
  });
  afterAll(async () => {
    await pool.end();
  });
  const query: TestDatabase["query"] = async (text, values = []) =>
    (await pool.query(text, [...values])).rows;
  return { url: urlOf(connection), query };
}
