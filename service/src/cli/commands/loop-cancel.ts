// The command `loop cancel`.

import { asOwner, type Transaction, transaction } from "../../database/transaction.ts";
import { operatorTenant } from "../../organizations/projects.ts";
import { idArgument, idOf, tenantOf } from "../command-on-id.ts";
import { dataFlag, type Where, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand, type Input } from "../define.ts";
import { UsageError } from "../failure.ts";
import { lookUpProject, type ProjectName } from "../flags.ts";
import { loopWords } from "../loop-words.ts";
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
  options: (input) => ({ where: whereOf(input), which: whichOf(input), asJson: input.isSet("json") }),
  run: async ({ where, which, asJson }) => {
    const { value, words } = "id" in which ? await cancelOne(where, which.id) : await cancelAll(where, which);
    printResult(asJson, value, words);
  },
});

function whichOf({ argument, isSet, text }: Input<"all" | "project" | "organization">) {
  const project = text("project");
  if (isSet("all") !== (project !== undefined) || isSet("all") === (argument !== ""))
    throw new UsageError("`loop cancel` needs the ID of a loop, or --project P --all");
  return project === undefined
    ? { id: idOf("loop", argument) }
    : { project, organization: text("organization") };
}

async function cancelOne(where: Where, id: string) {
  const { cancelLoop } = await import("../../loops/finish.ts");
  const { loopOf } = await import("../../loops/rows.ts");
  const row = await withDatabase(where, async (database) => {
    const tenant = await tenantOf(database, "loop", id);
    return await transaction(database, tenant, async (tx) => await cancelLoop(tx, tenant.projectId, id));
  });
  return { value: loopOf(row), words: `canceled ${id}: ${loopWords(row)}; delta ${row.delta_id}` };
}

async function cancelAll(where: Where, name: ProjectName) {
  const { cancelLoopsOf } = await import("../../loops/finish.ts");
  const canceled = await withDatabase(where, async (database) => {
    const project = await asOwner(database, async (tx) => await lookUpProject(tx, name));
    const cancel = async (tx: Transaction) => await cancelLoopsOf(tx, { projectId: project.id });
    return await transaction(database, operatorTenant(project), cancel);
  });
  return { value: { canceled }, words: [`canceled ${canceled.length} loops`, ...canceled].join("\n") };
}
