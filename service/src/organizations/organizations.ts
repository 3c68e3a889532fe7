// Organizations: the customers of the service.

import { build } from "../database/build.ts";
import type { Transaction } from "../database/transaction.ts";
import { Refusal } from "../values/refusal.ts";
import { isUuid, newId } from "../values/uuid.ts";
import { NameTaken, requireName } from "./name.ts";

/** The name and ID of an organization. */
export interface IdAndName {
  readonly id: string;
  readonly name: string;
}

/** Creates one. Throws {@link NameTaken}. */
export async function createOrganization(tx: Transaction, name: string): Promise<IdAndName> {
  requireName(name);
  const created = await tx.first(
    build
      .insertInto("organization")
      .values({ id: newId(), name })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .returning(["id", "name"]),
  );
  if (created === undefined) throw new NameTaken("organization", name);
  return created;
}

/** The one with this name or ID. */
export async function findOrganization(tx: Transaction, nameOrId: string): Promise<IdAndName> {
  const found = await tx.first(
    build
      .selectFrom("organization")
      .select(["id", "name"])
      .where(isUuid(nameOrId) ? "id" : "name", "=", nameOrId),
  );
  if (found === undefined)
    throw new Refusal(
      `there is no organization \`${nameOrId}\`; check the name, or create it with \`organization create\``,
    );
  return found;
}
