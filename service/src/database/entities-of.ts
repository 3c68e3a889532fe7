// Which entities and relationships a key sees, as conditions of statements.

import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Columns, type FilterDefinition, toSql, uuidEntityColumns } from "slice-cql/sql";
import { ofTenant, type TenantKey } from "./of-tenant.ts";
import type { Tenant } from "./transaction.ts";

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

/** Whose entities: a tenant, and what its key is limited to. */
export type Viewer = TenantKey & Pick<Tenant, "limits">;

/** Whether an entity, of this table or alias, is the tenant's and within what limits its key. */
export function entitiesOf(viewer: Viewer, table: string = "entity"): RawBuilder<SqlBool> {
  const isLimited = within(viewer, table);
  return isLimited === undefined ? ofTenant(viewer, table) : sql`${ofTenant(viewer, table)} and ${isLimited}`;
}

/** Whether an entity is within what limits a key; undefined if nothing does. */
export function within({ limits }: Pick<Tenant, "limits">, table: string): RawBuilder<SqlBool> | undefined {
  if (limits === undefined) return undefined;
  if (limits.filter === undefined) throw new TypeError("What limits the key was not looked up.");
  return entityWhere(limits.filter, table);
}

/** Whether a relationship, of this table or alias, is the tenant's, and both of its ends are within what limits its key. */
export function relationshipsOf(viewer: Viewer, table: string = "relationship"): RawBuilder<SqlBool> {
  const own = ofTenant(viewer, table);
  if (viewer.limits === undefined) return own;
  const isSeenEnd = (column: string) => sql`exists (${end(viewer, sql.ref(`${table}.${column}`))})`;
  return sql`${own} and ${isSeenEnd("from_id")} and ${isSeenEnd("to_id")}`;
}

/** Whether the entity with an ID is within what limits a key, for few rows: it is looked up for each. As a join it would take long to plan. */
export function isSeen(viewer: Viewer, id: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return viewer.limits === undefined ? sql`true` : sql`(${end(viewer, id)})`;
}

function end(viewer: Viewer, id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`select true from entity an_end where ${entitiesOf(viewer, "an_end")} and an_end.id = ${id}`;
}

/** Whether an entity that the key sees has the shape or source `n`; for a key that sees all of them, true without one, too. */
export function occurs(viewer: Viewer, table: "shape" | "source"): RawBuilder<SqlBool> {
  if (viewer.limits === undefined) return sql`true`;
  const isOf = (column: string) =>
    sql<SqlBool>`exists (select from entity e where ${entitiesOf(viewer, "e")} and ${sql.ref(`e.${column}`)} = n.id)`;
  return table === "source"
    ? isOf("source_id")
    : sql<SqlBool>`(${isOf("shape_id")} or ${isOf("source_shape_id")})`;
}

/** The same, also for what the slice of the key names: it need not occur yet. */
export function isKnown(viewer: Viewer, table: "shape" | "source"): RawBuilder<SqlBool> {
  if (viewer.limits === undefined) return sql`true`;
  return sql<SqlBool>`(n.id = any(${[...listedIn(viewer, table)]}::uuid[]) or ${occurs(viewer, table)})`;
}

/** The IDs of shapes or sources that the slice of a limited key names. */
export function listedIn({ limits }: Viewer, table: "shape" | "source"): Set<string> {
  const conditions = limits?.filter?.propertyFilters ?? [];
  const values = conditions.flatMap(({ path, value }) => (path.endsWith(`${table}_id`) ? value : []));
  return new Set(values.map(String));
}
