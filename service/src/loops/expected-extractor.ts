// Which extractor will read a loop, as far as that is known before a worker has claimed it.

import { sql } from "kysely";
import { build } from "../database/build.ts";
import type { Transaction } from "../database/transaction.ts";
import type { ExtractorName } from "../values/loop-kinds.ts";

/** What is known about workers where a loop starts. */
export interface KnownWorkers {
  /** Milliseconds after which a silent worker no longer counts as running. */
  readonly workerSilenceMs: number;
  /** Whether a model is configured in this process; workers may have one even if not. */
  readonly hasModel?: boolean;
}

/** An extractor; its version is unknown if no worker that runs has told it. */
export interface ExpectedExtractor {
  readonly name: ExtractorName;
  readonly version: string | undefined;
}

/** Workers that have reported recently. */
export function workersAlive({ workerSilenceMs }: KnownWorkers) {
  return build
    .selectFrom("worker")
    .select("version")
    .where("seen_at", ">", sql<Date>`now() - make_interval(secs => ${workerSilenceMs / 1000})`)
    .orderBy("seen_at", "desc")
    .limit(1);
}

/** A model, if this process or any worker has one. The process that starts a loop, such as the command line, may be configured differently from its workers. */
export async function expectedExtractor(tx: Transaction, known: KnownWorkers): Promise<ExpectedExtractor> {
  const model = await tx.first(workersAlive(known).where("extractor", "=", "model"));
  if (model !== undefined || known.hasModel === true)
    return { name: "model", version: model?.version ?? undefined };
  const rules = await tx.first(workersAlive(known).where("extractor", "=", "pattern"));
  return { name: "pattern", version: rules?.version ?? undefined };
}

/** What a caller should know about an extractor. */
export function noteOn(extractor: ExtractorName): { readonly note?: string } {
  return extractor === "pattern" ? { note: patternNote } : {};
}

const patternNote =
  "The extractor `pattern` reads with rules: `goal` does not steer it, and it finds whatever the shapes name.";
