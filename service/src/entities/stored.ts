// Reads a stored entity.

import type { Selectable } from "kysely";
import { build } from "../database/build.ts";
import type { EntityTable } from "../database/tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { Problem } from "../values/problem.ts";
import { shownEntityColumns } from "./rows.ts";

/** The entity with this ID. Throws a {@link Problem} if the project has none. */
export async function entityWith(
  tx: Transaction,
  { projectId }: Tenant,
  entityId: string,
): Promise<Pick<Selectable<EntityTable>, (typeof shownEntityColumns)[number]>> {
  const query = build
    .selectFrom("entity")
    .select(shownEntityColumns)
    .where("project_id", "=", projectId)
    .where("id", "=", entityId);
  const row = await tx.first(query);
  if (row === undefined) throw noEntity();
  return row;
}

/** What to say about an entity that the project does not have. */
export function noEntity(): Problem {
  return new Problem("not_found", { detail: "The project has no entity with this ID." });
}
