// Metrics of loops: those waiting and running in the database, and the work of this worker.

import { sql } from "kysely";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { type Database, systemTransaction } from "../database/transaction.ts";
import { activeStatuses } from "../values/loop-kinds.ts";
import type { Iterated, LoopEnd, Observe } from "./observe.ts";

/** Maximum time a scrape waits for the database, in milliseconds. */
const timeoutMs = 2000;

/** Adds metrics that are read from the database at each scrape, whether it answers, and the state of the connections. */
export function gaugeDatabase(register: Registry, database: Pick<Database, "pool" | "system">): void {
  gaugeConnections(register, database);
  let asked: ReturnType<typeof countActiveLoops> | undefined;
  // Both are collected at the same time, with one query.
  const ask = async (): ReturnType<typeof countActiveLoops> => {
    asked ??= Promise.race([countActiveLoops(database), after(timeoutMs)]).finally(() => (asked = undefined));
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
      if (counts !== undefined)
        for (const status of activeStatuses) loops.set({ status }, counts.get(status) ?? 0);
    },
  });
}

function gaugeConnections(register: Registry, { pool }: Pick<Database, "pool">): void {
  const connections = new Gauge({
    name: "slice_database_connections",
    help: "Connections of this process that are used or idle, and the requests that wait for one.",
    labelNames: ["state"],
    registers: [register],
    collect: () => {
      connections.set({ state: "used" }, pool.totalCount - pool.idleCount);
      connections.set({ state: "idle" }, pool.idleCount);
      connections.set({ state: "waiting" }, pool.waitingCount);
    },
  });
}

async function countActiveLoops(
  database: Pick<Database, "system">,
): Promise<ReadonlyMap<string, number> | undefined> {
  const query = sql<{
    readonly status: string;
    readonly count: number;
  }>`select status, count(*) as count from loop
    where status in ('queued', 'running') group by status`;
  try {
    const rows = await systemTransaction(database, async (tx) => await tx.all(query));
    return new Map(rows.map(({ status, count }) => [status, count]));
  } catch {
    return undefined;
  }
}

async function after(ms: number): Promise<undefined> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
  return undefined;
}

/** Counts what the loops of this worker do. */
export function countLoops(register: Registry): Observe {
  const countEnd = endCounter([register]);
  const countIteration = iterationCounter([register]);
  return (observation) => {
    if (observation.kind === "ended") countEnd(observation.loop);
    else countIteration(observation);
  };
}

function endCounter(registers: Registry[]): (loop: LoopEnd) => void {
  const ended = new Counter({
    name: "slice_loops_ended_total",
    help: "Loops that this worker has ended, by status and error code.",
    labelNames: ["status", "error"],
    registers,
  });
  const duration = new Histogram({
    name: "slice_loop_duration_seconds",
    help: "From the start to the end of a loop.",
    buckets: [1, 3, 10, 30, 100, 300, 1000, 3000],
    registers,
  });
  return ({ status, error_code, started_at, finished_at }) => {
    ended.inc({ status, error: error_code ?? "" });
    if (started_at !== null && finished_at !== null)
      duration.observe((finished_at.getTime() - started_at.getTime()) / 1000);
  };
}

function iterationCounter(registers: Registry[]): (iterated: Iterated) => void {
  const reading = new Histogram({
    name: "slice_loop_iteration_duration_seconds",
    help: "How long the pieces of an iteration take to be read.",
    buckets: [0.1, 0.3, 1, 3, 10, 30, 100],
    registers,
  });
  const pieces = new Counter({
    name: "slice_pieces_total",
    help: "Pieces of documents, by whether they were read.",
    labelNames: ["outcome"],
    registers,
  });
  const answers = new Counter({
    name: "slice_model_answers_total",
    help: "Readings that the model has answered.",
    registers,
  });
  const tokens = new Counter({
    name: "slice_model_tokens_total",
    help: "Tokens that the model has counted, by direction.",
    labelNames: ["direction"],
    registers,
  });
  const credits = new Counter({
    name: "slice_credits_spent_total",
    help: "Credits that iterations have spent.",
    registers,
  });
  return ({ seconds, read, failed, answered, inputTokens, outputTokens, credits: spent }) => {
    reading.observe(seconds);
    pieces.inc({ outcome: "read" }, read);
    pieces.inc({ outcome: "failed" }, failed);
    answers.inc(answered);
    tokens.inc({ direction: "input" }, inputTokens);
    tokens.inc({ direction: "output" }, outputTokens);
    credits.inc(spent);
  };
}
