// The connections to PostgreSQL.

import { Pool, type PoolConfig, TypeOverrides, types } from "pg";

/** Where a database is: a URL, or the parts of one. */
export type Connection =
  | { readonly url: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

/** The options of a pool. */
export interface PoolOptions {
  /** Maximum open connections (default 10). */
  readonly size?: number;
  /** A transaction in which nothing happens for as long is rolled back, in milliseconds (default 60 000). */
  readonly idleInTransactionMs?: number;
  /** Called for an idle connection that fails. */
  readonly onIdleError?: (error: Error) => void;
}

/**
 * How many connections there are besides, for keys, leases, streams and health: a renewal may wait for the commit of its loop, and a sweep may
 * take long, and then there are still some.
 */
export const systemSize = 4;

/** A pool of connections. Counts come as numbers, instants as dates. */
export function createPool(
  connection: Connection,
  { size = 10, idleInTransactionMs = 60_000, onIdleError }: PoolOptions = {},
): Pool {
  const where: PoolConfig = "url" in connection ? { connectionString: connection.url } : { ...connection };
  const pool = new Pool({
    ...where,
    max: size,
    pipeline: true,
    application_name: "slice-service",
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    // What a caller waits for is bounded by the server that answers, too.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    types: parsers,
  });
  pool.on("error", (error) => onIdleError?.(error));
  // A connection that ends between two statements fails the next one; without a listener it would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** A count is far from where numbers lose precision, and there are no other 64-bit numbers here. */
const parsers = new TypeOverrides(types);
parsers.setTypeParser(types.builtins.INT8, Number);
