// The connections to PostgreSQL.

import { Pool, type PoolConfig, TypeOverrides, types } from "pg";

/** The address of a database: a URL, or its parts. */
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
  /** A transaction that is idle for this long is rolled back, in milliseconds (default 60 000). */
  readonly idleInTransactionMs?: number;
  /** Called for an idle connection that fails. */
  readonly onIdleError?: (error: Error) => void;
}

/**
 * Additional connections for keys, leases, streams and health: a renewal may wait for the commit of its loop, and a sweep may take long; some
 * are still left then.
 */
export const systemSize = 4;

/** Creates a pool. Counts are returned as numbers, instants as dates. */
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
    // PostgreSQL itself bounds how long a caller waits.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    types: parsers,
  });
  pool.on("error", (error) => onIdleError?.(error));
  // A connection that breaks between two statements fails the next one; without a listener it would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Counts are far below 2^53, and there are no other 64-bit integers here. */
const parsers = new TypeOverrides(types);
parsers.setTypeParser(types.builtins.INT8, Number);

/** The connections of a pool, and what waits for one. */
export interface PoolState {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

/** The state of a pool. */
export function stateOf({ totalCount, idleCount, waitingCount }: Pool): PoolState {
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}
