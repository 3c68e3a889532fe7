// `npm run bench`: measures speed, growth, memory, start, bundles, backends, slices and typing, beside others, and says which goals are met.
//
// A full run writes `bench/results.json`, and from it `docs/performance.md` and its plots.
//
// --quick          fewer rounds, smaller texts and tables, no profiles, a few minutes in all; writes nothing
// --only <a,b,…>   these sections alone
// --write          with --only: puts them in the place of what was measured before
// --check          exit status 1 if a goal for the speed of `parse` is not met
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../scripts/check/process.ts";
import { goalText, reachedText } from "./report/figures.ts";
import { performanceFiles } from "./report/files.ts";
import { missedGoals } from "./report/losses.ts";
import { installedVersions, isSame, thisMachine } from "./report/machine.ts";
import { optionsOf, type RunOptions } from "./report/options.ts";
import { limitUnit } from "./report/parse.ts";
import {
  failedSection,
  type MeasuredSection,
  readResults,
  withSections,
  writeResults,
} from "./report/results.ts";
import { type Measurement, measurements } from "./report/sections.ts";
import type { Section } from "./section.ts";
import { sectionText } from "./table.ts";

const ids = measurements.map(({ id }) => id);
const options = optionsOf(process.argv.slice(2), ids);
if (typeof options === "string") {
  console.error(options);
  process.exit(2);
}
const machine = thisMachine();
const found = readResults();
/** What was measured before on this machine. */
const before = found !== undefined && isSame(found.machine, machine) ? found : undefined;
if (options.write && options.only.length < ids.length && found !== before) {
  console.error(
    "bench/results.json is from another machine or Node: a page of both would compare nothing; run all",
  );
  process.exit(2);
}
console.log(
  `Node ${machine.node}, ${machine.architecture}, ${String(machine.cores)} cores (${machine.processor})`,
);
console.log("CPU time of all threads; every variant in its own process, in interleaved rounds; medians.\n");
const sections = await measureAll(options);
sumUp(sections, options);
if (options.write) writePage();

/** A section that cannot be measured is written as such: figures of before would pass for those of now. */
async function measureAll(chosen: RunOptions): Promise<readonly MeasuredSection[]> {
  const measured: MeasuredSection[] = [];
  for (const each of measurements.filter(({ id }) => chosen.only.includes(id))) {
    measured.push(await measureOne(each, chosen, measured));
    // At once, so that no later section can lose it.
    if (chosen.write) save(measured);
  }
  return measured;
}

async function measureOne(
  { id, measure }: Measurement,
  { quick, only }: RunOptions,
  measured: readonly Section[],
): Promise<MeasuredSection> {
  const start = performance.now();
  // What is not measured in this run is as the page says; a quick run knows only itself.
  const known = quick ? [] : (before?.sections ?? []);
  const section = await measure(quick, [
    ...known.filter((each) => !only.includes(each.id)),
    ...measured,
  ]).catch((error: unknown) => {
    console.error(`${id} could not be measured:`, error);
    process.exitCode = 1;
    return failedSection(
      id,
      found?.sections.find((each) => each.id === id),
      error,
    );
  });
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`${sectionText(section)}\n(${id}: ${String(seconds)} s)\n`);
  return { ...section, measured: new Date().toISOString().slice(0, 10), seconds };
}

function sumUp(measured: readonly MeasuredSection[], { check }: RunOptions): void {
  const missed = measured.flatMap(missedGoals);
  for (const goal of missed)
    console.log(`Not met: ${goal.what}: ${reachedText(goal)}, goal ${goalText(goal)}`);
  console.log(`${String(measured.reduce((sum, { seconds }) => sum + seconds, 0))} s in all`);
  if (check && missed.some(({ unit }) => unit === limitUnit)) process.exitCode = 1;
}

function save(measured: readonly MeasuredSection[]): void {
  const now = { machine, versions: installedVersions(), sections: measured };
  writeResults(withSections(before, now, ids));
}

function writePage(): void {
  const files = performanceFiles();
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const plots = join(root, "docs/performance");
  for (const file of readdirSync(plots)) {
    if (!files.some(({ path }) => path === `docs/performance/${file}`)) rmSync(join(plots, file));
  }
  console.log(`Written: bench/results.json, docs/performance.md and ${String(files.length - 1)} plots`);
}
