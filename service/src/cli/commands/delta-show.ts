// The command `delta show`.

import { commandOnId } from "../command-on-id.ts";
import type { Command } from "../define.ts";
import { counted } from "../print.ts";

/** Shows the changes of a delta. */
export const deltaShow: Command = commandOnId({
  thing: "delta",
  verb: "show",
  help: "Show the changes of a delta, with their evidence",
  details: `+ creates, ~ updates, → connects. A line has the quote, its document and position, what no quote of the change
contains, the confidence, and the ID of the change, which \`delta apply --exclude\` accepts.`,
  isolation: "repeatable read",
  work: () => async (tx, tenant, id) => {
    const { toChanges, readChanges, readReferences, toDelta, deltaWith } = await import(
      "../../deltas/read.ts"
    );
    const { changeLine, namesInChanges } = await import("../change-words.ts");
    const row = await deltaWith(tx, tenant, id);
    const changes = await readChanges(tx, tenant, id);
    const names = await namesInChanges(tx, tenant, changes);
    const references = await readReferences(tx, tenant, changes);
    const shown = await toChanges(changes, row, references);
    const title = `delta ${id}, ${row.status}: ${counted(changes.length, "change")}`;
    return {
      value: { ...toDelta(row), changes: shown },
      text: [title, ...changes.map((change, at) => changeLine(change, names, shown[at]))].join("\n"),
    };
  },
});
