// The worker of a server or of the command `worker`: it claims loops, which run in separate processes.

import type { FastifyBaseLogger } from "fastify";
import type { OpenDatabase } from "../database/open.ts";
import type { Connection } from "../database/pool.ts";
import { extractorVersion } from "../extraction/choose.ts";
import { maxFlushMs } from "../loops/messages.ts";
import { countLoops } from "../loops/metrics.ts";
import type { LoopEnd, Observe } from "../loops/observe.ts";
import { createLoopProcesses } from "../loops/processes.ts";
import { startWorker, type Worker } from "../loops/worker.ts";
import { loopSettingsOf, poolOptionsOf, type Settings } from "./settings.ts";
import { countdown, type Watching } from "./watching.ts";

/** The options of a worker. */
export interface LoopWorkerParts {
  readonly database: OpenDatabase;
  readonly connection: Connection;
  readonly log: FastifyBaseLogger;
  readonly settings: Settings;
  readonly watched: Pick<Watching, "metrics" | "connections">;
  /** Whether this program only runs loops: then it starts the process for them at once, and keeps it. */
  readonly isDedicated: boolean;
}

/** Starts a worker. In a server, processes for loops start only when there are loops, as they take memory. */
export async function startLoopWorker(parts: LoopWorkerParts): Promise<Worker> {
  const { database, connection, log, settings, watched, isDedicated } = parts;
  const { piecesPerIteration, leaseMs, maxRunning } = loopSettingsOf(settings);
  const count = watched.metrics && countLoops(watched.metrics.register);
  const countWait = watched.connections?.add("loops", () => processes.connections());
  const observe: Observe = (observation) => {
    count?.(observation);
    if (observation.kind === "waited") countWait?.(observation.seconds);
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
      telemetry: settings.telemetry,
    },
    log,
    observe,
    limits: isDedicated ? { idleMs: Number.POSITIVE_INFINITY } : {},
  });
  if (isDedicated) await processes.warmUp();
  const extractor = settings.model === undefined ? "pattern" : "model";
  const worker = await startWorker({
    database,
    settings: { leaseMs, maxRunning, extractor, version: await extractorVersion(settings.model) },
    log,
    run: processes.run,
    observe,
  });
  return {
    id: worker.id,
    stop: async (graceMs) => {
      const left = countdown(graceMs);
      await worker.stop(graceMs);
      await processes.close(Math.min(left(), maxFlushMs));
    },
  };
}

function logEnd(log: FastifyBaseLogger, { id, status, error_code, error_message }: LoopEnd): void {
  if (status === "failed") log.warn({ loop: id, error: error_code, reason: error_message }, "a loop failed");
  else log.info({ loop: id, status }, "a loop ended");
}
