// What a run leaves: `results.json`.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import type { Measured } from "./section.ts";

/** All that was measured. */
export interface Results {
  /** Of the last run. */
  readonly machine: string;
  /** By the ID of the section. */
  readonly sections: Readonly<Record<string, MeasuredSection>>;
}

/** A section, and when it was measured. */
export interface MeasuredSection extends Measured {
  readonly date: string;
  readonly seconds: number;
  readonly entities: number;
  /** Where it was measured, if that was another machine than that of the last run. */
  readonly machine?: string;
}

const path = new URL("results.json", import.meta.url);

/** Those of the last run that wrote them; none if there was none. */
export function readResults(): Results {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { machine: "", sections: {} };
}

/** Replaces the sections that were measured. */
export function writeResults(results: Results): void {
  writeFileSync(path, textOf(merged(readResults(), results)));
}

/** Results with those of a later run in their place. What that did not measure stays, and says which machine it is of. */
export function merged(before: Results, { machine, sections }: Results): Results {
  const kept = Object.entries(before.sections).map(([id, { machine: own = before.machine, ...section }]) => [
    id,
    own === machine ? section : { ...section, machine: own },
  ]);
  return { machine, sections: { ...Object.fromEntries(kept), ...sections } };
}

/** As JSON; three digits are more than any figure here is good for. */
export function textOf(results: Results): string {
  const rounded = (_: string, value: unknown): unknown =>
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value;
  return `${JSON.stringify(results, rounded, 2)}\n`;
}

/** This machine, in words. */
export function thisMachine(postgres: string): string {
  const processor = cpus()[0]?.model.trim() ?? "an unknown processor";
  const memory = Math.round(totalmem() / 1e9);
  return `${processor} (${process.arch}, ${availableParallelism()} cores, ${memory} GB), Node ${process.version}, PostgreSQL ${postgres}`;
}
