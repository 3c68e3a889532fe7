// How cost grows with the text: time to a million terms, or to where a peer stops; bytes a term, and the peak.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Child, Stopped, startChild } from "./children.ts";
import { queryText } from "./corpus.ts";
import { isPeerName } from "./peers/names.ts";
import { numberIn } from "./processes.ts";
import { random } from "./random.ts";
import { exponent } from "./statistics.ts";
import { type SubjectName, writtenAs } from "./variants.ts";

/** A size that every peer survives. */
export const commonTerms = 2000;

/** What a subject takes on larger and larger texts. */
export interface Growth {
  readonly name: SubjectName;
  readonly isPeer: boolean;
  /** Microseconds of CPU time for the whole text, warm, by number of terms. */
  readonly times: readonly (readonly [terms: number, microseconds: number])[];
  /** 1 is linear growth. Absent where fewer than three sizes were reached. */
  readonly exponent?: number;
  /** The first size that it did not get through, and why. */
  readonly stop?: { readonly terms: number; readonly why: string };
}

/** What a subject takes of memory. Without figures it did not get through, and `failure` says why. */
export interface Memory {
  readonly name: SubjectName;
  readonly isPeer: boolean;
  readonly terms: number;
  /** Bytes allocated a term; absent if some were collected meanwhile. */
  readonly allocated?: number;
  /** Bytes a term that the result keeps when all garbage is gone. */
  readonly kept?: number;
  /** Megabytes of the whole process, and before the work, when it held the text only. */
  readonly peak?: number;
  readonly before?: number;
  /** Seconds of CPU time, in a process that has done nothing before. */
  readonly seconds?: number;
  readonly failure?: string;
}

/** Measures the time of one subject, size after size, each within so many seconds. */
export async function growthOf(
  name: SubjectName,
  sizes: readonly number[],
  seconds: number,
): Promise<Growth> {
  const times: (readonly [number, number])[] = [];
  const child = await ready(name, []);
  const subject = { name, isPeer: isPeerName(name) };
  try {
    for (const terms of sizes) {
      const stop = await stepOf(child, terms, seconds, times);
      if (stop !== undefined) return { ...subject, times, ...slope(times), stop: { terms, why: stop } };
    }
    return { ...subject, times, ...slope(times) };
  } finally {
    child.stop();
  }
}

/** Measures the memory of one subject. */
export async function memoryOf(name: SubjectName, terms: number, seconds: number): Promise<Memory> {
  const subject = { name, isPeer: isPeerName(name), terms };
  try {
    const [allocated, kept] = await askAll(
      name,
      largeYoungGeneration,
      [{ allocated: terms }, { kept: terms }],
      seconds,
    );
    const peak = await peakOf(name, terms, seconds);
    return {
      ...subject,
      ...(typeof allocated === "number" && { allocated }),
      kept: Number(kept),
      peak: numberIn(peak, "peak"),
      before: numberIn(peak, "before"),
      seconds: numberIn(peak, "microseconds") / 1e6,
    };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { ...subject, failure: error.message };
  }
}

const largeYoungGeneration = [
  "--expose-gc",
  "--max-semi-space-size=1024",
  "--min-semi-space-size=1024",
] as const;

/** Adds the time of a size; or says why there is none, in CPU time too, as a machine may do other things meanwhile. */
async function stepOf(
  child: Child,
  terms: number,
  seconds: number,
  times: (readonly [number, number])[],
): Promise<string | undefined> {
  try {
    const microseconds = Number(await child.ask({ time: terms }, seconds * wallOverCpu));
    if (microseconds > seconds * 1e6) return tooLong(seconds);
    times.push([terms, microseconds]);
    return undefined;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return error.message.startsWith("longer") ? tooLong(seconds) : error.message;
  }
}

/** Making the text takes its time as well, and so does what else the machine does. */
const wallOverCpu = 3;

function tooLong(seconds: number): string {
  return `longer than ${String(seconds)} s`;
}

function slope(times: Growth["times"]): { readonly exponent?: number } {
  return times.length < 3 ? {} : { exponent: exponent(times) };
}

async function peakOf(name: SubjectName, terms: number, seconds: number): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const file = join(folder, "query");
    writeFileSync(file, writtenAs(name, queryText(terms, random(terms))));
    return (await askAll(name, [], [{ file }], seconds))[0];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Asks a new child some questions. */
async function askAll(
  name: SubjectName,
  flags: readonly string[],
  questions: readonly object[],
  seconds: number,
): Promise<readonly unknown[]> {
  const child = await ready(name, flags);
  try {
    const answers: unknown[] = [];
    for (const question of questions) answers.push(await child.ask(question, seconds));
    return answers;
  } finally {
    child.stop();
  }
}

async function ready(name: SubjectName, flags: readonly string[]): Promise<Child> {
  const child = startChild("scale-worker.ts", [name], flags);
  await child.ask({}, 60);
  return child;
}
