// The worker of a server or of the command `worker`: it claims loops, which run in separate processes.

import type { FastifyBaseLogger } from "fastify";
import type { OpenDatabase } from "../database/open.ts";
import type { Connection } from "../database/pool.ts";
import type { Metrics } from "../http/metrics.ts";
import { countLoops } from "../loops/metrics.ts";
import type { LoopEnd, Observe } from "../loops/observe.ts";
import { createLoopProcesses } from "../loops/processes.ts";
import { startWorker, type Worker } from "../loops/worker.ts";
import { loopSettingsOf, poolOptionsOf, type Settings } from "./settings.ts";

/** The options of a worker. */
export interface LoopWorkerParts {
  readonly database: OpenDatabase;
  readonly connection: Connection;
  readonly log: FastifyBaseLogger;
  readonly settings: Settings;
  readonly metrics: Metrics | undefined;
  /** Whether this program only runs loops: then it starts the process for them at once, and keeps it. */
  readonly isDedicated: boolean;
}

/** Starts a worker. In a server, processes for loops start only when there are loops, as they take memory. */
export async function startLoopWorker(parts: LoopWorkerParts): Promise<Worker> {
  const { database, connection, log, settings, metrics, isDedicated } = parts;
  const { piecesPerIteration, leaseMs, maxRunning } = loopSettingsOf(settings);
  const count = metrics === undefined ? undefined : countLoops(metrics.register);
  const observe: Observe = (observation) => {
    count?.(observation);
    if (observation.kind === "ended") logEnd(log, observation.loop);
  };
  const processes = createLoopProcesses({
    database,
    settings: {
      connection,
      pool: poolOptionsOf(settings),
      roles: database.roles,
      model: settings.model,
      piecesPerIteration,
    },
    log,
    observe,
    limits: isDedicated ? { idleMs: Number.POSITIVE_INFINITY } : {},
  });
  if (isDedicated) await processes.warmUp();
  const extractor = settings.model === undefined ? "pattern" : "model";
  const worker = await startWorker({
    database,
    settings: { leaseMs, maxRunning, extractor },
    log,
    run: processes.run,
  });
  return {
    id: worker.id,
    stop: async (graceMs) => {
      await worker.stop(graceMs);
      processes.close();
    },
  };
}

function logEnd(log: FastifyBaseLogger, { id, status, error_code, error_message }: LoopEnd): void {
  if (status === "failed") log.warn({ loop: id, error: error_code, reason: error_message }, "a loop failed");
  else log.info({ loop: id, status }, "a loop ended");
}
