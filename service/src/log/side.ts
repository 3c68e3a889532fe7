// What of an entity decides which slices it is in: the columns of a side of its change.

import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Columns, type FilterDefinition, toSql, uuidEntityColumns } from "slice-cql/sql";

/** An entity, before or after a write. */
export interface Side {
  readonly type: string;
  readonly shape_id: string | null;
  readonly source_id: string | null;
  readonly source_shape_id: string | null;
  /** As PostgreSQL writes it, as dates of JavaScript are not exact. */
  readonly created_at: string;
}

/** An entity that there was. */
export interface WithSide extends Side {
  readonly id: string;
}

/** The columns of {@link WithSide}, of a table or an alias; in a `select`, as Citus returns no text of an instant from what it writes. */
export function sideOf(table: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const others = ["id", "type", "shape_id", "source_id", "source_shape_id"].map(column);
  return sql`${sql.join(others)}, ${column("created_at")}::text as created_at`;
}

/** The columns of a side, by the paths of filters. */
const columnsOf = (side: "before" | "after"): Columns => ({
  columns: Object.fromEntries(
    Object.entries(uuidEntityColumns).map(([path, given]) => {
      const { column, type } = typeof given === "string" ? { column: given, type: undefined } : given;
      const name = `${side}_${column}`;
      return [path, type === undefined ? name : { column: name, type }];
    }),
  ),
});

/** Whether a side of a change, of a table or an alias, was there and in a slice. */
export function sideWhere(
  filter: FilterDefinition,
  side: "before" | "after",
  table: string,
): RawBuilder<SqlBool> {
  const { text, params } = toSql(filter, { ...columnsOf(side), dialect: "postgres", table });
  const parts = text.split(/\$\d+/);
  const isIn = sql(Object.assign(parts, { raw: parts }), ...params);
  return sql`(${sql.ref(`${table}.${side}_type`)} is not null and coalesce(${isIn}, false))`;
}
