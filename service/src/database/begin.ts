// Begins a transaction: its isolation, its role, and the settings that policies compare rows with.

import { escapeLiteral, type Pool, type PoolClient, type QueryResultRow } from "pg";
import { allSettledOrThrow } from "./all-settled.ts";
import { limitsOf, named } from "./pool.ts";

/** The isolation level, and whether the transaction may write. */
export type Isolation = "read committed" | "repeatable read" | "repeatable read read only";

/** How a transaction begins. */
export interface Beginning {
  readonly isolation?: Isolation;
  readonly role?: string | undefined;
  /** What policies compare rows with. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether what limits a key changes the texts of statements. */
  readonly isLimited?: boolean;
}

interface Began extends QueryResultRow {
  readonly now: Date;
}

/**
 * Begins a transaction, and returns its instant. Each statement is a message of its own, because a distributed database sends the whole message
 * to other nodes; all are sent at once. `set local` reaches these nodes, but the role must not: they are asked as the role itself.
 */
export async function begin(
  client: PoolClient,
  pool: Pool,
  { isolation = "read committed", role, settings = {} }: Beginning,
): Promise<Date> {
  const asRole =
    role === undefined
      ? { ...named(pool, "begin"), text: "select now() as now" }
      : {
          ...named(pool, "begin.role"),
          text: "select now() as now, set_config('role', $1, true)",
          values: [role],
        };
  const [, { rows }] = await allSettledOrThrow([
    client.query(`begin isolation level ${isolation}`),
    client.query<Began>(asRole),
    ...limitsOf(pool).map(async (limit) => await client.query(limit)),
    ...setEach(client, settings),
  ]);
  if (rows[0] === undefined) throw new TypeError("The transaction has not begun.");
  return rows[0].now;
}

/** Sets what policies compare rows with, until the end of the transaction. */
export function setEach(
  client: PoolClient,
  settings: Readonly<Record<string, string>>,
): readonly Promise<unknown>[] {
  return Object.entries(settings).map(
    async ([name, value]) => await client.query(`set local ${name} to ${escapeLiteral(value)}`),
  );
}
