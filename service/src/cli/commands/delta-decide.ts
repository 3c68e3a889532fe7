// The command `delta decide`.

import { decisions } from "../../database/tables.ts";
import { isUuid } from "../../values/uuid.ts";
import { commandOnId } from "../command-on-id.ts";
import type { Command } from "../define.ts";
import { UsageError } from "../failure.ts";
import { counted } from "../print.ts";

/** Decides about changes of a delta. */
export const deltaDecide: Command = commandOnId({
  thing: "delta",
  verb: "decide",
  help: "Accept or reject changes of an open delta; rejected ones are not applied",
  flags: {
    change: { type: "string", value: "ID", help: "The changes, by their IDs, separated by commas" },
    decision: { type: "string", value: "WORD", help: `One of ${decisions.join(", ")}` },
    note: { type: "string", value: "TEXT", help: "What to note about them" },
  },
  work: ({ text }) => {
    const ids = (text("change") ?? "").split(",").map((each) => each.trim());
    const decision = decisions.find((each) => each === text("decision"));
    if (!ids.every((id) => isUuid(id)))
      throw new UsageError("--change must be IDs of changes, separated by commas");
    if (decision === undefined) throw new UsageError(`--decision must be one of ${decisions.join(", ")}`);
    const note = text("note");
    return async (tx, tenant, id) => {
      const { decide } = await import("../../deltas/decide.ts");
      for (const changeId of ids)
        await decide(tx, tenant, [id, changeId], { decision, ...(note !== undefined && { note }) });
      return { value: { id, decision, changes: ids }, text: `${decision}: ${counted(ids.length, "change")}` };
    };
  },
});
