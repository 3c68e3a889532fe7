// The command `key revoke`.

import { systemTransaction, type Transaction } from "../../database/transaction.ts";
import { findKey, revokeKeys } from "../../organizations/key.ts";
import { isUuid } from "../../values/uuid.ts";
import { dataFlag, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand } from "../define.ts";
import { UsageError } from "../failure.ts";
import { jsonFlag, printResult } from "../print.ts";

/** Revokes a key, and cancels its loops. */
export const keyRevoke: Command = defineCommand({
  name: "key revoke",
  argument: { name: "ID", help: "the ID of a key, as `key list` shows it" },
  help: "Revoke a key permanently; every server refuses it within a second",
  details:
    "The keys that it has made are revoked with it, and their loops are canceled; what these have staged stays in their deltas.",
  flags: {
    "keep-loops": {
      type: "boolean",
      help: "Let its loops run to their end: for a key that is only replaced",
    },
    ...jsonFlag,
    ...dataFlag,
  },
  options: (input) => ({
    where: whereOf(input),
    id: idOf(input.argument),
    keepsLoops: input.isSet("keep-loops"),
    asJson: input.isSet("json"),
  }),
  run: async ({ where, id, keepsLoops, asJson }) => {
    const { cancelLoopsOf } = await import("../../loops/finish.ts");
    const revoke = async (tx: Transaction) => {
      const { organization_id: organizationId, ...key } = await findKey(tx, id);
      const keyIds = await revokeKeys(tx, organizationId, id, keepsLoops);
      const canceled = keepsLoops ? [] : await cancelLoopsOf(tx, { organizationId, keyIds });
      return { key, below: keyIds.filter((each) => each !== id), canceled };
    };
    const { key, below, canceled } = await withDatabase(
      where,
      async (database) => await systemTransaction(database, revoke),
    );
    const lists = [
      ...(below.length === 0 ? [] : ["keys that it had made, and that are revoked:", ...below]),
      ...(canceled.length === 0 ? [] : ["loops that they had started, and that are canceled:", ...canceled]),
    ];
    const shown = {
      ...key,
      ...(below.length > 0 && { revoked: below }),
      ...(canceled.length > 0 && { canceled }),
    };
    printResult(asJson, shown, [`revoked ${key.id}`, ...lists].join("\n"));
  },
});

/** The message does not repeat the key, which would end up in a log. */
function idOf(text: string): string {
  if (isUuid(text)) return text;
  throw new UsageError("`key revoke` needs the ID of a key, as `key list` shows it; this is not an ID");
}
