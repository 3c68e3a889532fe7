// The command `serve`: its flags.

import { dataFlag, whereOf } from "../database.ts";
import { type Command, defineCommand, type Input } from "../define.ts";
import { UsageError } from "../failure.ts";
import { defaults, logFlag, logLevelOf } from "../flags.ts";
import type { ServeOptions } from "../serve.ts";
import { waitFlag, waitOf } from "../wait.ts";

/** The flags of a server. */
export const serveFlags = {
  port: {
    type: "string",
    value: "N",
    help: `Listen on this port; 0 picks a free one (default: ${String(defaults.port)})`,
  },
  host: { type: "string", value: "HOST", help: `Listen on this address (default: ${defaults.host})` },
  ...dataFlag,
  ...waitFlag,
  "no-worker": { type: "boolean", help: "Run no loops in this process; leave them to `worker` processes" },
  ...logFlag,
} as const;

/** Reads the flags of a server. */
export function serveOptions(input: Input<keyof typeof serveFlags>): ServeOptions {
  const { text, isSet, settings } = input;
  return {
    where: whereOf(input),
    waitSeconds: waitOf(input),
    host: parseHost(text("host")),
    port: parsePort(text("port")),
    logLevel: logLevelOf(text("log-level")),
    hasWorker: !isSet("no-worker"),
    ...settings,
  };
}

/** Serves HTTP until a signal comes. */
export const serve: Command = defineCommand({
  name: "serve",
  help: "Serve HTTP",
  details: `When it is ready it prints one line of JSON, {"url": "http://…"}, to standard output. Logs are lines of JSON on
standard error. SIGTERM and Ctrl-C finish the requests in flight; a second signal does not.`,
  flags: serveFlags,
  options: (input) => serveOptions(input),
  run: async (options) => {
    // The other commands start without loading a server.
    const { serve: start } = await import("../serve.ts");
    const url = await start(options);
    process.stdout.write(`${JSON.stringify({ url })}\n`);
  },
});

function parseHost(text: string = defaults.host): string {
  if (text === "") throw new UsageError("--host is empty; write an address such as 127.0.0.1 or 0.0.0.0");
  return text;
}

function parsePort(text: string = String(defaults.port)): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535))
    throw new UsageError(`--port must be a number from 0 to 65535 (0 picks a free one), not \`${text}\``);
  return port;
}
