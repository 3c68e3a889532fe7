// Metrics that are read from the database at each scrape: whether it answers, what waits and runs, and which workers live.

import { sql } from "kysely";
import { Gauge, type Registry } from "prom-client";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { type Database, systemTransaction } from "../database/transaction.ts";
import { activeStatuses } from "../values/loop-kinds.ts";

/** Maximum time a scrape waits for the database, in milliseconds. */
const timeoutMs = 2000;

/** What the database says. */
interface Counts {
  readonly queued: number;
  readonly running: number;
  /** Seconds that the oldest waiting loop has waited. */
  readonly oldest: number;
  readonly workers: number;
}

/** Adds the metrics. Without an answer the others have no value, so that an old one is not taken for the current one. */
export function gaugeDatabase(
  register: Registry,
  database: Pick<Database, "system">,
  silenceMs: number,
): void {
  let asked: ReturnType<typeof countAll> | undefined;
  // All are collected at the same time, with one query.
  const ask = async (): ReturnType<typeof countAll> => {
    asked ??= Promise.race([countAll(database, silenceMs), after(timeoutMs)]).finally(
      () => (asked = undefined),
    );
    return await asked;
  };
  const up = new Gauge({
    name: "slice_database_up",
    help: "Whether the database has answered: 1 or 0.",
    registers: [register],
    collect: async () => {
      up.set((await ask()) === undefined ? 0 : 1);
    },
  });
  const loops = new Gauge({
    name: "slice_loops",
    help: "Loops that wait or run, on all workers.",
    labelNames: ["status"],
    registers: [register],
    collect: async () => {
      const counts = await ask();
      loops.reset();
      if (counts !== undefined) for (const status of activeStatuses) loops.set({ status }, counts[status]);
    },
  });
  gaugeCount(register, {
    name: "slice_loops_oldest_waiting_seconds",
    help: "How long the oldest waiting loop has waited for its first claim; 0 if none waits.",
    read: async () => (await ask())?.oldest,
  });
  gaugeCount(register, {
    name: "slice_workers",
    help: "Workers that have reported recently, on all machines.",
    read: async () => (await ask())?.workers,
  });
}

interface Count {
  readonly name: string;
  readonly help: string;
  readonly read: () => Promise<number | undefined>;
}

function gaugeCount(register: Registry, { name, help, read }: Count): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [register],
    collect: async () => {
      const value = await read();
      if (value === undefined) gauge.remove();
      else gauge.set(value);
    },
  });
}

async function countAll(database: Pick<Database, "system">, silenceMs: number): Promise<Counts | undefined> {
  const loops = sql<Omit<Counts, "workers">>`select
      count(*) filter (where status = 'queued') as queued,
      count(*) filter (where status = 'running') as running,
      coalesce(extract(epoch from now() - min(created_at) filter (where status = 'queued')), 0)::float8 as oldest
    from loop where status in ('queued', 'running')`;
  const workers = sql<Pick<Counts, "workers">>`select count(*) as workers from worker
    where seen_at > now() - make_interval(secs => ${silenceMs / 1000}::float8)`;
  try {
    const found = await systemTransaction(database, async (tx) => {
      const [counts, alive] = [tx.first(loops), tx.first(workers)];
      return await allSettledOrThrow([counts, alive]);
    });
    const [counts, alive] = found;
    return counts && alive && { ...counts, ...alive };
  } catch {
    return undefined;
  }
}

async function after(ms: number): Promise<undefined> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
  return undefined;
}
