// What a run leaves: `results.json`.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import type { Measured } from "./section.ts";

/** All that was measured on one machine. */
export interface Results {
  readonly machine: string;
  /** By the ID of the section. */
  readonly sections: Readonly<Record<string, MeasuredSection>>;
}

/** A section, and when it was measured. */
export interface MeasuredSection extends Measured {
  readonly date: string;
  readonly seconds: number;
  readonly entities: number;
}

const path = new URL("results.json", import.meta.url);

/** Those of the last run that wrote them; none if there was none. */
export function readResults(): Results {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { machine: "", sections: {} };
}

/** Replaces the sections of the last run. Those of another machine go: nothing could be compared. */
export function writeResults({ machine, sections }: Results): void {
  const before = readResults();
  const kept = before.machine === machine ? before.sections : {};
  writeFileSync(path, textOf({ machine, sections: { ...kept, ...sections } }));
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
