// Metrics of the connections to the database: how many are used, and how long transactions wait for one.

import type { Pool } from "pg";
import { Gauge, Histogram, type Registry } from "prom-client";
import { type PoolState, stateOf } from "./pool.ts";
import { type ObserveWait, observeWaits } from "./trace.ts";

/** The pools of a process: for requests, for short system work, and those of its processes for loops. */
export type PoolName = "requests" | "system" | "loops";

/** Adds pools to the metrics. */
export interface ConnectionMetrics {
  readonly watch: (name: PoolName, pool: Pool) => void;
  /** A pool elsewhere, or several: its state is asked for at each scrape. The result observes its waits. */
  readonly add: (name: PoolName, state: () => PoolState) => ObserveWait;
}

/** Adds the metrics to a registry. */
export function measureConnections(register: Registry): ConnectionMetrics {
  const states = new Map<PoolName, () => PoolState>();
  const connections = new Gauge({
    name: "slice_database_connections",
    help: "Connections that are used or idle, and transactions that wait for one, by pool.",
    labelNames: ["pool", "state"],
    registers: [register],
    collect: () => {
      for (const [pool, state] of states) {
        const { used, idle, waiting } = state();
        connections.set({ pool, state: "used" }, used);
        connections.set({ pool, state: "idle" }, idle);
        connections.set({ pool, state: "waiting" }, waiting);
      }
    },
  });
  const waits = new Histogram({
    name: "slice_database_wait_seconds",
    help: "How long transactions wait for their share of the connections and for one of them, by pool.",
    labelNames: ["pool"],
    buckets: [0.001, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  const add: ConnectionMetrics["add"] = (pool, state) => {
    states.set(pool, state);
    waits.zero({ pool });
    return (seconds) => waits.observe({ pool }, seconds);
  };
  return {
    add,
    watch: (name, pool) =>
      observeWaits(
        pool,
        add(name, () => stateOf(pool)),
      ),
  };
}
