// What a run leaves behind: `bench/results.json`, from which the page and the plots are made.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/check/process.ts";
import { goalsOf, type Section } from "../section.ts";
import type { Machine } from "./machine.ts";

/** All that was measured. */
export interface Results {
  readonly machine: Machine;
  /** The versions of what is compared, as installed, by name. */
  readonly versions: Readonly<Record<string, string>>;
  readonly sections: readonly MeasuredSection[];
}

/** A section, and when it was measured. */
export interface MeasuredSection extends Section {
  /** The day, such as `2026-11-22`. */
  readonly measured: string;
  /** How long it took on the clock. */
  readonly seconds: number;
  /** What had another version then than in the results. */
  readonly versions?: Results["versions"];
}

/** Where results are, from the root of the project. */
const resultsPath = "bench/results.json";

/** The results of the last run that wrote them; none if there was none. */
export function readResults(): Results | undefined {
  const file = join(root, resultsPath);
  if (!existsSync(file)) return undefined;
  const results: Results = JSON.parse(readFileSync(file, "utf8"));
  return results;
}

/** Writes results, formatted like the rest of the project. */
export function writeResults(results: Results): void {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "format", `--stdin-file-path=${resultsPath}`];
  const text = execFileSync(process.execPath, args, {
    cwd: root,
    input: JSON.stringify(results, rounded),
    encoding: "utf8",
  });
  writeFileSync(join(root, resultsPath), text);
}

/** The results with some sections measured anew: these come in their place, others stay, and new ones stand in the given order. */
export function withSections(before: Results | undefined, now: Results, order: readonly string[]): Results {
  const isNew = (id: string): boolean => now.sections.some((section) => section.id === id);
  const kept = before?.sections.filter(({ id }) => !isNew(id) && order.includes(id)) ?? [];
  const dated = kept.map((section) => withVersions(section, before?.versions ?? {}, now.versions));
  const sections = [...dated, ...now.sections].toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  return { ...now, sections };
}

/** A section that is kept while others are measured anew, with the versions of then that are no longer those of now. */
function withVersions(
  { versions, ...section }: MeasuredSection,
  before: Results["versions"],
  now: Results["versions"],
): MeasuredSection {
  const others = Object.entries({ ...before, ...versions }).filter(
    ([name, version]) => now[name] !== version,
  );
  return others.length === 0 ? section : { ...section, versions: Object.fromEntries(others) };
}

/** What a section becomes that could not be measured: its goals are not met, and no figure of before passes for one of now. */
export function failedSection(id: string, before: Section | undefined, error: unknown): Section {
  const goals = before === undefined ? [] : goalsOf(before);
  // Without where the time goes, as there is none.
  const rows = goals.map(({ what, bound, goal, unit, family }) => ({
    name: what,
    role: "ours" as const,
    cells: [{ what, figure: null, bound, goal, unit, ...(family !== undefined && { family }) }],
  }));
  return {
    id,
    title: before?.title ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}`,
    lead: `Could not be measured in this run: ${reasonOf(error)}.`,
    tables: rows.length === 0 ? [] : [{ caption: "Goals", head: "", columns: [{ title: "goal" }], rows }],
    plots: [],
    notes: [],
  };
}

/** The first line of what was thrown, without the folders of this machine. */
function reasonOf(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.replaceAll(process.execPath, "node").replaceAll(`${root}/`, "").trim().replace(/\.$/u, "");
}

/** Five digits are more than any figure here is good for; a figure that is none is nothing. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value;
}
