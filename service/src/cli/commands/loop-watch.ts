// The command `loop watch`.

import { dataFlag, whereOf, withDatabase } from "../database.ts";
import { type Command, defineCommand } from "../define.ts";
import { numberAfter } from "../number-flag.ts";
import { idArgument, idOf, scopeWith } from "../scoped.ts";

/** Shows what happens to a loop. */
export const loopWatch: Command = defineCommand({
  name: "loop watch",
  argument: idArgument("loop"),
  help: "Show how far a loop is, until it ends",
  details: `On a terminal one line is redrawn, elsewhere each event is a line. Ctrl-C ends the watching and not the loop, with 130. It ends
with 0 for a loop that was completed, and with 1 for one that failed or was canceled.`,
  flags: {
    after: { type: "string", value: "N", help: "Leave out the events up to this number" },
    json: { type: "boolean", help: "Print each event as one line of JSON" },
    ...dataFlag,
  },
  options: (input) => ({
    where: whereOf(input),
    id: idOf("loop", input.argument),
    after: numberAfter("after", input.text("after"), { least: 0, most: 2 ** 31 - 1 }) ?? 0,
    asJson: input.isSet("json"),
  }),
  run: async ({ where, id, after, asJson }) => {
    const { watchLoop } = await import("../watch.ts");
    return await withDatabase(
      where,
      async (database) =>
        await watchLoop(database, await scopeWith(database, "loop", id), id, { after, asJson }),
    );
  },
});
