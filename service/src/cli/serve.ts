// The command `serve`: from start to a clean stop.

import closeWithGrace from "close-with-grace";
import { closeWithin } from "../http/close.ts";
import { health } from "../http/health.ts";
import { createServer, type Server } from "../http/server.ts";
import type { ServeOptions } from "./command.ts";
import { listen } from "./listen.ts";

/** A process that crashes must not try to run JavaScript first. */
const crashes = ["SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV"] as const;

/** Starts the server and says where it is. A signal ends the process. */
export async function serve({ host, port, logLevel, shutdownGraceMs }: ServeOptions): Promise<void> {
  surviveClosedPipes();
  const server = await createServer({ logLevel, log: process.stderr, routes: health });
  const url = await listen(server, host, port);
  endOnSignals(server, shutdownGraceMs);
  process.stdout.write(`${JSON.stringify({ url })}\n`);
}

/** Whoever reads our output may go away; answering requests matters more than writing logs. */
function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

function endOnSignals(server: Server, graceMs: number): void {
  // Closing resets what is left after the grace; only if that hangs is the process ended from outside.
  const delay = graceMs + 2000;
  closeWithGrace({ delay, logger: server.log, skip: [...crashes] }, async ({ signal, err }) => {
    if (err !== undefined) server.log.fatal({ err }, "uncaught error");
    server.log.info({ signal }, "draining");
    await closeWithin(server, graceMs);
    server.log.info("stopped");
  });
}
