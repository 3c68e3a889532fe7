// The command `project create`.

import { systemTransaction } from "../../database/transaction.ts";
import { findOrganization } from "../../organizations/organizations.ts";
import { createProject } from "../../organizations/projects.ts";
import { dataFlag, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand } from "../define.ts";
import { organizationFlag } from "../flags.ts";
import { jsonFlag, printResult } from "../print.ts";

/** Creates a project. */
export const projectCreate: Command = defineCommand({
  name: "project create",
  argument: { name: "NAME", help: "its name; no other project of the organization may have it" },
  help: "Create a project of an organization",
  flags: { ...organizationFlag, ...jsonFlag, ...dataFlag },
  options: (input) => ({
    where: whereOf(input),
    organization: input.required("organization"),
    name: input.argument,
    asJson: input.isSet("json"),
  }),
  run: async ({ where, organization, name, asJson }) => {
    const created = await withDatabase(
      where,
      async (database) =>
        await systemTransaction(
          database,
          async (tx) => await createProject(tx, await findOrganization(tx, organization), name),
        ),
    );
    printResult(asJson, created, `project ${created.name} ${created.id}`);
  },
});
