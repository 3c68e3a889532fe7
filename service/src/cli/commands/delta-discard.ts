// The command `delta discard`.

import type { Command } from "../define.ts";
import { scopedCommand } from "../scoped.ts";

/** Discards a delta. */
export const deltaDiscard: Command = scopedCommand({
  thing: "delta",
  verb: "discard",
  help: "Discard a delta permanently: none of its changes will be applied",
  work: () => async (tx, scope, id) => {
    const { discardDelta } = await import("../../deltas/apply.ts");
    const { deltaOf } = await import("../../deltas/read.ts");
    return { value: deltaOf(await discardDelta(tx, scope, id)), words: `discarded ${id}` };
  },
});
