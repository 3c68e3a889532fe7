// Filters as conditions on the table of entities.

import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Columns, type FilterDefinition, toSql, uuidEntityColumns } from "slice-cql/sql";

/** Every path that has no column of its own is read from the properties. */
const columns: Columns = {
  columns: {
    ...uuidEntityColumns,
    name: { column: "name", type: "text" },
    updated_at: { column: "updated_at", type: "timestamp" },
  },
  json: "props",
};

/**
 * The condition that an entity (of the table or alias `table`) is in the slice. It may be null, which WHERE treats as false. It does not
 * restrict the project.
 */
export function entityWhere(filter: FilterDefinition, table: string = "e"): RawBuilder<SqlBool> {
  const { text, params } = toSql(filter, { ...columns, dialect: "postgres", table });
  // The text between the placeholders is a template; no column has a dollar in its name.
  const parts = text.split(/\$\d+/);
  return sql(Object.assign(parts, { raw: parts }), ...params);
}
