// The child process for large texts: what a subject costs in time, in memory in all, or in bytes a term.
import { readFileSync } from "node:fs";
import { PerformanceObserver } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { answerMessages } from "./children.ts";
import { queryText } from "./corpus.ts";
import { cpuOf } from "./cpu.ts";
import { random } from "./random.ts";
import { median } from "./statistics.ts";
import { subject, subjectNamed, writtenAs } from "./variants.ts";

const name = subjectNamed(process.argv[2]);
const run = await subject(name);
/** Holds what was made last, so that no engine can leave the work out. */
const made: unknown[] = [];

answerMessages(async (message) => {
  // A text that was made here would leave garbage, and so room that hides what parsing needs.
  if ("file" in message) return peakOf(readFileSync(String(message.file), "utf8"));
  if ("time" in message) return timeOf(Number(message.time));
  if ("allocated" in message) return await allocatedBy(Number(message.allocated));
  if ("kept" in message) return await keptBy(Number(message.kept));
  return "ready";
});

/** The text of so many terms, as the subject reads it. */
function textOf(size: number): string {
  return writtenAs(name, queryText(size, random(size)));
}

/**
 * Microseconds for so many terms, warm: the median of as many runs as make 300 000 terms, if half a second has room for these. Of what
 * takes longer than a second one run says enough, as it gets warm on the way.
 */
function timeOf(size: number): number {
  const text = textOf(size);
  const first = cpuOf(() => make(text));
  if (first > second) return first;
  const runs = Math.max(3, Math.ceil(300_000 / size));
  // The clock is read around several runs, as one run of a small text is too short for it.
  const batch = Math.max(1, Math.ceil(runs / 30));
  const costs: number[] = [];
  for (let spent = 0, each = 0; each < Math.ceil(runs / batch) && spent < second / 2; each++) {
    const cost = cpuOf(() => {
      for (let again = 0; again < batch; again++) make(text);
    });
    spent += cost;
    costs.push(cost / batch);
  }
  return median(costs);
}

const second = 1_000_000;

/** The peak of the whole process, text included, and the CPU time of this one run, cold. */
function peakOf(text: string): Readonly<Record<string, number>> {
  const before = process.resourceUsage().maxRSS / 1000;
  const microseconds = cpuOf(() => make(text));
  return { before, peak: process.resourceUsage().maxRSS / 1000, microseconds };
}

/** Bytes a term allocated by one run; the parent gives a young generation so large that nothing is collected meanwhile. */
async function allocatedBy(size: number): Promise<number | null> {
  const text = textOf(size);
  warmUp(text, size);
  await collect();
  const collections = new PerformanceObserver(() => undefined);
  collections.observe({ entryTypes: ["gc"] });
  const start = process.memoryUsage().heapUsed;
  make(text);
  const bytes = process.memoryUsage().heapUsed - start;
  await setTimeout(10);
  // What was collected is not counted, and the figure would be too small.
  return collections.takeRecords().length > 0 ? null : bytes / size;
}

/** Bytes a term that results take when all garbage is gone: of so many that what else comes and goes matters little. */
async function keptBy(size: number): Promise<number> {
  const text = textOf(size);
  warmUp(text, size);
  made[0] = undefined;
  const results: unknown[] = Array.from({ length: Math.max(1, Math.round(60_000 / size)) }, () => undefined);
  await collect();
  const start = process.memoryUsage().heapUsed;
  for (let each = 0; each < results.length; each++) results[each] = run(text);
  await collect();
  return Math.max(0, process.memoryUsage().heapUsed - start) / (results.length * size);
}

/** Some garbage is only known to be garbage once other garbage is gone. */
async function collect(): Promise<void> {
  for (let each = 0; each < 3; each++) {
    globalThis.gc?.();
    await setTimeout(10);
  }
}

function warmUp(text: string, size: number): void {
  const runs = Math.min(20, Math.max(2, Math.ceil(400_000 / size)));
  for (let spent = 0, each = 0; each < runs && spent < second; each++) spent += cpuOf(() => make(text));
}

function make(text: string): void {
  made[0] = run(text);
}
