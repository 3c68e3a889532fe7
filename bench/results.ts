// What a run leaves: `bench/results.json`, from which the page, its plots and the verdicts on the goals are made.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, release, type } from "node:os";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { root } from "../scripts/check/process.ts";
import bench from "./package.json" with { type: "json" };
import { median } from "./statistics.ts";

/** All that was measured. */
export interface Results {
  readonly machine: Readonly<Record<"processor" | "architecture" | "cores" | "system" | "node", string>>;
  readonly sections: Readonly<Record<string, Section>>;
}

/** What was measured together. */
export interface Section {
  /** The day, such as `2026-11-22`, and how long it took on the clock. */
  readonly measured: string;
  readonly seconds: number;
  /** What was compared, such as `liqe 3.8.7`. */
  readonly versions: readonly string[];
  readonly rows: readonly Row[];
}

/** One variant: the figures of all launches by name, or why a launch failed. */
export interface Row {
  /** Rows of one group are compared with each other. */
  readonly group: string;
  readonly name: string;
  readonly figures?: Readonly<Record<string, readonly number[]>>;
  readonly failure?: string;
}

const file = join(root, "bench/results.json");

/** The results of the last run. */
export function readResults(): Results {
  const results: Results = JSON.parse(readFileSync(file, "utf8"));
  return results;
}

/** Writes results, formatted like the rest of the project; five digits are more than any figure here is good for. */
export function writeResults(results: Results): void {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "format", "--stdin-file-path=bench/results.json"];
  const rounded = (_key: string, value: unknown): unknown =>
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value;
  const input = JSON.stringify(results, rounded);
  writeFileSync(file, execFileSync(process.execPath, args, { cwd: root, input, encoding: "utf8" }));
}

/** Whether results are of this machine: figures of two machines say nothing next to each other. */
export function isOfThisMachine({ machine }: Results): boolean {
  return JSON.stringify(machine) === JSON.stringify(thisMachine());
}

/** The results with one section measured again on this machine; those of another machine are dropped. */
export function withSection(before: Results, name: string, rows: readonly Row[], seconds: number): Results {
  const section = { measured: new Date().toISOString().slice(0, 10), seconds, versions: versions(), rows };
  const others = isOfThisMachine(before) ? before.sections : {};
  return { machine: thisMachine(), sections: { ...others, [name]: section } };
}

/** The row at a path such as `parse > typical > limit`, if it was measured: section, group and name. */
export function rowAt({ sections }: Results, path: string): Row | undefined {
  const [section = "", group, name] = path.split(" > ");
  return sections[section]?.rows.find((row) => row.group === group && row.name === name);
}

/** The median of a figure at a path such as `parse > typical > limit > ns`; NaN if there is none. */
export function figureAt(results: Results, path: string): number {
  return median(launchesAt(results, path));
}

/** How many times that of another variant a figure is: the median of the launches, as a slow moment of the machine meets both. */
export function ratioAt(results: Results, path: string, other: string): number {
  const [section, group, , figure] = path.split(" > ");
  const divisors = launchesAt(results, [section, group, other, figure].join(" > "));
  return median(launchesAt(results, path).map((each, launch) => each / (divisors[launch] ?? Number.NaN)));
}

function launchesAt(results: Results, path: string): readonly number[] {
  return rowAt(results, path)?.figures?.[path.split(" > ")[3] ?? ""] ?? [];
}

/** This machine. */
function thisMachine(): Results["machine"] {
  return {
    processor: cpus()[0]?.model.trim() ?? "unknown",
    architecture: process.arch,
    cores: String(availableParallelism()),
    system: `${type()} ${release().replace(/[^\d.].*$/u, "")}`,
    node: process.version,
  };
}

/** What is compared, as it is pinned; a test holds that this is what is installed. */
function versions(): readonly string[] {
  const { "@duckdb/node-api": duckdb, esbuild } = manifest.devDependencies;
  const all = Object.entries({ ...bench.devDependencies, "@duckdb/node-api": duckdb, esbuild });
  return all.filter(([name]) => !drawing.test(name)).map((pin) => pin.join(" "));
}

const drawing = /^(?:@types\/|@observablehq\/|linkedom$)/u;
