// `npm run bench`: measures all sections, or those that are named, writes `bench/results.json` and from it `docs/performance.md`
// with its plots, and prints which goals are met. `npm run bench goals` prints the goals of the last run.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../scripts/check/process.ts";
import { figureText } from "./figures.ts";
import { goalLines } from "./goals.ts";
import { performanceFiles } from "./page.ts";
import { isOfThisMachine, type Row, readResults, withSection, writeResults } from "./results.ts";
import { sections } from "./sections.ts";
import { median } from "./statistics.ts";
import { table } from "./table.ts";

const args = process.argv.slice(2);
const strange = args.find((arg) => arg !== "goals" && !sections.has(arg));
if (strange !== undefined) {
  console.error(`${strange} is not a section of the benchmark: ${[...sections.keys()].join(", ")}`);
  process.exit(2);
}
if (args.some((arg) => arg !== "goals") && !isOfThisMachine(readResults())) {
  console.error("bench/results.json is from another machine or Node: measure everything");
  process.exit(2);
}
if (args[0] !== "goals") await measure(args.length === 0 ? [...sections.keys()] : args);
console.log(goalLines(readResults()).join("\n"));

/** Each section is written at once, so that no later one can lose it. */
async function measure(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const start = performance.now();
    const rows = await measured(name);
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${name}, ${String(seconds)} s\n${textOf(rows)}\n`);
    writeResults(withSection(readResults(), name, rows, seconds));
  }
  for (const { path, text } of performanceFiles(readResults())) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** A section that cannot be measured has no rows: figures of before would pass for those of now. */
async function measured(name: string): Promise<readonly Row[]> {
  try {
    return (await sections.get(name)?.()) ?? [];
  } catch (error) {
    console.error(`${name} could not be measured:`, error);
    process.exitCode = 1;
    return [];
  }
}

function textOf(rows: readonly Row[]): string {
  return table(
    ["group", "name", "medians"],
    rows.map((row) => {
      const figures = Object.keys(row.figures ?? {}).map(
        (key) => `${key} ${figureText(median(row.figures?.[key] ?? []))}`,
      );
      return [
        row.group,
        row.name,
        [...figures, ...(row.failure === undefined ? [] : [row.failure])].join(", "),
      ];
    }),
  );
}
