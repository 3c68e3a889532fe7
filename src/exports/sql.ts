/**
 * A filter as the condition of a WHERE clause.
 *
 * @module slice-cql/sql
 */

export type { Column, Columns } from "../backends/sql/columns.ts";
export type { ColumnType } from "../backends/sql/dialect.ts";
export type { DialectName } from "../backends/sql/dialects.ts";
export {
  type EntityTableOptions,
  entityColumns,
  entityTableSql,
  uuidEntityColumns,
} from "../backends/sql/entity-table.ts";
export { type Sql, type SqlOptions, toSql } from "../backends/sql/to-sql.ts";
export type { DateRange, FilterDefinition, PropertyFilter, Scalar } from "../semantics/definition.ts";
export type { Operator } from "../vocabulary/operators.ts";
