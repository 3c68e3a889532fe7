// Finds a source or a shape by what people call it.

import { sql } from "kysely";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { Refusal } from "../values/refusal.ts";
import { isUuid } from "../values/uuid.ts";

/** The ID of the source or the shape with this name or ID. Names need not be unique, so one that several have is refused. */
export async function findNamed(
  tx: Transaction,
  tenant: Tenant,
  table: "source" | "shape",
  nameOrId: string,
): Promise<string> {
  const [found, other] = await tx.all(
    sql<{ readonly id: string }>`select id from ${sql.table(table)}
      where ${ofTenant(tenant)} and ${sql.ref(isUuid(nameOrId) ? "id" : "name")} = ${nameOrId} limit 2`,
  );
  if (found === undefined) throw new Refusal(`the project has no ${table} \`${nameOrId}\``);
  if (other !== undefined)
    throw new Refusal(`the project has several ${table}s \`${nameOrId}\`; write the ID of one`);
  return found.id;
}
