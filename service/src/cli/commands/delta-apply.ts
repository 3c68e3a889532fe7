// The command `delta apply`.

import { Problem } from "../../values/problem.ts";
import { Refusal } from "../../values/refusal.ts";
import { isUuid } from "../../values/uuid.ts";
import { commandOnId } from "../command-on-id.ts";
import { conflictsOf } from "../conflicts.ts";
import type { Command } from "../define.ts";
import { UsageError } from "../failure.ts";
import { foundText } from "../loop-words.ts";
import { counted } from "../print.ts";

/** Applies a delta. */
export const deltaApply: Command = commandOnId({
  thing: "delta",
  verb: "apply",
  help: "Apply the staged changes of a delta, except excluded and rejected ones, all or nothing",
  details:
    "Applying it again gives the same result. If changes conflict with the current data, nothing is applied, and they are listed. With --only the delta stays open.",
  flags: {
    only: {
      type: "string",
      value: "ID",
      help: "Apply these changes alone, by their IDs, separated by commas",
    },
    exclude: { type: "string", value: "ID", help: "Changes to leave out, by their IDs, separated by commas" },
  },
  work: ({ text, isSet }) => {
    const given = text("only");
    const selection = {
      exclude: idsOf("--exclude", text("exclude")),
      ...(given !== undefined && { only: idsOf("--only", given) }),
    };
    return async (tx, tenant, id) => {
      const { applyDelta } = await import("../../deltas/apply.ts");
      const value = await applyDelta(tx, tenant, id, selection).catch((error: unknown) => {
        throw explained(error, selection, isSet("json"));
      });
      const { entities, relationships, memories } = value.applied;
      const rest = memories === 0 ? "" : `, ${counted(memories, "memory", "memories")}`;
      const left = counted(value.excluded, "change");
      const open = value.status === "open" ? "; the delta stays open" : "";
      return { value, text: `applied ${foundText(entities, relationships)}${rest}; left out ${left}${open}` };
    };
  },
});

function idsOf(flag: string, text: string | undefined): readonly string[] {
  const ids = text?.split(",").map((each) => each.trim()) ?? [];
  for (const each of ids)
    if (!isUuid(each))
      throw new UsageError(`${flag} must be IDs of changes, separated by commas; \`${each}\` is not one`);
  return ids;
}

interface Selected {
  readonly only?: readonly string[];
  readonly exclude: readonly string[];
}

/** Turns an error into a reason why nothing was applied. */
function explained(error: unknown, selection: Selected, asJson: boolean): unknown {
  if (!(error instanceof Problem)) return error;
  const { errors = [] } = error.options;
  if (error.code === "invalid_request") {
    const ids = errors.map(({ pointer }) => {
      const [, list, at] = pointer.split("/");
      return (list === "only" ? selection.only : selection.exclude)?.[Number(at)];
    });
    return new Refusal(`nothing was applied: the delta has no change ${ids.join(", ")}`);
  }
  return conflictsOf(
    error,
    asJson,
    "nothing was applied",
    "leave these changes out with --exclude, or discard the delta",
  );
}
