// The command `export`.

import { resolve } from "node:path";
import { systemTransaction, type Transaction } from "../../database/transaction.ts";
import { exportProject } from "../../files/export.ts";
import { exportedTables, tablesOfSubject } from "../../files/export-tables.ts";
import { countAgentMemories } from "../../memories/count.ts";
import { operatorTenant } from "../../organizations/projects.ts";
import { dataFlag, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand } from "../define.ts";
import { lookUpProject, projectFlags, projectNameOf } from "../flags.ts";
import { jsonFlag, printResult } from "../print.ts";

/** Exports a project. */
export const exportCommand: Command = defineCommand({
  name: "export",
  argument: { name: "DIR", help: "a folder that is empty or does not exist yet" },
  help: "Write a project into files that the import commands take",
  details: `It writes shapes, sources, documents, entities, relationships, slices, memories and their earlier
versions, each as NAME.ndjson, as they are at one instant; import them in this order. Memories of the scope agent are left out: only the key that wrote one may recall it.`,
  flags: {
    ...projectFlags,
    subject: { type: "string", value: "ID", help: "Only the memories about this end user" },
    ...jsonFlag,
    ...dataFlag,
  },
  options: (input) => ({
    where: whereOf(input),
    project: projectNameOf(input),
    folder: resolve(input.argument),
    subject: input.text("subject"),
    asJson: input.isSet("json"),
  }),
  run: async ({ where, project: name, folder, subject, asJson }) => {
    const exported = await withDatabase(where, async (database) => {
      const asked = async <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
        await systemTransaction(database, work);
      const project = await asked(async (tx) => await lookUpProject(tx, name));
      const tenant = operatorTenant(project);
      const tables = subject === undefined ? exportedTables : tablesOfSubject(subject);
      const counts = await exportProject(database, tenant, folder, tables);
      const left = await asked(async (tx) => await countAgentMemories(tx, tenant, subject));
      return { ...counts, left_out: { agent_memories: left } };
    });
    printResult(asJson, exported, exportedText(exported, folder));
  },
});

function exportedText(
  { left_out, ...counts }: { readonly left_out: { readonly agent_memories: number } },
  folder: string,
): string {
  const parts = Object.entries(counts).map(
    ([what, count]) => `${String(count)} ${what.replaceAll("_", " ")}`,
  );
  const left =
    left_out.agent_memories === 0 ? "" : `; left out ${left_out.agent_memories} memories of single keys`;
  return `${folder}: ${parts.join(", ")}${left}`;
}
