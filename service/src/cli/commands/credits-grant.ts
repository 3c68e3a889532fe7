// The command `credits grant`.

import { grantCredits, readCredits } from "../../credits/ledger.ts";
import { systemTransaction } from "../../database/transaction.ts";
import { findOrganization } from "../../organizations/organizations.ts";
import { creditsOfText } from "../credits-text.ts";
import { dataFlag, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand } from "../define.ts";
import { organizationFlag } from "../flags.ts";
import { jsonFlag, printResult } from "../print.ts";

/** Grants credits to an organization. */
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
        await systemTransaction(database, async (tx) => {
          const { id, name } = await findOrganization(tx, organization);
          await grantCredits(tx, id, amount);
          return { id, name, granted: amount, ...(await readCredits(tx, id)) };
        }),
    );
    printResult(asJson, granted, `${granted.name} has ${granted.balance} credits`);
  },
});
