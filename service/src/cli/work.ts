// Runs a worker, from opening the database to a clean stop.

import closeWithGrace from "close-with-grace";
import type { FastifyBaseLogger } from "fastify";
import type { LogLevel } from "../http/log.ts";
import type { Worker } from "../loops/worker.ts";
import { connect, open, type Running, type Where } from "./database.ts";
import { createLog } from "./log.ts";
import { startLoopWorker } from "./loop-worker.ts";
import { openMeaning } from "./meaning.ts";
import { poolOptionsOf, type Settings } from "./settings.ts";
import { inLog } from "./wait.ts";
import { countdown, watching } from "./watching.ts";
import { sendWebhooks } from "./webhooks.ts";

/** The options of a worker. */
export interface WorkOptions extends Settings {
  readonly where: Where;
  /** How long to wait for a database that is not there yet. */
  readonly waitSeconds: number;
  readonly logLevel: LogLevel;
  /** The address of the metrics. */
  readonly host: string;
}

/** Starts a worker. A signal ends the process. */
export async function runWorker(options: WorkOptions): Promise<Worker> {
  const log = createLog(options.logLevel);
  const running = await connect(options.where);
  try {
    const waiting = inLog(options.waitSeconds, log);
    const database = await open(running.connection, poolOptionsOf(options), waiting);
    const watched = watching(options, database);
    await watched.start(options.host, log);
    const { connection } = running;
    const worker = await startLoopWorker({
      database,
      connection,
      log,
      settings: options,
      watched,
      isDedicated: true,
    });
    const meaning = await openMeaning(options, database, watched);
    const filling = meaning?.fill(log);
    const sending = await sendWebhooks(options, database, log, watched);
    log.info({ worker: worker.id }, "worker started");
    const delay = options.shutdownGraceMs + 5000;
    const closer = closeWithGrace({ delay, logger: log }, async ({ signal, err }) => {
      if (err !== undefined) log.fatal({ err }, "uncaught error");
      log.info({ signal }, "stopping");
      const { shutdownGraceMs: graceMs } = options;
      const left = countdown(graceMs);
      await Promise.all([worker.stop(graceMs), filling?.stop(), sending?.stop(graceMs)]);
      await meaning?.close();
      await watched.stop(left());
      await database.close();
      await running.stop();
      log.info("stopped");
    });
    void stopWithDatabase(running, log, closer.close);
    return worker;
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** A worker can do nothing without its database; restarting it starts both. */
async function stopWithDatabase(
  { ended }: Running,
  log: FastifyBaseLogger,
  close: () => void,
): Promise<void> {
  if (ended === undefined) return;
  log.fatal({ said: await ended }, "the embedded database has ended; start again");
  process.exitCode = 1;
  close();
}
