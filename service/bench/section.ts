// What a section of the benchmark is, and the statistics that its figures are made of.

import type { Postgres } from "./postgres.ts";
import type { Store } from "./store.ts";

/** Some goals that are measured together. */
export interface Section {
  /** The word after `--only`. */
  readonly id: string;
  readonly title: string;
  /** How it is measured, and what it costs: Markdown, for the page. */
  readonly how: string;
  readonly measure: (run: Run) => Promise<Measured>;
}

/** What sections run on. */
export interface Run {
  readonly postgres: Postgres;
  /** How many entities the large store has. */
  readonly entities: number;
  /** A folder with labelled sets. */
  readonly data: string | undefined;
  /** A store of so many entities; made once, and then shared. */
  readonly store: (entities: number) => Promise<Store>;
  /** So many rounds, or 2 where there are too few entities for figures that mean anything. */
  readonly rounds: (full: number) => number;
}

/** What a section found. */
export interface Measured {
  readonly goals: readonly Goal[];
  /** Further figures, one object a row; the members of the first are the columns. */
  readonly rows: readonly Readonly<Record<string, number | string>>[];
}

/** A figure, and what it should be. */
export interface Goal {
  readonly what: string;
  readonly bound: "most" | "least";
  readonly goal: number;
  readonly unit: string;
  readonly figure: number;
}

/** Less is better. */
export function atMost(what: string, goal: number, unit: string, figure: number): Goal {
  return { what, bound: "most", goal, unit, figure: known(what, figure) };
}

/** More is better. */
export function atLeast(what: string, goal: number, unit: string, figure: number): Goal {
  return { what, bound: "least", goal, unit, figure: known(what, figure) };
}

function known(what: string, figure: number): number {
  if (!Number.isFinite(figure)) throw new Error(`${what}: not measured`);
  return figure;
}

/** Whether a figure is what it should be. */
export function isMet({ bound, goal, figure }: Goal): boolean {
  return bound === "most" ? figure <= goal : figure >= goal;
}

/** The value that a part of the others is at most, 0 to 1. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

/** The middle of some numbers; of an even count, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** Measures each in every round, in turn, so that whatever else the machine does happens to all; returns the figures of each. */
export async function interleaved(
  rounds: number,
  variants: readonly (() => Promise<number>)[],
): Promise<readonly (readonly number[])[]> {
  const measured = variants.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, measure] of variants.entries()) measured[at]?.push(await measure());
  return measured;
}

/** Likewise, and returns the median of each. */
export async function medians(
  rounds: number,
  variants: readonly (() => Promise<number>)[],
): Promise<readonly number[]> {
  return (await interleaved(rounds, variants)).map(median);
}

/** Milliseconds on the clock. */
export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
