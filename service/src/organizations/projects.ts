// Projects: everything stored belongs to one.

import { NIL } from "uuid";
import { build } from "../database/build.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { Refusal } from "../values/refusal.ts";
import { isUuid, newId } from "../values/uuid.ts";
import { NameTaken, requireName } from "./name.ts";
import type { IdAndName } from "./organizations.ts";

/** A project and its organization. */
export interface Project extends IdAndName {
  readonly organizationId: string;
}

/** Creates one. Throws {@link NameTaken}. */
export async function createProject(
  tx: Transaction,
  organization: Pick<IdAndName, "id">,
  name: string,
): Promise<IdAndName> {
  requireName(name);
  const created = await tx.first(
    build
      .insertInto("project")
      .values({ id: newId(), organization_id: organization.id, name })
      .onConflict((conflict) => conflict.columns(["organization_id", "name"]).doNothing())
      .returning(["id", "name"]),
  );
  if (created === undefined) throw new NameTaken("project", name);
  return created;
}

/** The one with this name or ID, of an organization if one is given. A name alone must be that of one project. */
export async function findProject(
  tx: Transaction,
  nameOrId: string,
  organization?: IdAndName,
): Promise<Project> {
  const query = build
    .selectFrom("project")
    .select(["id", "name", "organization_id as organizationId"])
    .where(isUuid(nameOrId) ? "id" : "name", "=", nameOrId);
  const found = await tx.all(
    organization === undefined ? query : query.where("organization_id", "=", organization.id),
  );
  const [project, ...others] = found;
  if (project === undefined)
    throw new Refusal(
      `${missing(nameOrId, organization)}; check the name, or create it with \`project create\``,
    );
  if (others.length > 0)
    throw new Refusal(
      `${found.length} organizations have a project \`${nameOrId}\`; choose one with --organization, or give the ID of the project`,
    );
  return project;
}

function missing(nameOrId: string, organization: IdAndName | undefined): string {
  if (organization === undefined) return `there is no project \`${nameOrId}\``;
  return `the organization \`${organization.name}\` has no project \`${nameOrId}\``;
}

/**
 * An operator's view of a project: an operator has no key, so nothing that belongs to a key is visible. A command waits for its commit for as long
 * as that takes.
 */
export function operatorTenant({ id, organizationId }: Project): Tenant {
  return { organizationId, projectId: id, keyId: NIL, share: "operator" };
}
