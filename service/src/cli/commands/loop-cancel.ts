// The command `loop cancel`.

import type { Command } from "../define.ts";
import { loopWords } from "../loop-words.ts";
import { scopedCommand } from "../scoped.ts";

/** Cancels a loop. */
export const loopCancel: Command = scopedCommand({
  thing: "loop",
  verb: "cancel",
  help: "Cancel a loop at once; what it has staged stays in its delta",
  work: () => async (tx, scope, id) => {
    const { cancelLoop } = await import("../../loops/finish.ts");
    const { loopOf } = await import("../../loops/rows.ts");
    const row = await cancelLoop(tx, scope.projectId, id);
    return { value: loopOf(row), words: `canceled ${id}: ${loopWords(row)}; delta ${row.delta_id}` };
  },
});
