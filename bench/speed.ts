// Speed: every variant on every corpus, each in its own process, in interleaved rounds (A B C A B C …).
import { type CorpusName, corpus } from "./corpus.ts";
import { startWorker } from "./processes.ts";
import { median, spread } from "./statistics.ts";
import { type VariantName, variantNames } from "./variants.ts";

/** What one variant takes on one corpus. */
export interface Speed {
  readonly corpus: CorpusName;
  readonly variant: VariantName;
  /** Nanoseconds of CPU time a term, the median of all rounds. */
  readonly nanoseconds: number;
  /** Half the distance between the quartiles, in percent. */
  readonly spread: number;
  /** Over another variant in the same round, the median of all rounds. */
  readonly over: (other: VariantName) => number;
}

/** How long to measure. */
export interface Effort {
  /** Processes of each variant, as the compiler's luck differs from one to the next. */
  readonly launches: number;
  readonly rounds: number;
  readonly warmUpMilliseconds: number;
  readonly milliseconds: number;
}

/** Measures all variants on one corpus. */
export async function speedsOn(name: CorpusName, effort: Effort): Promise<readonly Speed[]> {
  const rounds: ReadonlyMap<VariantName, number>[] = [];
  for (let launch = 0; launch < effort.launches; launch++) rounds.push(...(await launchOnce(name, effort)));
  const of = (variant: VariantName): readonly number[] =>
    rounds.map((round) => round.get(variant) ?? Number.NaN);
  return variantNames.map((variant) => ({
    corpus: name,
    variant,
    nanoseconds: median(of(variant)),
    spread: spread(of(variant)),
    over: (other) => median(rounds.map((round) => (round.get(variant) ?? 0) / (round.get(other) ?? 0))),
  }));
}

/** What the corpus holds, for the caption of its table. */
export function captionOf(name: CorpusName): string {
  const { title, texts, terms } = corpus(name);
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  return `${name}: ${title}, ${(units / terms).toFixed(1)} characters a term`;
}

async function launchOnce(
  name: CorpusName,
  effort: Effort,
): Promise<readonly ReadonlyMap<VariantName, number>[]> {
  const workers = await Promise.all(
    variantNames.map(async (variant) => [variant, await startWorker(variant, name)] as const),
  );
  for (const [, worker] of workers) await worker.round(effort.warmUpMilliseconds);
  const rounds: Map<VariantName, number>[] = [];
  for (let round = 0; round < effort.rounds; round++) {
    const figures = new Map<VariantName, number>();
    for (const [variant, worker] of workers) figures.set(variant, await worker.round(effort.milliseconds));
    rounds.push(figures);
  }
  for (const [, worker] of workers) worker.stop();
  return rounds;
}
