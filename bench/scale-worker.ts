// The child process for large texts: what a variant costs in time, in memory in all, or in bytes allocated a term.
import { readFileSync } from "node:fs";
import { queryText } from "./corpus.ts";
import { cpuOf } from "./cpu.ts";
import { random } from "./random.ts";
import { median } from "./statistics.ts";
import { variant, variantNames } from "./variants.ts";

const [mode, variantName, subject = ""] = process.argv.slice(2);
const name = variantNames.find((each) => each === variantName);
if (name === undefined)
  throw new TypeError("usage: scale-worker.ts <time | memory | allocation> <variant> <sizes | file | size>");

const run = variant(name);
console.log(JSON.stringify(measure()));

function measure(): unknown {
  if (mode === "time") return subject.split(",").map((size) => timeOf(Number(size)));
  // A text that was made here would leave garbage, and so room that hides what parsing needs.
  if (mode === "memory") return memoryOf(readFileSync(subject, "utf8"));
  const size = Number(subject);
  return { bytes: allocationOf(queryText(size, random(size))) / size };
}

/** Microseconds for so many terms, warm: the median of as many runs as make 300 000 terms, and at least three. */
function timeOf(size: number): readonly [size: number, microseconds: number] {
  const text = queryText(size, random(size));
  const runs = Math.max(3, Math.ceil(300_000 / size));
  cpuOf(() => run(text));
  // The clock is read around several runs, as one run of a small text is too short for it.
  const batch = Math.max(1, Math.ceil(runs / 30));
  const costs = Array.from({ length: Math.ceil(runs / batch) }, () => {
    return (
      cpuOf(() => {
        for (let each = 0; each < batch; each++) run(text);
      }) / batch
    );
  });
  return [size, median(costs)];
}

/** The peak of the whole process, text included, and the CPU time of this one run, cold. */
function memoryOf(text: string): Readonly<Record<string, number>> {
  const before = process.resourceUsage().maxRSS / 1000;
  const microseconds = cpuOf(() => run(text));
  return { before, peak: process.resourceUsage().maxRSS / 1000, microseconds };
}

/** Bytes allocated by one run; the parent gives a young generation so large that nothing is collected meanwhile. */
function allocationOf(text: string): number {
  for (let each = 0; each < 20; each++) run(text);
  globalThis.gc?.();
  const start = process.memoryUsage().heapUsed;
  run(text);
  return process.memoryUsage().heapUsed - start;
}
