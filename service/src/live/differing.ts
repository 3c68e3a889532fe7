// The changes of a slice between two moments, in the order of the IDs: for what changes at once, as by a new name.

import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { FilterDefinition } from "slice-cql/sql";
import { entityWhere } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Moment, Point } from "../slices/point.ts";
import { type Step, splitAfter, type Walked, type Walker } from "./step.ts";

/** The changes from the moment of a point to another, after the entity up to which it is split already. */
export async function differing(
  { tx, tenant, view }: Walker,
  from: Point,
  to: Moment,
  most: number,
): Promise<Walked> {
  const [before, after] = [view.at(from), view.at(to)];
  const done: Point = { sequence: from.sequence, version: to.version, instant: to.instant };
  const may = mayDiffer(before, after);
  if (may === undefined) return { steps: [], point: done };
  const rest = from.split === undefined ? sql`true` : sql`e.id > ${from.split.upTo}::uuid`;
  const isIn = (filter: FilterDefinition) => sql`coalesce(${entityWhere(filter)}, false)`;
  const rows = await tx.all(
    sql<{ readonly id: string; readonly inside: boolean }>`select e.id, ${isIn(after)} as inside from entity e
      where ${ofTenant(tenant, "e")} and ${may} and ${rest} and ${isIn(before)} <> ${isIn(after)} order by e.id limit ${most}`,
  );
  const isOfNames = from.version !== to.version;
  const at = (isOfNames ? view.changedAt(to.version) : undefined) ?? new Date(to.instant);
  const steps = rows.map(
    ({ id, inside }): Step => ({
      change: {
        kind: inside ? "entered" : "left",
        entity_id: id,
        at: at.toISOString(),
        reason: isOfNames ? "names" : "time",
        sequence: from.sequence,
      },
      after: splitAfter(from, to, id),
    }),
  );
  return { steps, point: steps.length < most ? done : (steps.at(-1)?.after ?? done) };
}

/** A condition that all entities meet which are in one slice and not in the other, and that indexes answer; undefined if there are none. */
function mayDiffer(a: FilterDefinition, b: FilterDefinition): RawBuilder<SqlBool> | undefined {
  const conditions = [
    ...(["type", "shape_id", "source_id", "source_shape_id"] as const).map((column) =>
      ofValues(column, valuesOf(a, column), valuesOf(b, column)),
    ),
    ofDates(a.dateRange?.start, b.dateRange?.start),
    ofDates(a.dateRange?.end, b.dateRange?.end),
  ].filter((condition) => condition !== undefined);
  return conditions.length === 0 ? undefined : sql`(${sql.join(conditions, sql` or `)})`;
}

/** Any entity. */
const any = sql<SqlBool>`true`;

/** Whether an entity has a value that one list has and the other has not; undefined if none can. */
function ofValues(
  column: string,
  some: readonly string[] | undefined,
  others: readonly string[] | undefined,
): RawBuilder<SqlBool> | undefined {
  if (some === undefined || others === undefined) return some === others ? undefined : any;
  const differing = [...some.filter(notIn(others)), ...others.filter(notIn(some))];
  const type = sql.raw(column === "type" ? "text[]" : "uuid[]");
  return differing.length === 0 ? undefined : sql`${sql.ref(`e.${column}`)} = any(${differing}::${type})`;
}

/** Whether an entity was created between two bounds; undefined if they are the same. */
function ofDates(one: string | undefined, other: string | undefined): RawBuilder<SqlBool> | undefined {
  if (one === undefined || other === undefined) return one === other ? undefined : any;
  const [first, last] = one < other ? [one, other] : [other, one];
  return first === last
    ? undefined
    : sql`(e.created_at >= ${first}::timestamptz and e.created_at < ${last}::timestamptz)`;
}

/** The values that a slice lists of a column; undefined if it may be any. */
function valuesOf(filter: FilterDefinition, column: string): readonly string[] | undefined {
  if (column === "type" && filter.entityTypes !== undefined) return filter.entityTypes;
  const listed = filter.propertyFilters.find(({ path }) => path === column);
  if (listed === undefined) return undefined;
  const values: unknown = listed.operator === "eq" ? [listed.value] : listed.value;
  return Array.isArray(values) ? values.map(String) : undefined;
}

function notIn(others: readonly string[]): (value: string) => boolean {
  const known = new Set(others);
  return (value) => !known.has(value);
}
