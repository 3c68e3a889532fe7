// `npm run nightly -- engines [--seed N] [--checks N] [--only NAME]…`: the differential test on engines that are too heavy for `npm test`. Exit status 1 if an
// answer differs from that of the reference interpreter, or an engine is not installed.

import { parseArgs } from "node:util";
import { corpus } from "../../test/support/backends/corpus.ts";
import { compare } from "../../test/support/backends/differences.ts";
import type { Engine } from "../../test/support/backends/engine.ts";
import { type Contender, contenders } from "./contenders.ts";
import { MissingProgram } from "./server.ts";

/** Of one corpus: enough entities for indexes to be worth their while. */
const size = { entities: 400, filters: 250 } as const;

/** An engine that takes nothing of so many corpora would never have made its checks. */
const idleCorpora = 20;

const names = contenders.map(({ name }) => name);
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "20261120" },
    // Entity checks that each engine makes at least.
    checks: { type: "string", default: "5000000" },
    only: { type: "string", multiple: true, default: names },
  },
});
const seed = values.seed === "random" ? Date.now() % 2 ** 31 : Number(values.seed);
const checks = Number(values.checks);
if (
  !Number.isSafeInteger(seed) ||
  !Number.isSafeInteger(checks) ||
  !values.only.every((name) => names.includes(name))
)
  throw new TypeError(`--seed and --checks are whole numbers, and --only is one of ${names.join(", ")}`);

// Servers that run are stopped when the process exits.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(130));

console.log(`Corpora of ${size.entities} entities and ${size.filters} filters, from seed ${seed} on.`);
for (const contender of contenders) {
  if (values.only.includes(contender.name)) await runOne(contender);
}

async function runOne({ name, open, adapt }: Contender): Promise<void> {
  try {
    const { engines, version, close } = await open();
    try {
      for (const engine of engines) await tally(engine, version, adapt);
    } finally {
      await close();
    }
  } catch (error) {
    if (!(error instanceof MissingProgram)) throw error;
    console.error(`NOT RUN ${name}: ${error.message}`);
    process.exitCode = 1;
  }
}

/** Runs corpora on an engine until it has made the checks, or differs, and prints what it did. */
async function tally(engine: Engine, version: string, adapt: Contender["adapt"]): Promise<void> {
  const start = performance.now();
  const done = { checks: 0, matched: 0 };
  let difference: string | undefined;
  let round = 0;
  for (; done.checks < checks && difference === undefined; round++) {
    if (round === idleCorpora && done.checks === 0)
      throw new Error(`${engine.name} takes nothing of the corpora`);
    const drawn = corpus(seed + round, size);
    const found = await compare([engine], adapt?.(drawn) ?? drawn);
    done.checks += found.checks;
    done.matched += found.matched;
    // Its smallest case is of that corpus.
    if (found.difference !== undefined) difference = `\n${found.difference}\nseed      ${seed + round}\n`;
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(0).padStart(4);
  console.log(
    `${difference === undefined ? "  ok" : "FAIL"} ${seconds} s  ${engine.name} (${version}): ${round} corpora, ${done.checks} checks, ${done.matched} in the slice`,
  );
  if (difference === undefined) return;
  console.error(difference);
  process.exitCode = 1;
}
