// The flags that name an organization or a project, and what they name.

import type { Transaction } from "../database/transaction.ts";
import { findOrganization, type IdAndName } from "../organizations/organizations.ts";
import { findProject, type Project } from "../organizations/projects.ts";
import type { Flag, Input } from "./define.ts";

/** An organization that must be given. */
export const organizationFlag: { readonly organization: Flag } = {
  organization: { type: "string", value: "O", required: true, help: "The organization, by name or ID" },
};

/** A project that must be given, and its organization if the name alone is ambiguous. */
export const projectFlags: { readonly project: Flag; readonly organization: Flag } = {
  project: { type: "string", value: "P", required: true, help: "The project, by name or ID" },
  organization: {
    type: "string",
    value: "O",
    help: "The organization of the project, by name or ID; needed if several have a project of that name",
  },
};

/** A project as it was written. */
export interface ProjectName {
  readonly project: string;
  readonly organization: string | undefined;
}

/** Reads the flags of {@link projectFlags}. */
export function projectNameOf({ required, text }: Input<"project" | "organization">): ProjectName {
  return { project: required("project"), organization: text("organization") };
}

/** The project that the flags name. */
export async function lookUpProject(
  tx: Transaction,
  { project, organization }: ProjectName,
): Promise<Project> {
  const found: IdAndName | undefined =
    organization === undefined ? undefined : await findOrganization(tx, organization);
  return await findProject(tx, project, found);
}
