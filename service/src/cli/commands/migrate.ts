// The command `migrate`: brings the tables up to date, and distributes them if that is asked.

import { distributeDatabase } from "../../database/distribute.ts";
import type { OpenDatabase } from "../../database/open.ts";
import { dataFlag, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand } from "../define.ts";
import { jsonFlag, printResult } from "../print.ts";
import { inWords, waitFlag, waitOf } from "../wait.ts";

/** Applies the migrations that are missing; `serve` does so too when it starts. */
export const migrate: Command = defineCommand({
  name: "migrate",
  help: "Bring the tables of the database up to date",
  details:
    "All or nothing, each migration once, and never backwards. Every other command except `doctor` does this, too. With --distribute it also spreads the tables over the nodes of Citus, by organization: stop all servers and workers before, as rows are copied.",
  flags: {
    distribute: { type: "boolean", help: "Distribute the tables by organization; needs the extension citus" },
    ...jsonFlag,
    ...dataFlag,
    ...waitFlag,
  },
  options: (input) => ({
    where: whereOf(input),
    waitSeconds: waitOf(input),
    isDistributing: input.isSet("distribute"),
    asJson: input.isSet("json"),
  }),
  run: async ({ where, waitSeconds, isDistributing, asJson }) => {
    const work = async ({ migrated, system }: OpenDatabase) => ({
      applied: migrated.applied,
      ...(isDistributing && { distributed: await distributeDatabase(system, migrated.roles) }),
    });
    const done = await withDatabase(where, work, inWords(waitSeconds));
    const said = Object.entries(done).flatMap(([verb, names]) =>
      names.length === 0 ? [] : [`${verb} ${names.join(", ")}`],
    );
    printResult(asJson, done, said.length === 0 ? "nothing to do" : said.join("; "));
  },
});
