// Counts what names a shape or a source: the rows that refer to it, and what will, once it is applied.

import { type RawBuilder, type SqlBool, sql } from "kysely";
import { ofTenant } from "../database/of-tenant.ts";
import { type Roles, roleOf, type Tenant, type Transaction } from "../database/transaction.ts";

/** How many of each kind; kinds without any are left out. */
export type Uses = Readonly<Record<string, number>>;

/** A shape or a source. */
interface Named {
  readonly table: "shape" | "source";
  readonly id: string;
}

/** Counts them all, also what only other keys may see: policies would hide it, so this part of the transaction runs as the owner of the tables. */
export async function countUses(
  tx: Transaction,
  tenant: Tenant,
  roles: Roles | undefined,
  { table, id }: Named,
): Promise<Uses> {
  const counts: Record<string, number> = {};
  const queries = (table === "shape" ? usesOfShape : usesOfSource)(tenant, id.toLowerCase());
  await assume(tx, roles, "none");
  for (const [what, query] of Object.entries(queries)) {
    const row = await tx.first(query, `catalog.uses.${table}.${what}`);
    if (row !== undefined && row.n > 0) counts[what] = row.n;
  }
  await assume(tx, roles, roleOf(roles, tenant));
  return counts;
}

/** Nothing to do where the owner has no roles. */
async function assume(tx: Transaction, roles: Roles | undefined, role: string | undefined): Promise<void> {
  if (roles !== undefined) await tx.all(sql`select set_config('role', ${role}, true)`, "catalog.role");
}

type Count = RawBuilder<{ readonly n: number }>;

function usesOfShape(tenant: Tenant, id: string): Readonly<Record<string, Count>> {
  return {
    entities: rows("entity", tenant, sql`(shape_id = ${id}::uuid or source_shape_id = ${id}::uuid)`),
    sources: rows("source", tenant, sql`shape_id = ${id}::uuid`),
    memories: rows("memory", tenant, sql`shape_id = ${id}::uuid`),
    loops: unfinishedLoops(tenant, sql`shape_ids @> array[${id}::uuid]`),
    changes: stagedChanges(
      tenant,
      sql`${id} in (lower(c.value ->> 'shape_id'), lower(c.value ->> 'source_shape_id'))`,
    ),
  };
}

function usesOfSource(tenant: Tenant, id: string): Readonly<Record<string, Count>> {
  return {
    entities: rows("entity", tenant, sql`source_id = ${id}::uuid`),
    documents: rows("document", tenant, sql`source_id = ${id}::uuid`),
    loops: unfinishedLoops(tenant, sql`plan @> ${JSON.stringify([{ source_id: id }])}::jsonb`),
    changes: stagedChanges(tenant, sql`lower(c.value ->> 'source_id') = ${id}`),
  };
}

function rows(
  table: "document" | "entity" | "memory" | "source",
  tenant: Tenant,
  isOf: RawBuilder<SqlBool>,
): Count {
  return sql`select count(*) as n from ${sql.table(table)} where ${ofTenant(tenant)} and ${isOf}`;
}

/** Loops that wait or run: what they find has these shapes and sources. */
function unfinishedLoops(tenant: Tenant, isOf: RawBuilder<SqlBool>): Count {
  return sql`select count(*) as n from loop where ${ofTenant(tenant)} and status in ('queued', 'running') and ${isOf}`;
}

/** Changes of open deltas: without what they name they could not be applied. */
function stagedChanges(tenant: Tenant, isOf: RawBuilder<SqlBool>): Count {
  return sql`select count(*) as n from delta d join change c on ${ofTenant(tenant, "c")} and c.delta_id = d.id
    where ${ofTenant(tenant, "d")} and d.status = 'open' and ${isOf}`;
}
