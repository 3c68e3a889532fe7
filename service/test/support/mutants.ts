// A database whose statements lose one condition on the tenant that owns their rows.

import type { Pool, PoolClient, QueryConfig } from "pg";
import type { Database } from "../../src/database/transaction.ts";

/** A condition of a statement, by its place among those of that statement. */
export interface Condition {
  readonly statement: string;
  readonly place: number;
}

/** A database that notes which conditions it meets, and leaves one out. */
export interface Mutable {
  readonly database: Database;
  /** The conditions of all statements since the last call. */
  readonly met: () => readonly Condition[];
  /** Leaves this one out from now on; undefined: none. */
  readonly leaveOut: (condition: Condition | undefined) => void;
}

const pattern = /(?:\b\w+\.|"\w+"\.)?"?\b(?:project_id|organization_id|key_id)\b"? = (\$\d+)(?:::uuid)?/g;

/** Makes one of a database. */
export function mutable(database: Database): Mutable {
  const seen = new Map<string, Condition>();
  let left: Condition | undefined;
  const change = (statement: string): string => {
    let at = 0;
    return statement.replace(pattern, (condition, parameter: string) => {
      const place = at++;
      seen.set(`${place} ${statement}`, { statement, place });
      // The parameter stays, with its type, or the others would have to be numbered anew.
      return left?.statement === statement && left.place === place
        ? `(${parameter}::uuid is not null)`
        : condition;
    });
  };
  return {
    database: {
      ...database,
      pool: changed(database.pool, change),
      system: changed(database.system, change),
    },
    met: () => {
      const all = [...seen.values()];
      seen.clear();
      return all;
    },
    leaveOut: (condition) => {
      left = condition;
    },
  };
}

/** A database whose statements are others. */
export function rewriting(database: Database, change: (statement: string) => string): Database {
  return { ...database, pool: changed(database.pool, change), system: changed(database.system, change) };
}

function changed(pool: Pool, change: (statement: string) => string): Pool {
  const connect = async (): Promise<PoolClient> => clientOf(await pool.connect(), change);
  return new Proxy(pool, { get: (target, name) => (name === "connect" ? connect : boundTo(target, name)) });
}

function clientOf(client: PoolClient, change: (statement: string) => string): PoolClient {
  const query = async (given: string | QueryConfig): Promise<unknown> => {
    if (typeof given === "string") return await client.query(given);
    // A name stands for one text, so it is left out, too.
    const { name: _name, ...config } = given;
    return await client.query({ ...config, text: change(given.text) });
  };
  return new Proxy(client, { get: (target, name) => (name === "query" ? query : boundTo(target, name)) });
}

function boundTo(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === "function" ? value.bind(target) : value;
}
