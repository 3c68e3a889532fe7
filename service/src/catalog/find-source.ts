// Finds a source by what people call it.

import { build } from "../database/build.ts";
import type { Scope, Transaction } from "../database/transaction.ts";
import { isUuid } from "../http/uuid.ts";
import { Refusal } from "../refusal.ts";

/** The ID of the source with this name or ID. Names need not be unique, so one that several have is refused. */
export async function findSource(tx: Transaction, { projectId }: Scope, nameOrId: string): Promise<string> {
  const found = await tx.all(
    build
      .selectFrom("source")
      .select("id")
      .where("project_id", "=", projectId)
      .where(isUuid(nameOrId) ? "id" : "name", "=", nameOrId)
      .limit(2),
  );
  const [source, other] = found;
  if (source === undefined) throw new Refusal(`the project has no source \`${nameOrId}\``);
  if (other !== undefined)
    throw new Refusal(`the project has several sources \`${nameOrId}\`; write the ID of one`);
  return source.id;
}
