// Changes and deletes shapes and sources.

import type { Selectable } from "kysely";
import type { Static } from "typebox";
import { build } from "../database/build.ts";
import type { ShapeTable, SourceTable } from "../database/catalog-tables.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Roles, Tenant, Transaction } from "../database/transaction.ts";
import { logOf, type NameChange } from "../log/written.ts";
import { Problem } from "../values/problem.ts";
import { requireFewNamesakes } from "./namesakes.ts";
import type { shapePatch, sourcePatch } from "./schemas.ts";
import { countUses } from "./uses.ts";
import { requireDistinctTypes, requireShape } from "./write.ts";

/** Changes a shape. Throws a {@link Problem} if it names a type twice, if too many have its name, or if the project has no such shape. */
export async function changeShape(
  tx: Transaction,
  tenant: Tenant,
  id: string,
  { name, description, entity_types, relationship_types, strict }: Static<typeof shapePatch>,
): Promise<Selectable<ShapeTable>> {
  requireDistinctTypes({
    ...(entity_types !== undefined && { entity_types }),
    ...(relationship_types !== undefined && { relationship_types }),
  });
  const changes = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(entity_types !== undefined && { entity_types: JSON.stringify(entity_types) }),
    ...(relationship_types !== undefined && { relationship_types: JSON.stringify(relationship_types) }),
    ...(strict !== undefined && { strict }),
  };
  const isOne = ofTenant(tenant);
  const before = name === undefined ? undefined : await lock(tx, tenant, "shape", id);
  const row = await tx.first(
    Object.keys(changes).length === 0
      ? build.selectFrom("shape").selectAll().where(isOne).where("id", "=", id)
      : build.updateTable("shape").set(changes).where(isOne).where("id", "=", id).returningAll(),
  );
  if (row === undefined) throw missing("shape");
  if (before !== undefined) await renamed(tx, tenant, { kind: "shape", id: row.id, before, after: row.name });
  return row;
}

/** Changes a source. Throws a {@link Problem} if its shape is not one of the project, if too many have its name, or if the project has no such source. */
export async function changeSource(
  tx: Transaction,
  tenant: Tenant,
  id: string,
  { name, shape_id }: Static<typeof sourcePatch>,
): Promise<Selectable<SourceTable>> {
  const changes = { ...(name !== undefined && { name }), ...(shape_id !== undefined && { shape_id }) };
  const isOne = ofTenant(tenant);
  const known = build.selectFrom("source").selectAll().where(isOne).where("id", "=", id);
  const before = Object.keys(changes).length === 0 ? undefined : await lock(tx, tenant, "source", id);
  if (typeof shape_id === "string") await requireShape(tx, tenant, shape_id);
  const row = await tx.first(
    Object.keys(changes).length === 0
      ? known
      : build.updateTable("source").set(changes).where(isOne).where("id", "=", id).returningAll(),
  );
  if (row === undefined) throw missing("source");
  if (before !== undefined && name !== undefined)
    await renamed(tx, tenant, { kind: "source", id: row.id, before, after: row.name });
  return row;
}

/** Notes a new name, which not too many may have. */
async function renamed(
  tx: Transaction,
  tenant: Tenant,
  change: NameChange & { readonly after: string },
): Promise<void> {
  logOf(tx, tenant).named([change]);
  await requireFewNamesakes(tx, tenant, change.kind, change.after);
}

/** Deletes a shape. Throws a {@link Problem} with what still names it. */
export async function deleteShape(
  tx: Transaction,
  tenant: Tenant,
  roles: Roles | undefined,
  id: string,
): Promise<void> {
  await lock(tx, tenant, "shape", id);
  requireUnused("shape", await countUses(tx, tenant, roles, { table: "shape", id }));
  await remove(tx, tenant, "shape", id);
}

/** Deletes a source in the same way; its documents with it, if they are given up as well. */
export async function deleteSource(
  tx: Transaction,
  tenant: Tenant,
  roles: Roles | undefined,
  { id, withDocuments }: { readonly id: string; readonly withDocuments: boolean },
): Promise<void> {
  await lock(tx, tenant, "source", id);
  const { documents = 0, ...others } = await countUses(tx, tenant, roles, { table: "source", id });
  const counts = documents > 0 && !withDocuments ? { ...others, documents } : others;
  requireUnused("source", counts);
  if (documents > 0)
    await tx.all(build.deleteFrom("document").where(ofTenant(tenant)).where("source_id", "=", id));
  await remove(tx, tenant, "source", id);
}

/** Deletes it, if it is the tenant's. */
async function remove(tx: Transaction, tenant: Tenant, table: "shape" | "source", id: string): Promise<void> {
  const one = build.deleteFrom(table).where(ofTenant(tenant)).where("id", "=", id);
  const gone = await tx.first(one.returning(["id", "name"]));
  if (gone === undefined) throw missing(table);
  logOf(tx, tenant).named([{ kind: table, id: gone.id, before: gone.name, after: null }]);
}

/** Locks it first, so that nothing comes to name it meanwhile, and returns its name. */
async function lock(tx: Transaction, tenant: Tenant, table: "shape" | "source", id: string): Promise<string> {
  const one = build.selectFrom(table).select("name").where(ofTenant(tenant)).where("id", "=", id);
  const row = await tx.first(one.forUpdate());
  if (row === undefined) throw missing(table);
  return row.name;
}

function requireUnused(table: "shape" | "source", counts: Readonly<Record<string, number>>): void {
  const named = Object.entries(counts).map(([what, n]) => `${what}: ${String(n)}`);
  if (named.length === 0) return;
  const detail = `Something still names this ${table} (${named.join(", ")}); change or delete that first.`;
  throw new Problem("in_use", { detail, counts });
}

function missing(table: "shape" | "source"): Problem {
  return new Problem("not_found", { detail: `The project has no ${table} with this ID.` });
}
