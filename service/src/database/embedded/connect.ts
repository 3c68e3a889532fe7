// Tests whether the server can be used: only a successful connection proves it.

import { Client, type ClientConfig } from "pg";
import { DatabaseError } from "../database-error.ts";
import { superuser } from "./cluster.ts";
import { codeOf } from "./failures.ts";
import type { Home } from "./home.ts";

/** How `pg` connects to the server. */
export interface EmbeddedConnection {
  /** The folder of the socket, or an address. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** The name of the database. */
export const database = "slice";

/** A running server refuses with this code when all its connections are in use. */
const tooManyConnections = "53300";
const noSuchDatabase = "3D000";
const wrongPassword = "28P01";
/** Temporary error codes of PostgreSQL: it is starting, or stopping. */
const passing: ReadonlySet<string> = new Set(["57P01", "57P02", "57P03"]);

/** Whether a connection succeeds now. Creates the database if it is missing. */
export async function isReady(connection: EmbeddedConnection, home: Home): Promise<boolean> {
  try {
    await run(connection, undefined);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === tooManyConnections) return true;
    if (code === noSuchDatabase) return await createDatabase(connection);
    if (code === wrongPassword)
      throw new DatabaseError(
        `the password in ${home.password} does not match the database in ${home.cluster}; restore the file from a backup`,
        { cause: error },
      );
    if (isServers(code) && !passing.has(code)) throw error;
    return false;
  }
}

/** Done at each start, as a process may have died between creating the data and this. */
async function createDatabase(connection: EmbeddedConnection): Promise<false> {
  await run({ ...connection, database: "postgres" }, `create database ${database} owner ${superuser}`);
  return false;
}

async function run(config: ClientConfig, statement: string | undefined): Promise<void> {
  const client = new Client({ ...config, connectionTimeoutMillis: 5000 });
  // The promise below also reports errors that end a connection.
  client.on("error", () => undefined);
  await client.connect();
  try {
    if (statement !== undefined) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Codes of PostgreSQL have five letters and digits; those of the system, such as ECONNREFUSED, are words. */
function isServers(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code);
}
