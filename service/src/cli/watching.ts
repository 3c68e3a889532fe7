// What operators see of a process besides its log: metrics, and what is exported of spans and metrics.

import type { Server as HttpServer } from "node:http";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { type ConnectionMetrics, measureConnections } from "../database/metrics.ts";
import type { Database } from "../database/transaction.ts";
import { createMetrics, type Metrics } from "../http/metrics.ts";
import { gaugeDatabase } from "../loops/gauges.ts";
import { maxFlushMs } from "../loops/messages.ts";
import { startTelemetry, type Telemetry } from "../telemetry/start.ts";
import { loopSettingsOf, type Settings } from "./settings.ts";

/** The metrics of a process, and its exports. */
export interface Watching {
  /** Undefined: nobody asks for metrics. */
  readonly metrics: Metrics | undefined;
  readonly connections: ConnectionMetrics | undefined;
  /** Watches the requests of a server. */
  readonly watch: (app: FastifyInstance) => void;
  /** Serves the metrics, and exports. */
  readonly start: (host: string, log: FastifyBaseLogger) => Promise<void>;
  /** Exports what is left, in at most this many milliseconds. The database must still be open: the last metrics count what is in it. */
  readonly stop: (withinMs: number) => Promise<void>;
}

/** Prepares the metrics, if they are served or exported. */
export function watching(settings: Settings, database: Database): Watching {
  const { metricsPort, telemetry: settingsOfExport } = settings;
  const isMeasured = metricsPort !== 0 || settingsOfExport?.metrics === true;
  const metrics = isMeasured ? createMetrics() : undefined;
  const connections = metrics && measureConnections(metrics.register);
  connections?.watch("requests", database.pool);
  connections?.watch("system", database.system);
  if (metrics !== undefined)
    gaugeDatabase(metrics.register, database, loopSettingsOf(settings).workerSilenceMs);
  let server: HttpServer | undefined;
  let telemetry: Telemetry | undefined;
  return {
    metrics,
    connections,
    watch: (app) => metrics?.watch(app),
    start: async (host, log) => {
      if (metricsPort !== 0) server = await metrics?.listen(metricsPort, host);
      telemetry = await startTelemetry({ settings: settingsOfExport, register: metrics?.register, log });
    },
    stop: async (withinMs) => {
      server?.close();
      await telemetry?.stop(Math.min(withinMs, maxFlushMs));
    },
  };
}

/** How many milliseconds are left of a grace period that begins now. */
export function countdown(graceMs: number): () => number {
  const end = performance.now() + graceMs;
  return () => Math.max(0, end - performance.now());
}
