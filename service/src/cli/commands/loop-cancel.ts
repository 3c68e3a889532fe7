// The command `loop cancel`.

import { systemTransaction, transaction } from "../../database/transaction.ts";
import { operatorTenant } from "../../organizations/projects.ts";
import { findTenant, idArgument, parseId } from "../command-on-id.ts";
import { dataFlag, type Where, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand, type Input } from "../define.ts";
import { UsageError } from "../failure.ts";
import { lookUpProject, type ProjectName } from "../flags.ts";
import { loopText } from "../loop-words.ts";
import { jsonFlag, printResult } from "../print.ts";

/** Cancels a loop, or all of a project. */
export const loopCancel: Command = defineCommand({
  name: "loop cancel",
  argument: { ...idArgument("loop"), isOptional: true },
  help: "Cancel a loop at once, or all of a project; what they have staged stays in their deltas",
  flags: {
    all: { type: "boolean", help: "Cancel all loops of the project that wait or run" },
    project: { type: "string", value: "P", help: "With --all: the project, by name or ID" },
    organization: {
      type: "string",
      value: "O",
      help: "Its organization, if several have a project of that name",
    },
    ...jsonFlag,
    ...dataFlag,
  },
  options: (input) => ({ where: whereOf(input), which: parseTarget(input), asJson: input.isSet("json") }),
  run: async ({ where, which, asJson }) => {
    const { value, text } = "id" in which ? await cancelOne(where, which.id) : await cancelAll(where, which);
    printResult(asJson, value, text);
  },
});

function parseTarget({ argument, isSet, text }: Input<"all" | "project" | "organization">) {
  const project = text("project");
  if (isSet("all") !== (project !== undefined) || isSet("all") === (argument !== ""))
    throw new UsageError("`loop cancel` needs the ID of a loop, or --project P --all");
  return project === undefined
    ? { id: parseId("loop", argument) }
    : { project, organization: text("organization") };
}

async function cancelOne(where: Where, id: string) {
  const { cancelLoop } = await import("../../loops/finish.ts");
  const { toLoop } = await import("../../loops/rows.ts");
  const row = await withDatabase(where, async (database) => {
    const tenant = await findTenant(database, "loop", id);
    return await transaction(database, tenant, async (tx) => await cancelLoop(tx, tenant, id));
  });
  return { value: toLoop(row), text: `canceled ${id}: ${loopText(row)}; delta ${row.delta_id}` };
}

async function cancelAll(where: Where, name: ProjectName) {
  const { cancelLoopsOf } = await import("../../loops/finish.ts");
  const canceled = await withDatabase(where, async (database) => {
    const project = await systemTransaction(database, async (tx) => await lookUpProject(tx, name));
    const tenant = operatorTenant(project);
    return await transaction(database, tenant, async (tx) => await cancelLoopsOf(tx, { project: tenant }));
  });
  return { value: { canceled }, text: [`canceled ${canceled.length} loops`, ...canceled].join("\n") };
}
