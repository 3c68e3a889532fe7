// Runs the server, from opening the database to a clean stop.

import closeWithGrace from "close-with-grace";
import type { OpenDatabase } from "../database/open.ts";
import { closeWithin } from "../http/close.ts";
import type { LogLevel } from "../http/log.ts";
import { createServer, type Server } from "../http/server.ts";
import { sweepRegularly } from "../operations/sweep.ts";
import { serviceRoutes } from "../service.ts";
import { connect, open, type Running, type Where } from "./database.ts";
import { listen } from "./listen.ts";
import { createLog } from "./log.ts";
import { startLoopWorker } from "./loop-worker.ts";
import { type OpenMeaning, openMeaning } from "./meaning.ts";
import { releaseMemory } from "./release-memory.ts";
import { loopSettingsOf, poolOptionsOf, type Settings } from "./settings.ts";
import { inLog } from "./wait.ts";
import { countdown, type Watching, watching } from "./watching.ts";
import { sendWebhooks } from "./webhooks.ts";

/** Signals of a crash: a handler in JavaScript must not run first. */
const crashes = ["SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV"] as const;

/** Delay after a start, until the work that startup postponed is done. */
const settledMs = 1000;

/** How to serve. */
export interface ServeOptions extends Settings {
  readonly where: Where;
  /** How long to wait for a database that is not there yet. */
  readonly waitSeconds: number;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly logLevel: LogLevel;
  /** Whether this process runs loops, too. */
  readonly hasWorker: boolean;
}

/** Runs between the start of the database and that of the server. */
export type BeforeServing = (database: OpenDatabase) => Promise<void>;

/** Starts the database and the server, and prints the URL. A signal ends the process. */
export async function serve(options: ServeOptions, prepare?: BeforeServing): Promise<string> {
  surviveClosedPipes();
  const running = await connect(options.where);
  try {
    const log = createLog(options.logLevel);
    const waiting = inLog(options.waitSeconds, log);
    const database = await open(running.connection, poolOptionsOf(options), waiting);
    try {
      await prepare?.(database);
      return await serveOver(database, running, options);
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    await running.stop();
    throw error;
  }
}

async function serveOver(database: OpenDatabase, running: Running, options: ServeOptions): Promise<string> {
  const { host, port, logLevel, rateLimitPerMinute, corsOrigins, shutdownGraceMs } = options;
  const { trustedProxies } = options;
  const watched = watching(options, database);
  const loops = loopSettingsOf(options);
  const meaning = await openMeaning(options, database, watched);
  const routes = serviceRoutes({
    database,
    rateLimitPerMinute,
    corsOrigins,
    loops,
    meaning: meaning?.questions,
    webhookHosts: options.webhookHosts,
  });
  const server = await createServer({
    logLevel,
    log: process.stderr,
    trustedProxies,
    routes: (app) => {
      watched.watch(app);
      routes(app);
    },
  });
  await watched.start(host, server.log);
  const url = await listen(server, host, port);
  reportRowSecurity(server, database);
  const stopWorking = options.hasWorker
    ? await work(database, running, options, { server, watched, meaning })
    : undefined;
  const stopSweeping = sweepRegularly(database, options, (error) =>
    server.log.error({ err: error }, "sweep failed"),
  );
  const closer = closeOnSignals(server, shutdownGraceMs, stopWorking, async (leftMs) => {
    stopSweeping();
    await meaning?.close();
    await watched.stop(leftMs);
    await database.close();
    await running.stop();
  });
  void closeWithDatabase(server, running, closer.close);
  // Not before the URL is printed.
  setTimeout(releaseMemory, settledMs).unref();
  return url;
}

/** What this process works with besides answering requests. */
interface WorkParts {
  readonly server: Server;
  readonly watched: Watching;
  readonly meaning: OpenMeaning | undefined;
}

/** Runs loops, fills in vectors and sends what webhooks have, until it is stopped. */
async function work(
  database: OpenDatabase,
  { connection }: Running,
  settings: ServeOptions,
  { server: { log }, watched, meaning }: WorkParts,
): Promise<() => Promise<void>> {
  const worker = await startLoopWorker({ database, connection, log, settings, watched, isDedicated: false });
  const filling = meaning?.fill(log);
  const sending = await sendWebhooks(settings, database, log, watched);
  const { shutdownGraceMs: graceMs } = settings;
  return async () => {
    await Promise.all([worker.stop(graceMs), filling?.stop(), sending?.stop(graceMs)]);
  };
}

/** No request can be answered without the database; restarting the service starts both. */
async function closeWithDatabase({ log }: Server, { ended }: Running, close: () => void): Promise<void> {
  if (ended === undefined) return;
  log.fatal({ said: await ended }, "the embedded database has ended; start again");
  process.exitCode = 1;
  close();
}

function reportRowSecurity({ log }: Server, { roles }: OpenDatabase): void {
  if (roles === undefined)
    log.warn(
      "row-level security is off: the database user may not create roles; see `doctor` for what to do",
    );
}

/** The reader of the log may go away; answering requests matters more than logging. */
function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

function closeOnSignals(
  server: Server,
  graceMs: number,
  stopWorking: (() => Promise<void>) | undefined,
  closeOthers: (leftMs: number) => Promise<void>,
): { readonly close: () => void } {
  // Closing resets the connections left after the grace period; if closing itself hangs, the process is killed.
  const delay = graceMs + 5000;
  return closeWithGrace({ delay, logger: server.log, skip: [...crashes] }, async ({ signal, err }) => {
    if (err !== undefined) server.log.fatal({ err }, "uncaught error");
    server.log.info({ signal }, "draining");
    const left = countdown(graceMs);
    await Promise.all([closeWithin(server, graceMs), stopWorking?.()]);
    await closeOthers(left());
    server.log.info("stopped");
  });
}
