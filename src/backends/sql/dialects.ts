// The dialects by their names.
import type { Dialect } from "./dialect.ts";
import { duckdb } from "./duckdb.ts";
import { mysql } from "./mysql.ts";
import { postgres } from "./postgres.ts";
import { sqlite } from "./sqlite.ts";

/**
 * A database that `toSql` writes for. `mysql` is MariaDB too.
 *
 * @example
 * ```ts
 * const dialect: DialectName = "duckdb";
 * ```
 */
export type DialectName = "postgres" | "sqlite" | "duckdb" | "mysql";

/** Here the compiler says which one is missing. */
const dialects: Readonly<Record<DialectName, Dialect>> = { postgres, sqlite, duckdb, mysql };

/** The names of the dialects that `toSql` writes, in the order in which they are listed to people. */
export const dialectNames: readonly DialectName[] = Object.keys(dialects).filter(isDialectName);

/** Whether there is a dialect of this name. */
export function isDialectName(name: string): name is DialectName {
  return Object.hasOwn(dialects, name);
}

/** The dialect with a name. Throws a `TypeError` that lists all names if it does not exist. */
export function dialectOf(name: DialectName): Dialect {
  if (!isDialectName(name)) throw new TypeError(`options.dialect must be one of ${dialectNames.join(", ")}`);
  return dialects[name];
}
