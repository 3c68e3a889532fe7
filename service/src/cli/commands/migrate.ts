// The command `migrate`: brings the tables up to date, and distributes them if that is asked.

import { distributeDatabase } from "../../database/distribute.ts";
import { dataFlag, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand } from "../define.ts";
import { jsonFlag, printResult } from "../print.ts";

/** Applies the migrations that are missing; `serve` does so too when it starts. */
export const migrate: Command = defineCommand({
  name: "migrate",
  help: "Bring the tables of the database up to date",
  details:
    "All or nothing, each migration once, and never backwards. Every other command except `doctor` does this, too. With --distribute it also spreads the tables over the nodes of Citus, by organization: stop all servers and workers before, as rows are copied. Later migrations do this by themselves.",
  flags: {
    distribute: { type: "boolean", help: "Distribute the tables by organization; needs the extension citus" },
    ...jsonFlag,
    ...dataFlag,
  },
  options: (input) => ({
    where: whereOf(input),
    isDistributing: input.isSet("distribute"),
    asJson: input.isSet("json"),
  }),
  run: async ({ where, isDistributing, asJson }) => {
    const done = await withDatabase(where, async ({ migrated, system }) => ({
      applied: migrated.applied,
      ...(isDistributing && { distributed: await distributeDatabase(system, migrated.roles) }),
    }));
    const said = Object.entries(done).flatMap(([verb, names]) =>
      names.length === 0 ? [] : [`${verb} ${names.join(", ")}`],
    );
    printResult(asJson, done, said.length === 0 ? "nothing to do" : said.join("; "));
  },
});
