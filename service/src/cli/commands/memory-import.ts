// The command `memory import`.

import { asOwner } from "../../database/transaction.ts";
import { requireKey } from "../../organizations/key.ts";
import type { Command } from "../define.ts";
import { importCommand } from "../import-command.ts";

/** Imports memories of the project and of the commons. */
export const memoryImport: Command = importCommand({
  what: "memory",
  plural: "memories",
  details: `A line is {"content", "kind", "scope", "id"?, "subject"?, "source_context"?, "forget_after"?, "forget_reason"?, "shape_id"?,
"created_at"?}; scope is project or commons. One whose ID already exists in the project is replaced.`,
  flags: {
    key: {
      type: "string",
      value: "ID",
      required: true,
      help: "The ID of the key that counts as their writer",
    },
  },
  prepare: async ({ required }) => {
    const { memoryImport: kindFor } = await import("../../memories/import.ts");
    const key = required("key");
    // Keys belong to no project, and are not visible from within one.
    return async (_tx, { organizationId }, database) => ({
      kind: kindFor(await asOwner(database, async (tx) => await requireKey(tx, organizationId, key))),
    });
  },
});
