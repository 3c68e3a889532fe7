// Shapes, and sources, may share a name, but not very many of them: a query with the name means all of them.

import { sql } from "kysely";
import type { Static } from "typebox";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { warnings } from "../http/schemas.ts";
import { Problem } from "../values/problem.ts";
import { Refusal } from "../values/refusal.ts";
import { RowRefusal } from "../values/row-refusal.ts";

/** Maximum shapes, or sources, of a project with the same name: a slice with that name compares all of their IDs. */
const maxNamesakes = 20;

type Table = "shape" | "source";

/** Throws a {@link Problem} if more shapes, or sources, than may have the name of the one that this transaction has written. */
export async function requireFewNamesakes(
  tx: Transaction,
  tenant: Tenant,
  table: Table,
  name: string,
): Promise<void> {
  if ((await findCrowdedName(tx, tenant, table, [{ name }])) !== undefined)
    throw new Problem("invalid_request", { errors: [{ pointer: "/name", message: advice(table) }] });
}

/** A warning about a member of a request. */
type Warning = Static<typeof warnings>[number];

/** The warning that others have the name of a shape or source, too; none if it is the only one. */
export async function warningsOfName(
  tx: Transaction,
  tenant: Tenant,
  table: Table,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<readonly Warning[]> {
  const others = await tx.all(
    sql<{ readonly id: string }>`select id from ${sql.table(table)}
      where ${ofTenant(tenant)} and name = ${name} and id <> ${id}::uuid order by id limit ${maxNamesakes}`,
  );
  if (others.length === 0) return [];
  const have = others.length === 1 ? `another ${table} has` : `${String(others.length)} other ${table}s have`;
  const ids = others.map((other) => other.id).join(", ");
  return [
    { pointer: "/name", message: `${have} this name, too, and a query with it means all of them: ${ids}` },
  ];
}

/** Throws a {@link RowRefusal} for the last of some rows with a name that too many have. */
export async function requireFewOfEach(
  tx: Transaction,
  tenant: Tenant,
  table: Table,
  rows: readonly { readonly name: string }[],
): Promise<void> {
  const crowded = await findCrowdedName(tx, tenant, table, rows);
  if (crowded === undefined) return;
  throw new RowRefusal(
    rows.findLastIndex(({ name }) => name === crowded),
    "/name",
    "taken",
    advice(table),
  );
}

/** The same for the names of a catalog; throws a {@link Refusal}. */
export async function requireFewInCatalog(
  tx: Transaction,
  tenant: Tenant,
  table: Table,
  rows: readonly { readonly name: string }[],
): Promise<void> {
  const crowded = await findCrowdedName(tx, tenant, table, rows);
  if (crowded !== undefined) throw new Refusal(`${JSON.stringify(crowded)} ${advice(table)}`);
}

function advice(table: Table): string {
  return `is the name of ${maxNamesakes} ${table}s already, and no more may share one; choose another name`;
}

/** One of these names that too many have. Of transactions at the same time none sees what the others write: they may exceed it by a few. */
async function findCrowdedName(
  tx: Transaction,
  tenant: Tenant,
  table: Table,
  rows: readonly { readonly name: string }[],
): Promise<string | undefined> {
  const names = [...new Set(rows.map(({ name }) => name))];
  const row = await tx.first(
    sql<{ readonly name: string }>`select name from unnest(${names}::text[]) wanted (name)
      where (select count(*) from (
        select from ${sql.table(table)} t where ${ofTenant(tenant, "t")} and t.name = wanted.name limit ${maxNamesakes + 1}
      ) namesakes) > ${maxNamesakes} limit 1`,
  );
  return row?.name;
}
