// The dialects by their names.
import type { Dialect, DialectName } from "./dialect.ts";
import { duckdb } from "./duckdb.ts";
import { mysql } from "./mysql.ts";
import { postgres } from "./postgres.ts";
import { sqlite } from "./sqlite.ts";

const byName: Readonly<Record<DialectName, Dialect>> = { postgres, sqlite, duckdb, mysql };

/** The names of the dialects that `toSql` writes. */
export const dialects: readonly string[] = Object.keys(byName);

/** The dialect of a name. Throws a `TypeError` that names all if there is none. */
export function dialectOf(name: DialectName): Dialect {
  if (!dialects.includes(name)) throw new TypeError(`options.dialect must be one of ${dialects.join(", ")}`);
  return byName[name];
}
