// The command `key revoke`.

import { asOwner } from "../../database/transaction.ts";
import { revokeKey } from "../../keys/key.ts";
import { isUuid } from "../../values/uuid.ts";
import { dataFlag, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand } from "../define.ts";
import { jsonFlag, printResult } from "../print.ts";
import { UsageError } from "../usage-error.ts";

/** Revokes a key. */
export const keyRevoke: Command = defineCommand({
  name: "key revoke",
  argument: { name: "ID", help: "the ID of a key, as `key list` shows it" },
  help: "Revoke a key permanently; every server refuses it within a second",
  flags: { ...jsonFlag, ...dataFlag },
  options: (input) => ({ where: whereOf(input), id: idOf(input.argument), asJson: input.isSet("json") }),
  run: async ({ where, id, asJson }) => {
    const revoked = await withDatabase(
      where,
      async (database) => await asOwner(database, async (tx) => await revokeKey(tx, id)),
    );
    printResult(asJson, revoked, `revoked ${revoked.id}`);
  },
});

/** The key itself is not repeated: it would end up in a log. */
function idOf(text: string): string {
  if (isUuid(text)) return text;
  throw new UsageError("`key revoke` needs the ID of a key, as `key list` shows it; this is not an ID");
}
