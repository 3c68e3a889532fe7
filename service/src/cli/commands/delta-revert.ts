// The command `delta revert`.

import { commandOnId } from "../command-on-id.ts";
import { conflictsOf } from "../conflicts.ts";
import type { Command } from "../define.ts";
import { foundText } from "../loop-words.ts";
import { counted } from "../print.ts";

/** Reverts an applied delta. */
export const deltaRevert: Command = commandOnId({
  thing: "delta",
  verb: "revert",
  help: "Take back all that an applied delta changed, or nothing",
  details: "If something of it was changed since, nothing is taken back, and what was changed is listed.",
  work:
    ({ isSet }) =>
    async (tx, tenant, id) => {
      const { revertDelta } = await import("../../deltas/revert.ts");
      const value = await revertDelta(tx, tenant, id).catch((error: unknown) => {
        throw conflictsOf(error, isSet("json"), "nothing was taken back", "undo these changes by hand");
      });
      const { entities, relationships, memories } = value.reverted;
      const rest = memories === 0 ? "" : `, ${counted(memories, "memory", "memories")}`;
      return { value, text: `reverted ${foundText(entities, relationships)}${rest}` };
    },
});
