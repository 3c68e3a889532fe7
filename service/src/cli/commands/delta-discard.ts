// The command `delta discard`.

import { commandOnId } from "../command-on-id.ts";
import type { Command } from "../define.ts";

/** Discards a delta. */
export const deltaDiscard: Command = commandOnId({
  thing: "delta",
  verb: "discard",
  help: "Discard a delta permanently: none of its changes will be applied",
  work: () => async (tx, tenant, id) => {
    const { discardDelta } = await import("../../deltas/apply.ts");
    const { toDelta } = await import("../../deltas/read.ts");
    return { value: toDelta(await discardDelta(tx, tenant, id)), text: `discarded ${id}` };
  },
});
