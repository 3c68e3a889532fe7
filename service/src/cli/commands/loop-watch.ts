// The command `loop watch`.

import { findTenant, idArgument, parseId } from "../command-on-id.ts";
import { dataFlag, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand } from "../define.ts";
import { numberAfter } from "../flags.ts";

/** Shows the events of a loop as they happen. */
export const loopWatch: Command = defineCommand({
  name: "loop watch",
  argument: idArgument("loop"),
  help: "Show the progress of a loop until it ends",
  details: `On a terminal one line is redrawn, otherwise each event is a line. Ctrl-C stops watching, not the loop, and exits with 130. It exits
with 0 for a loop that completed, and with 1 for one that failed or was canceled.`,
  flags: {
    after: { type: "string", value: "N", help: "Skip the events up to this number" },
    json: { type: "boolean", help: "Print each event as one line of JSON" },
    ...dataFlag,
  },
  options: (input) => ({
    where: whereOf(input),
    id: parseId("loop", input.argument),
    after: numberAfter("after", input.text("after"), { least: 0, most: 2 ** 31 - 1 }) ?? 0,
    asJson: input.isSet("json"),
  }),
  run: async ({ where, id, after, asJson }) => {
    const { watchLoop } = await import("../watch.ts");
    return await withDatabase(
      where,
      async (database) =>
        await watchLoop(database, await findTenant(database, "loop", id), id, { after, asJson }),
    );
  },
});
