// The command `organization create`.

import { asOwner } from "../../database/transaction.ts";
import { createOrganization } from "../../organizations/organizations.ts";
import { dataFlag, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand } from "../define.ts";
import { jsonFlag, printResult } from "../print.ts";

/** Creates an organization. */
export const organizationCreate: Command = defineCommand({
  name: "organization create",
  argument: { name: "NAME", help: "its name; no other organization may have it" },
  help: "Create an organization, which has projects and keys",
  flags: { ...jsonFlag, ...dataFlag },
  options: (input) => ({ where: whereOf(input), name: input.argument, asJson: input.isSet("json") }),
  run: async ({ where, name, asJson }) => {
    const created = await withDatabase(
      where,
      async (database) => await asOwner(database, async (tx) => await createOrganization(tx, name)),
    );
    printResult(asJson, created, `organization ${created.name} ${created.id}`);
  },
});
