// A filter as the condition of a WHERE clause.
import { requireOptions } from "../../data/guards.ts";
import type { FilterDefinition } from "../../semantics/definition.ts";
import { storableConditionsOf } from "../../semantics/storable.ts";
import { type Columns, targetsOf } from "./columns.ts";
import { writeCondition } from "./condition.ts";
import type { Bind } from "./dialect.ts";
import { type DialectName, dialectOf } from "./dialects.ts";

/**
 * Where the database stores the values that a filter compares.
 *
 * @example
 * ```ts
 * const options: SqlOptions = {
 *   dialect: "postgres",
 *   columns: { type: "kind", amount: { column: "amount", type: "number" } },
 *   json: "props",
 * };
 * ```
 */
export interface SqlOptions<Name extends DialectName = DialectName> extends Columns {
  /** The database: `postgres`, `sqlite`, `duckdb`, or `mysql` for MySQL and MariaDB. */
  readonly dialect: Name;
  /** The number of the first parameter, on PostgreSQL (default 1). */
  readonly firstParameter?: number | undefined;
}

/**
 * A condition and its parameters.
 *
 * @example
 * ```ts
 * const { text, params }: Sql = toSql(filter, { dialect: "sqlite", columns: { type: "type" } });
 * ```
 */
export interface Sql<Param = string | string[]> {
  /** An expression for a WHERE clause. Each placeholder occurs once, in the order of the parameters. */
  readonly text: string;
  /** Strings, and on PostgreSQL arrays of strings too. The array is yours to add to. */
  readonly params: Param[];
}

/**
 * Writes a filter as an expression for a WHERE clause. Nothing of the filter is in the text: that depends on which
 * operators there are on which columns, on how deep other paths go, and on the kinds of JSON values they are compared
 * with. Where an entity is not in the slice the expression is false or NULL: to negate it, write
 * `NOT COALESCE(…, FALSE)`.
 *
 * @throws TypeError that names the place if the filter or an option is malformed, or a path has no column.
 *
 * @example
 * ```ts
 * const { text, params } = toSql(filter, { dialect: "postgres", columns: entityColumns, json: "props" });
 * await client.query(`SELECT * FROM entities WHERE ${text}`, params);
 * ```
 */
export function toSql(
  filter: FilterDefinition,
  options: SqlOptions<Exclude<DialectName, "postgres">>,
): Sql<string>;
/** The same for PostgreSQL, where parameters may be lists, and for a dialect that is known at run time alone. */
export function toSql(filter: FilterDefinition, options: SqlOptions): Sql;
export function toSql(filter: FilterDefinition, options: SqlOptions): Sql {
  requireOptions(options);
  const conditions = storableConditionsOf(filter);
  const dialect = dialectOf(options.dialect);
  const targetOf = targetsOf(options, dialect);
  const { firstParameter = 1 } = options;
  // It is a part of the text.
  if (!Number.isSafeInteger(firstParameter) || firstParameter < 1)
    throw new TypeError("options.firstParameter must be a whole number from 1");
  const params: (string | string[])[] = [];
  const bind: Bind = (value) => dialect.placeholder(firstParameter - 1 + params.push(value));
  const parts = conditions.map((condition) =>
    writeCondition(condition, targetOf(condition), { dialect, bind }),
  );
  return { text: parts.length === 0 ? "TRUE" : `(${parts.join(" AND ")})`, params };
}
