// How cost grows with the text: time to a million terms, peak memory, bytes allocated a term.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { queryText } from "./corpus.ts";
import { askOnce, numberIn } from "./processes.ts";
import { random } from "./random.ts";
import { exponent } from "./statistics.ts";
import type { VariantName } from "./variants.ts";

/** What a variant costs on large texts. */
export interface Scale {
  readonly variant: VariantName;
  /** Microseconds of CPU time by number of terms. */
  readonly times: readonly (readonly [size: number, microseconds: number])[];
  /** 1 is linear growth. */
  readonly exponent: number;
  /** Seconds of CPU time at the largest size, in a process that has done nothing before. */
  readonly seconds: number;
  /** Megabytes of the whole process at the largest size, and before the work, when it held the text only. */
  readonly peak: number;
  readonly before: number;
  /** Kilobytes (1000 bytes) allocated a term. */
  readonly kilobytes: number;
}

/** Measures one variant. */
export async function scaleOf(variant: VariantName, sizes: readonly number[]): Promise<Scale> {
  const times = await askOnce("scale-worker.ts", ["time", variant, sizes.join(",")]);
  const memory = await memoryOf(variant, sizes.at(-1) ?? 0);
  const allocation = await askOnce(
    "scale-worker.ts",
    ["allocation", variant, "20000"],
    ["--expose-gc", "--max-semi-space-size=512", "--min-semi-space-size=512"],
  );
  const points = pairs(times);
  return {
    variant,
    times: points,
    exponent: exponent(points),
    seconds: numberIn(memory, "microseconds") / 1e6,
    peak: numberIn(memory, "peak"),
    before: numberIn(memory, "before"),
    kilobytes: numberIn(allocation, "bytes") / 1000,
  };
}

async function memoryOf(variant: VariantName, size: number): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const file = join(folder, "query.cql");
    writeFileSync(file, queryText(size, random(size)));
    return await askOnce("scale-worker.ts", ["memory", variant, file]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function pairs(answer: unknown): readonly (readonly [number, number])[] {
  if (!Array.isArray(answer)) throw new TypeError("the child did not answer with a list");
  return answer.map((pair: unknown) => {
    const [size, microseconds]: readonly unknown[] = Array.isArray(pair) ? pair : [];
    return [Number(size), Number(microseconds)] as const;
  });
}
