// The command `credits grant`.

import { creditsOf, grantCredits } from "../../credits/ledger.ts";
import { asOwner } from "../../database/transaction.ts";
import { findOrganization } from "../../organizations/organizations.ts";
import { creditsOfText } from "../credits-text.ts";
import { dataFlag, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand } from "../define.ts";
import { organizationFlag } from "../flags.ts";
import { jsonFlag, printResult } from "../print.ts";

/** Adds to what an organization can spend. */
export const creditsGrant: Command = defineCommand({
  name: "credits grant",
  argument: { name: "N", help: "How many; 1 credit is 1 000 characters that a loop reads once" },
  help: "Give an organization credits for loops",
  flags: { ...organizationFlag, ...jsonFlag, ...dataFlag },
  options: (input) => ({
    where: whereOf(input),
    organization: input.required("organization"),
    amount: creditsOfText(input.argument),
    asJson: input.isSet("json"),
  }),
  run: async ({ where, organization, amount, asJson }) => {
    const granted = await withDatabase(
      where,
      async (database) =>
        await asOwner(database, async (tx) => {
          const { id, name } = await findOrganization(tx, organization);
          await grantCredits(tx, id, amount);
          return { id, name, granted: amount, ...(await creditsOf(tx, id)) };
        }),
    );
    printResult(asJson, granted, `${granted.name} has ${granted.balance} credits`);
  },
});
