// What a server and a worker need to rank by meaning: vectors of questions, and of memories.

import type { Database } from "../database/transaction.ts";
import type { Filling, FillLog } from "../embeddings/fill.ts";
import type { Questions } from "../embeddings/questions.ts";
import type { Settings } from "./settings.ts";
import type { Watching } from "./watching.ts";

/** What makes vectors in this process. */
export interface OpenMeaning {
  readonly questions: Questions;
  /** Has this process fill in vectors. */
  readonly fill: (log: FillLog) => Filling;
  readonly close: () => Promise<void>;
}

/** Opens it; undefined if searches are by words alone: then nothing of it is loaded. */
export async function openMeaning(
  { embedding }: Settings,
  database: Database,
  { metrics }: Pick<Watching, "metrics">,
): Promise<OpenMeaning | undefined> {
  if (embedding === undefined) return undefined;
  const { openEmbedder } = await import("../embeddings/open.ts");
  const { createQuestions } = await import("../embeddings/questions.ts");
  const { startFilling } = await import("../embeddings/fill.ts");
  const { createVectorCache } = await import("../embeddings/cache.ts");
  const { countEmbeddings, countScans, gaugeCache, gaugeWaiting } = await import("../embeddings/metrics.ts");
  const embedder = await openEmbedder(embedding);
  const observe = metrics && countEmbeddings(metrics.register);
  if (metrics !== undefined) gaugeWaiting(metrics.register, database);
  const { weight, cacheBytes } = embedding;
  const ofScans = metrics && countScans(metrics.register);
  const cache =
    cacheBytes === 0 ? undefined : createVectorCache({ database, maxBytes: cacheBytes, observe: ofScans });
  if (metrics !== undefined && cache !== undefined) gaugeCache(metrics.register, cache);
  return {
    questions: createQuestions({ database, embedder, weight, observe, near: cache?.near }),
    fill: (log) => startFilling({ database, embedder, log, observe }),
    close: async () => {
      cache?.close();
      await embedder.close();
    },
  };
}
