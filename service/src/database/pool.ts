// The connections to PostgreSQL.

import { Pool, type PoolConfig, TypeOverrides, types } from "pg";
import { type Hosts, hostsOf, PoolOfHosts } from "./hosts.ts";

/** The address of a database: a URL, which may name several hosts, or its parts. */
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
  /**
   * Whether a pooler such as pgbouncer lends a connection for one transaction at a time: then statements have no names, as they would be
   * prepared on another connection, and limits are set in each transaction, as the pooler drops those of the session.
   */
  readonly isPooled?: boolean;
  /** The hosts that another pool of this process knows already. */
  readonly hosts?: Hosts;
  /** Called for an idle connection that fails. */
  readonly onIdleError?: (error: Error) => void;
}

/**
 * Additional connections for keys, leases, streams and health: a renewal may wait for the commit of its loop, and a sweep may take long; some
 * are still left then.
 */
export const systemSize = 4;

/** A statement that runs for longer is canceled, in milliseconds: PostgreSQL itself bounds how long a caller waits. */
export const statementTimeoutMs = 30_000;

/** Creates a pool. Counts are returned as numbers, instants as dates. */
export function createPool(connection: Connection, options: PoolOptions = {}): Pool {
  const { size = 10, idleInTransactionMs = 60_000, hosts, onIdleError } = options;
  const limits = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  };
  const config: PoolConfig = {
    ...("url" in connection ? { connectionString: connection.url } : connection),
    max: size,
    pipeline: true,
    application_name: "slice-service",
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(options.isPooled !== true && limits),
    types: parsers,
  };
  const known = hosts ?? findHosts(connection);
  const pool = known === undefined ? new Pool(config) : new PoolOfHosts(config, known);
  if (options.isPooled === true)
    limitsOfPools.set(
      pool,
      Object.entries(limits).map(([name, ms]) => `set local ${name} = ${String(ms)}`),
    );
  pool.on("error", (error) => onIdleError?.(error));
  // A connection that breaks between two statements fails the next one; without a listener it would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** The hosts of a connection, if there are several to choose from. */
export function findHosts(connection: Connection): Hosts | undefined {
  const hosts = "url" in connection ? hostsOf(connection.url) : undefined;
  return hosts === undefined || hosts.urls.length === 1 ? undefined : hosts;
}

const limitsOfPools = new WeakMap<Pool, readonly string[]>();

/** What sets the limits of a transaction; nothing on connections that have them already. */
export function limitsOf(pool: Pool): readonly string[] {
  return limitsOfPools.get(pool) ?? [];
}

/** Whether the connections of a pool lead to a pooler. */
export function isPooled(pool: Pool): boolean {
  return limitsOfPools.has(pool);
}

/** The name of a statement, so that PostgreSQL keeps its plan; none through a pooler. */
export function named(pool: Pool, name: string | undefined): { readonly name?: string } {
  return name === undefined || isPooled(pool) ? {} : { name };
}

/** The texts that each name of a statement stands for where texts differ. */
const texts = new Map<string, string[]>();
/** Maximum texts of a name: each connection keeps the plans of all of them. Keys limit five columns at most, and most the same few. */
const maxTexts = 8;

/** The name of a statement whose text depends on what limits a key, but not on the values: a name for each of the first texts, none for others. */
export function namedByText(pool: Pool, name: string | undefined, text: string): { readonly name?: string } {
  if (name === undefined) return {};
  const known = texts.get(name) ?? [];
  texts.set(name, known);
  const at = known.indexOf(text);
  if (at === -1 && known.length === maxTexts) return {};
  const place = at === -1 ? known.push(text) - 1 : at;
  return named(pool, `limited ${place} ${name}`);
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
