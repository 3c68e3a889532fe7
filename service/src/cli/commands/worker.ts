// The command `worker`: its flags.

import { dataFlag, whereOf } from "../database.ts";
import { type Command, defineCommand } from "../define.ts";
import { defaults, logFlag, logLevelOf } from "../flags.ts";
import { waitFlag, waitOf } from "../wait.ts";

/** Runs loops until a signal comes. */
export const worker: Command = defineCommand({
  name: "worker",
  help: "Run loops, and serve no requests",
  details: `Start as many as you like, on any machines, on one PostgreSQL. When it is ready it prints {"worker": ID}. SIGTERM and Ctrl-C
finish the iterations in progress, and hand the loops to other workers.`,
  flags: {
    ...dataFlag,
    ...waitFlag,
    host: {
      type: "string",
      value: "HOST",
      help: `Serve the metrics of METRICS_PORT at this address (default: ${defaults.host})`,
    },
    ...logFlag,
  },
  options: (input) => ({
    where: whereOf(input),
    waitSeconds: waitOf(input),
    logLevel: logLevelOf(input.text("log-level")),
    host: input.text("host") ?? defaults.host,
    ...input.settings,
  }),
  run: async (options) => {
    const { runWorker } = await import("../work.ts");
    const { id } = await runWorker(options);
    process.stdout.write(`${JSON.stringify({ worker: id })}\n`);
  },
});
