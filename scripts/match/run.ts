// `npm run nightly -- match`: the index beside the loop over its slices, for longer than `npm test` has time. `--help` has the flags.

import { table } from "../../bench/table.ts";
import { SliceIndex } from "../../src/exports/match.ts";
import { manySizes, runMany, type Size, type Tally } from "../../test/support/match/run.ts";
import { optionsOrExit, spaced } from "../flags.ts";
import { help, readOptions } from "./options.ts";

/** Few slices that change much, as in the tests; and many. */
const sizes: Readonly<Record<string, Size>> = {
  "up to 300": { steps: 40, entities: 20, slices: manySizes },
  "up to 5": { steps: 200, entities: 20, slices: [1, 2, 3, 4, 5] },
  "1 000": { steps: 30, entities: 40, slices: [1000] },
  "10 000": { steps: 10, entities: 60, slices: [10_000] },
};

/** Of all checks, so much is of each size. */
const shares: Readonly<Record<string, number>> = {
  "up to 300": 0.5,
  "up to 5": 0.02,
  "1 000": 0.3,
  "10 000": 0.18,
};

const options = optionsOrExit(readOptions, help);
console.log(`At least ${spaced(options.checks)} checks, from seed ${options.seed} on.\n`);
const rows = Object.entries(sizes).map(([name, size]) => runOne(name, size));
report();

interface Row extends Tally {
  readonly name: string;
  readonly seconds: number;
}

function runOne(name: string, size: Size): Row {
  const start = performance.now();
  const tally = runMany(SliceIndex, options.seed, Math.ceil(options.checks * (shares[name] ?? 0)), size);
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `${tally.difference === undefined ? "  ok" : "FAIL"} ${seconds.toFixed(0).padStart(4)} s  ${name} slices`,
  );
  return { ...tally, name, seconds };
}

function report(): void {
  const head = ["slices", "runs", "edits", "JSON trips", "checks", "matched", "differences", "seconds"];
  console.log(`\n${table(head, rows.map(cellsOf))}`);
  const checks = rows.reduce((sum, row) => sum + row.checks, 0);
  const differing = rows.filter(({ difference }) => difference !== undefined);
  console.log(`\n${spaced(checks)} checks in all, ${differing.length} sizes differ`);
  for (const { difference } of differing) console.log(`\n${difference}`);
  if (differing.length > 0) process.exitCode = 1;
}

/** A size stops at its first difference. */
function cellsOf({ name, runs, edits, trips, checks, matched, difference, seconds }: Row): readonly string[] {
  const counts = [runs, edits, trips, checks, matched, difference === undefined ? 0 : 1];
  return [name, ...counts.map(spaced), seconds.toFixed(1)];
}
