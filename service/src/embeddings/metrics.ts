// Metrics of vectors: requests for them, how many texts wait for one, and what is kept and looked at in memory.

import { sql } from "kysely";
import { Gauge, Histogram, type Registry } from "prom-client";
import { type Database, systemTransaction } from "../database/transaction.ts";
import type { ObserveScan, VectorCache } from "./cache.ts";
import { embeddingKinds } from "./kinds.ts";
import type { EmbeddingCall, ObserveEmbedding } from "./observe.ts";

/** The outcomes are known from the start, so that the first failure is an increase. */
const outcomes: readonly EmbeddingCall["outcome"][] = [
  "answered",
  "refused",
  "unavailable",
  "malformed",
  "aborted",
];

/** Counts the requests of this process. */
export function countEmbeddings(register: Registry): ObserveEmbedding {
  const calls = new Histogram({
    name: "slice_embedding_call_duration_seconds",
    help: "Requests for vectors, by what they are of (documents, entities, memories, questions) and outcome: answered, refused, unavailable, malformed, aborted.",
    labelNames: ["of", "outcome"],
    buckets: [0.01, 0.03, 0.1, 0.2, 0.5, 1, 3, 10, 30],
    registers: [register],
  });
  for (const asked of [...embeddingKinds.map(({ name }) => name), "questions"])
    for (const outcome of outcomes) calls.zero({ of: asked, outcome });
  return ({ of, outcome, seconds }) => calls.observe({ of, outcome }, seconds);
}

/** Counts the looks of this process at vectors in memory. */
export function countScans(register: Registry): ObserveScan {
  const scans = new Histogram({
    name: "slice_embedding_scan_duration_seconds",
    help: "Looks of searches at the vectors of a project or an organization, by whether these were in memory or have an index (ready: true, false).",
    labelNames: ["ready"],
    buckets: [0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3],
    registers: [register],
  });
  for (const ready of ["true", "false"]) scans.zero({ ready });
  return ({ isReady, seconds }) => scans.observe({ ready: String(isReady) }, seconds);
}

/** Adds how many bytes the vectors in the memory of this process take. */
export function gaugeCache(register: Registry, { bytes }: Pick<VectorCache, "bytes">): void {
  const gauge: Gauge = new Gauge({
    name: "slice_embedding_cache_bytes",
    help: "Bytes that the vectors in memory take, of at most EMBEDDING_CACHE_MB.",
    registers: [register],
    collect: () => gauge.set(bytes()),
  });
}

/** Maximum rows that a scrape counts: it takes some 20 ms. */
const maxCounted = 100_000;
/** Maximum time a scrape waits for the database, in milliseconds. */
const timeoutMs = 2000;

/** Adds how many texts wait for a vector; it has no value while the database does not answer. */
export function gaugeWaiting(register: Registry, database: Pick<Database, "system">): void {
  const gauge = new Gauge({
    name: "slice_embeddings_waiting",
    help: `Memories, passages of documents and entities that wait for a vector, at most ${String(maxCounted)} of each.`,
    registers: [register],
    collect: async () => {
      const waiting = await Promise.race([countWaiting(database).catch(() => undefined), after(timeoutMs)]);
      if (waiting === undefined) gauge.remove();
      else gauge.set(waiting);
    },
  });
}

async function countWaiting(database: Pick<Database, "system">): Promise<number | undefined> {
  const statement = sql<{ readonly waiting: number }>`select count(*)::int as waiting
    from (${sql.join(
      embeddingKinds.map(
        ({ table }) => sql`(select 1 from ${table} where vector is null limit ${maxCounted})`,
      ),
      sql` union all `,
    )}) waiting`;
  return (await systemTransaction(database, async (tx) => await tx.first(statement)))?.waiting;
}

async function after(ms: number): Promise<undefined> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
  return undefined;
}
