// The process that runs loops for a worker until the worker is gone.

import process from "node:process";
import { setImmediate } from "node:timers/promises";
import { createPools } from "../database/open.ts";
import { type PoolState, stateOf } from "../database/pool.ts";
import { observeWaits } from "../database/trace.ts";
import { chooseExtractor } from "../extraction/choose.ts";
import type { Extractor } from "../extraction/extractor.ts";
import { startTelemetry, type Telemetry } from "../telemetry/start.ts";
import { aliveMs, type Order, type ProcessSettings, type Report } from "./messages.ts";
import type { Observe } from "./observe.ts";
import { type RunLoop, runInProcess } from "./run.ts";

/** Runs the loops that the parent process sends, as long as it lives. */
export function runLoopsOfParent(): void {
  const runs = new Map<number, AbortController>();
  const stopping = new AbortController();
  let runner: Promise<Runner> | undefined;
  let connections: Runner["connections"] | undefined;

  const take = async ({ run, loop }: Order & { readonly kind: "run" }): Promise<void> => {
    const abort = new AbortController();
    runs.set(run, abort);
    await (await runner)?.run(loop, { signal: abort.signal, stopping: stopping.signal });
    runs.delete(run);
    report({ kind: "left", run });
  };
  process.on("message", (order: Order) => {
    if (order.kind === "configure") {
      runner = createRunner(order.settings);
      void runner.then((made) => ({ connections } = made));
    } else if (order.kind === "run") void take(order);
    else if (order.kind === "abort") runs.get(order.run)?.abort();
    else if (order.kind === "stop") stopping.abort();
    else void leave(order.withinMs);
  });
  const leave = async (withinMs: number): Promise<void> => {
    await (await runner)?.telemetry?.stop(withinMs);
    process.exit();
  };
  // A terminal sends signals to all processes of a command; the worker decides what they mean.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  // The worker that holds the leases is gone, so nothing could be committed.
  process.on("disconnect", () => process.exit());
  report({ kind: "alive" });
  setInterval(() => report({ kind: "alive", ...(connections && { connections: connections() }) }), aliveMs);
}

/** What runs the loops of a process. */
interface Runner {
  readonly run: RunLoop;
  readonly connections: () => PoolState;
  readonly telemetry: Telemetry | undefined;
}

async function createRunner(settings: ProcessSettings): Promise<Runner> {
  const { connection, pool, roles, model, piecesPerIteration } = settings;
  // Its parent reports outages of the endpoint, and exports the metrics.
  const telemetry = await startTelemetry({ settings: settings.telemetry });
  const observe: Observe = (observation) => report({ kind: "observed", observation });
  const extractor = await chooseExtractor({ model, observe: (call) => observe({ kind: "asked", call }) });
  const pools = createPools(connection, pool);
  observeWaits(pools.pool, (seconds) => observe({ kind: "waited", seconds }));
  const read: Extractor["read"] = async (...piece) => {
    // Patterns never wait: without this, all pieces of all loops would run in one turn of the event loop.
    await setImmediate();
    report({ kind: "alive" });
    return await extractor.read(...piece);
  };
  report({ kind: "ready" });
  const run = runInProcess({
    database: { ...pools, roles },
    extractor: { ...extractor, read },
    piecesPerIteration,
    log: { error: (details, message) => report({ kind: "failed", details, message }) },
    observe,
  });
  return { run, telemetry, connections: () => stateOf(pools.pool) };
}

function report(message: Report): void {
  // The parent may be gone; then this process is about to exit as well.
  process.send?.(message, undefined, undefined, () => undefined);
}
