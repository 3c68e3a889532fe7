// `npm run nightly -- engines`: the differential test on engines that are too heavy for `npm test`. `--help` has the flags.

import { table } from "../../bench/table.ts";
import { optionsOrExit, spaced } from "../flags.ts";
import { type Contender, contenders } from "./contenders.ts";
import { help, readOptions } from "./options.ts";
import { MissingProgram } from "./server.ts";
import { corpusSize, type Row, tally } from "./tally.ts";

// Servers that run are stopped when the process exits.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(130));

const options = optionsOrExit(readOptions, help);
console.log(
  `Corpora of ${spaced(corpusSize.entities)} entities and ${corpusSize.filters} filters, from seed ${options.seed} on; at least ${spaced(options.checks)} entity checks an engine.\n`,
);
const rows: Row[] = [];
const missing: string[] = [];
for (const contender of contenders) {
  if (options.only.includes(contender.name)) await runOne(contender);
}
report();

async function runOne({ name, open, adapt }: Contender): Promise<void> {
  try {
    const opened = await open();
    try {
      for (const engine of opened.engines) {
        const row = await tally(engine, opened.version, options, adapt);
        rows.push(row);
        console.log(
          `${row.difference === undefined ? "  ok" : "FAIL"} ${row.seconds.toFixed(0).padStart(4)} s  ${engine.name}`,
        );
      }
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (!(error instanceof MissingProgram)) throw error;
    missing.push(name);
    console.error(`NOT RUN ${name}: ${error.message}`);
  }
}

function report(): void {
  const head = ["engine", "version", "filters", "entities", "checks", "matched", "differences", "seconds"];
  console.log(`\n${table(head, [...rows.map(cellsOf), ...missing.map(notRun)])}`);
  const all = rows.reduce((sum, { checks }) => sum + checks, 0);
  const differing = rows.filter(({ difference }) => difference !== undefined);
  console.log(`\n${spaced(all)} entity checks in all, ${differing.length} engines differ`);
  for (const { difference } of differing) console.log(`\n${difference}`);
  if (missing.length > 0)
    console.error(`\nNOT RUN, as its programs are not installed: ${missing.join(", ")}`);
  if (differing.length > 0 || (missing.length > 0 && !options.allowMissing)) process.exitCode = 1;
}

/** An engine stops at its first difference. */
function cellsOf(row: Row): readonly string[] {
  const counts = [row.filters, row.entities, row.checks, row.matched].map(spaced);
  return [
    row.engine,
    row.version,
    ...counts,
    row.difference === undefined ? "0" : "1",
    row.seconds.toFixed(1),
  ];
}

function notRun(name: string): readonly string[] {
  return [name, "not run", "", "", "0", "", "", ""];
}
