// The command `delta show`.

import type { Command } from "../define.ts";
import { counted } from "../plain.ts";
import { scopedCommand } from "../scoped.ts";

/** Shows what is in a delta. */
export const deltaShow: Command = scopedCommand({
  thing: "delta",
  verb: "show",
  help: "Show the changes of a delta, with their evidence",
  details: `+ creates, ~ updates, → connects. A line has the quote, its document and position, what no quote of the change
contains, the confidence, and the ID of the change, which \`delta apply --exclude\` accepts.`,
  isolation: "repeatable read",
  work: () => async (tx, scope, id) => {
    const { changeOf, changesOf, deltaOf, deltaWith } = await import("../../deltas/read.ts");
    const { changeLine, namesInChanges } = await import("../change-words.ts");
    const row = await deltaWith(tx, scope, id);
    const changes = await changesOf(tx, scope, id);
    const names = await namesInChanges(tx, scope, changes);
    const { endNamesOf } = await import("../../deltas/unsupported.ts");
    const ends = await endNamesOf(tx, scope, changes);
    const shown = changes.map((change) => changeOf(change, ends));
    const title = `delta ${id}, ${row.status}: ${counted(changes.length, "change")}`;
    return {
      value: { ...deltaOf(row), changes: shown },
      words: [title, ...changes.map((change, at) => changeLine(change, names, shown[at]?.unsupported))].join(
        "\n",
      ),
    };
  },
});
