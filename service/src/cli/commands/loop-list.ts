// The command `loop list`.

import { readNewest } from "../../database/newest.ts";
import { systemTransaction, transaction } from "../../database/transaction.ts";
import type { ShownLoop } from "../../loops/rows.ts";
import { operatorTenant } from "../../organizations/projects.ts";
import { dataFlag, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand } from "../define.ts";
import { lookUpProject, projectFlags, projectNameOf } from "../flags.ts";
import { loopText } from "../loop-words.ts";
import { jsonFlag, printResult, shortened } from "../print.ts";

const most = 20;

/** Lists the loops of a project. */
export const loopList: Command = defineCommand({
  name: "loop list",
  help: `List the newest ${most} loops of a project, and their deltas`,
  flags: { ...projectFlags, ...jsonFlag, ...dataFlag },
  options: (input) => ({
    where: whereOf(input),
    project: projectNameOf(input),
    asJson: input.isSet("json"),
  }),
  run: async ({ where, project: name, asJson }) => {
    const { toLoop, selectShownLoops } = await import("../../loops/rows.ts");
    const { items } = await withDatabase(where, async (database) => {
      const tenant = operatorTenant(
        await systemTransaction(database, async (tx) => await lookUpProject(tx, name)),
      );
      const query = selectShownLoops(tenant);
      return await transaction(
        database,
        tenant,
        async (tx) => await readNewest(tx, [query], { limit: most }),
      );
    });
    printResult(
      asJson,
      { loops: items.map(toLoop) },
      items.length === 0 ? "no loops" : items.map(lineOf).join("\n"),
    );
  },
});

function lineOf(row: ShownLoop): string {
  const { id, status, delta_id, goal } = row;
  return [id, status.padEnd(9), loopText(row), `delta ${delta_id}`, shortened(goal, 80)].join("  ");
}
