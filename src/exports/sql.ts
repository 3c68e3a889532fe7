// The entry `slice-cql/sql`: a filter as the condition of a WHERE clause.

export type { Column, Columns } from "../backends/sql/columns.ts";
export type { ColumnType, DialectName } from "../backends/sql/dialect.ts";
export {
  createEntityTable,
  type EntityTableOptions,
  entityColumns,
  uuidEntityColumns,
} from "../backends/sql/entity-table.ts";
export { type Sql, type SqlOptions, toSql } from "../backends/sql/to-sql.ts";
export type { DateRange, FilterDefinition, PropertyFilter } from "../semantics/definition.ts";
export type { Operator } from "../vocabulary/operators.ts";
