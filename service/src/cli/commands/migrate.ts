// The command `migrate`: brings the tables up to date.

import { dataFlag, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand } from "../define.ts";
import { jsonFlag, printResult } from "../print.ts";
import { inWords, waitFlag, waitOf } from "../wait.ts";

/** Applies the migrations that are missing; `serve` does so too when it starts. */
export const migrate: Command = defineCommand({
  name: "migrate",
  help: "Bring the tables of the database up to date",
  details:
    "All or nothing, each migration once, and never backwards. Every other command except `doctor` does this, too.",
  flags: { ...jsonFlag, ...dataFlag, ...waitFlag },
  options: (input) => ({ where: whereOf(input), waitSeconds: waitOf(input), asJson: input.isSet("json") }),
  run: async ({ where, waitSeconds, asJson }) => {
    const { applied } = await withDatabase(
      where,
      async ({ migrated }) => await Promise.resolve(migrated),
      inWords(waitSeconds),
    );
    printResult(
      asJson,
      { applied },
      applied.length === 0 ? "nothing to do" : `applied ${applied.join(", ")}`,
    );
  },
});
