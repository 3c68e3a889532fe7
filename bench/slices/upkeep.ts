// What an index costs beside matching, each figure from processes of its own.
import { askOnce, numberIn } from "../processes.ts";
import { median } from "../statistics.ts";
import type { DateKind } from "./population.ts";

/** Milliseconds of CPU time to make an index and match the first entity. */
export interface Building {
  /** In a process that has made none before. */
  readonly cold: number;
  /** In one that has made several. */
  readonly warm: number;
}

/** Microseconds of CPU time. */
export interface Changing {
  /** A removal, and the addition that makes up for it. */
  readonly change: number;
  /** An entity, between entities. */
  readonly match: number;
  /** An entity and a change, one after the other: over the sum of both, what a change makes the next entity pay. */
  readonly both: number;
}

/** Milliseconds of CPU time, and bytes of text a slice. */
export interface Storing {
  readonly write: number;
  readonly read: number;
  readonly bytes: number;
}

/** Builds an index from filter definitions or from texts. */
export async function building(
  from: "definitions" | "texts",
  dates: DateKind,
  size: number,
  launches: number,
): Promise<Building> {
  const answers = await askSome(from === "texts" ? "text" : "build", dates, size, launches);
  return { cold: middle(answers, "cold") / 1000, warm: middle(answers, "warm") / 1000 };
}

/** Changes an index of filter definitions. */
export async function changing(size: number, launches: number): Promise<Changing> {
  const answers = await askSome("change", "absolute", size, launches);
  return {
    change: middle(answers, "change"),
    match: middle(answers, "match"),
    both: middle(answers, "both"),
  };
}

/** Writes an index as JSON text and reads it. */
export async function storing(dates: DateKind, size: number, launches: number): Promise<Storing> {
  const answers = await askSome("json", dates, size, launches);
  return {
    write: middle(answers, "write") / 1000,
    read: middle(answers, "read") / 1000,
    bytes: middle(answers, "bytes"),
  };
}

/** Bytes of memory a slice, in an index or as what a loop keeps. */
export async function keeping(
  what: "index" | "loop",
  dates: DateKind,
  size: number,
  launches: number,
): Promise<number> {
  return middle(await askSome(what === "index" ? "memory" : "loop", dates, size, launches), "bytes");
}

async function askSome(
  mode: string,
  dates: DateKind,
  size: number,
  launches: number,
): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (let launch = 0; launch < launches; launch++)
    answers.push(await askOnce("slices/upkeep-worker.ts", [mode, dates, String(size)], ["--expose-gc"]));
  return answers;
}

function middle(answers: readonly unknown[], name: string): number {
  return median(answers.map((answer) => numberIn(answer, name)));
}
