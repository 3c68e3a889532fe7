// The command `key revoke`.

import { systemTransaction, type Transaction } from "../../database/transaction.ts";
import { revokeKey } from "../../organizations/key.ts";
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
  details: "The loops that it has started are canceled; what they have staged stays in their deltas.",
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
      const { organization_id: organizationId, ...key } = await revokeKey(tx, id, keepsLoops);
      const canceled = keepsLoops ? [] : await cancelLoopsOf(tx, { organizationId, keyId: key.id });
      return { key, canceled };
    };
    const { key, canceled } = await withDatabase(
      where,
      async (database) => await systemTransaction(database, revoke),
    );
    if (canceled.length === 0) printResult(asJson, key, `revoked ${key.id}`);
    else
      printResult(
        asJson,
        { ...key, canceled },
        `revoked ${key.id}; loops that it had started, and that are canceled:\n${canceled.join("\n")}`,
      );
  },
});

/** The message does not repeat the key, which would end up in a log. */
function idOf(text: string): string {
  if (isUuid(text)) return text;
  throw new UsageError("`key revoke` needs the ID of a key, as `key list` shows it; this is not an ID");
}
