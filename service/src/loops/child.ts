// The process that runs loops for a worker until the worker is gone.

import process from "node:process";
import { setImmediate } from "node:timers/promises";
import { createPools } from "../database/open.ts";
import { chooseExtractor } from "../extraction/choose.ts";
import type { Extractor } from "../extraction/extractor.ts";
import { aliveMs, type Order, type ProcessSettings, type Report } from "./messages.ts";
import { type RunLoop, runInProcess } from "./run.ts";

/** Runs the loops that the parent process sends, as long as it lives. */
export function runLoopsOfParent(): void {
  const runs = new Map<number, AbortController>();
  const stopping = new AbortController();
  let runner: Promise<RunLoop> | undefined;

  const take = async ({ run, loop }: Order & { readonly kind: "run" }): Promise<void> => {
    const abort = new AbortController();
    runs.set(run, abort);
    const runLoop = await runner;
    await runLoop?.(loop, { signal: abort.signal, stopping: stopping.signal });
    runs.delete(run);
    report({ kind: "left", run });
  };
  process.on("message", (order: Order) => {
    if (order.kind === "configure") runner = createRunner(order.settings);
    else if (order.kind === "run") void take(order);
    else if (order.kind === "abort") runs.get(order.run)?.abort();
    else stopping.abort();
  });
  // A terminal sends signals to all processes of a command; the worker decides what they mean.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  // The worker that holds the leases is gone, so nothing could be committed.
  process.on("disconnect", () => process.exit());
  report({ kind: "alive" });
  setInterval(() => report({ kind: "alive" }), aliveMs);
}

async function createRunner(settings: ProcessSettings): Promise<RunLoop> {
  const { connection, pool, roles, model, piecesPerIteration } = settings;
  const extractor = await chooseExtractor({ model });
  const read: Extractor["read"] = async (...piece) => {
    // Patterns never wait: without this, all pieces of all loops would run in one turn of the event loop.
    await setImmediate();
    report({ kind: "alive" });
    return await extractor.read(...piece);
  };
  report({ kind: "ready" });
  return runInProcess({
    database: { ...createPools(connection, pool), roles },
    extractor: { ...extractor, read },
    piecesPerIteration,
    log: { error: (details, message) => report({ kind: "failed", details, message }) },
    observe: (observation) => report({ kind: "observed", observation }),
  });
}

function report(message: Report): void {
  // The parent may be gone; then this process is about to exit as well.
  process.send?.(message, undefined, undefined, () => undefined);
}
