// Reads a stored entity.

import type { Selectable } from "kysely";
import { build } from "../database/build.ts";
import { entitiesOf } from "../database/entities-of.ts";
import type { EntityTable } from "../database/graph-tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { Problem } from "../values/problem.ts";
import { isUuid } from "../values/uuid.ts";
import { shownEntityColumns } from "./rows.ts";

type Row = Pick<Selectable<EntityTable>, (typeof shownEntityColumns)[number]>;

/** The entity with this ID, if the project has it. */
export async function findEntity(
  tx: Transaction,
  tenant: Tenant,
  entityId: string,
): Promise<Row | undefined> {
  if (!isUuid(entityId)) return undefined;
  const query = build.selectFrom("entity").select(shownEntityColumns);
  return await tx.first(query.where(entitiesOf(tenant)).where("id", "=", entityId), "entity");
}

/** The entity with this ID. Throws a {@link Problem} if the project has none. */
export async function entityWith(tx: Transaction, tenant: Tenant, entityId: string): Promise<Row> {
  const row = await findEntity(tx, tenant, entityId);
  if (row === undefined) throw noEntity();
  return row;
}

/** The problem for an entity that the project does not have. */
export function noEntity(): Problem {
  return new Problem("not_found", { detail: "The project has no entity with this ID." });
}
