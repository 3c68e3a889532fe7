// `npm run bench`: measures speed, growth, memory, bundle sizes, cold start, backends, slices and typing, and says which goals are met.
//
// --quick  fewer rounds, smaller texts and tables, three minutes in all
// --check  exit status 1 if a goal for the speed of `parse` is not met
import { availableParallelism, cpus } from "node:os";
import { columns, predicates } from "./backends/report.ts";
import { coldStart } from "./cold-start.ts";
import { type CorpusName, corpusNames } from "./corpus.ts";
import { goals, verdict } from "./goals.ts";
import { typing } from "./language-service/report.ts";
import { type Scale, scaleOf } from "./scale.ts";
import { sizes } from "./sizes.ts";
import { matching, questions, upkeep } from "./slices/report.ts";
import { captionOf, type Effort, type Speed, speedsOn } from "./speed.ts";
import { table } from "./table.ts";
import type { VariantName } from "./variants.ts";

const flags = process.argv.slice(2);
const unknown = flags.find((flag) => flag !== "--quick" && flag !== "--check");
if (unknown !== undefined) {
  console.error(`${unknown} is not an option of the benchmark; its options are --quick and --check`);
  process.exit(2);
}
const quick = flags.includes("--quick");

/** Where the speed of `parse` has a goal. */
const parseGoals: ReadonlyMap<CorpusName, number> = new Map([
  ["typical", goals.typicalRatio],
  ["long", goals.longRatio],
]);

const started = performance.now();
console.log(
  `Node ${process.version}, ${process.arch}, ${String(availableParallelism())} cores (${cpus()[0]?.model.trim() ?? "unknown"})`,
);
console.log("CPU time of all threads; every variant in its own process, in interleaved rounds; medians.\n");
const missed = await speed();
await scale();
await bundles();
await start();
await predicates(quick);
await columns(quick);
await matching(quick);
await upkeep(quick);
await questions(quick);
await typing(quick);
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s in all`);
if (missed.length > 0) console.log(`Goals for the speed of parse not met: ${missed.join(", ")}`);
if (flags.includes("--check") && missed.length > 0) process.exitCode = 1;

/** The names of the corpora on which `parse` misses its goal. */
async function speed(): Promise<readonly string[]> {
  const short: Effort = quick
    ? { launches: 1, rounds: 7, warmUpMilliseconds: 200, milliseconds: 10 }
    : { launches: 3, rounds: 9, warmUpMilliseconds: 400, milliseconds: 30 };
  const long: Effort = { ...short, launches: 1, rounds: quick ? 3 : 5 };
  const names = corpusNames.filter((name) => !quick || name !== "huge-200k");
  const missing: string[] = [];
  for (const name of names) {
    const speeds = await speedsOn(name, name.startsWith("huge") ? long : short);
    console.log(`Speed, ${captionOf(name)}`);
    console.log(`${table(["", "ns/term", "±%", "× limit", "× parse", "goal"], speeds.map(speedRow))}\n`);
    const goal = parseGoals.get(name);
    const ratio = speeds.find(({ variant }) => variant === "parse")?.over("limit") ?? Number.NaN;
    if (goal !== undefined && !(ratio <= goal)) missing.push(name);
  }
  return missing;
}

function speedRow(each: Speed): readonly string[] {
  const { variant, corpus, nanoseconds } = each;
  const ratio = each.over("limit");
  const own = each.over("parse");
  const limitGoal = variant === "parse" ? parseGoals.get(corpus) : undefined;
  const oneTerm =
    corpus === "short" && variant === "compile" ? verdict(own, goals.oneTermRatio, " × parse") : "";
  return [
    variant,
    nanoseconds.toFixed(1),
    each.spread.toFixed(0),
    ratio.toFixed(2),
    own.toFixed(2),
    limitGoal === undefined ? oneTerm : verdict(ratio, limitGoal, " × limit"),
  ];
}

async function scale(): Promise<void> {
  const steps = quick ? [1000, 10_000, 100_000] : [1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000];
  const variants: readonly VariantName[] = quick
    ? ["limit", "parse"]
    : ["limit", "parseText", "parse", "compile"];
  const scales: Scale[] = [];
  for (const variant of variants) scales.push(await scaleOf(variant, steps));
  const most = steps.at(-1) ?? 0;
  console.log(
    `Growth from 1 000 to ${most.toLocaleString("en").replaceAll(",", " ")} terms, limits lifted; ns/term when warm`,
  );
  const head = ["", ...steps.map((size) => `${String(size / 1000)}k`), "exponent", "over limit", "goal"];
  const own = scales[0]?.exponent ?? Number.NaN;
  const rows = scales.map((each) => [
    each.variant,
    ...each.times.map(([size, microseconds]) => ((microseconds * 1000) / size).toFixed(0)),
    each.exponent.toFixed(3),
    (each.exponent / own).toFixed(3),
    each.variant === "parse" ? verdict(each.exponent, goals.exponent) : "",
  ]);
  console.log(table(head, rows));
  console.log(
    "The limit makes the same tree: what its own exponent has over 1 is the garbage collector copying it.\n",
  );
  console.log(`Memory, and ${String(most / 1000)}k terms in a process that has done nothing before`);
  console.log(
    `${table(["", "B/term", "goal", "peak MB", "before", "goal", "CPU s", "goal"], scales.map(memoryRow))}\n`,
  );
}

/** Peak and time have goals for a million terms only. */
function memoryRow({ variant, kilobytes, peak, before, seconds }: Scale): readonly string[] {
  const goal = (figure: number, most: number, unit: string, always = false): string =>
    variant === "parse" && (always || !quick) ? verdict(figure, most, unit) : "";
  return [
    variant,
    (kilobytes * 1000).toFixed(0),
    goal(kilobytes, goals.kilobytesATerm, " kB", true),
    peak.toFixed(0),
    before.toFixed(0),
    goal(peak, goals.peakMegabytes, " MB"),
    seconds.toFixed(2),
    goal(seconds, goals.millionSeconds, " s"),
  ];
}

async function bundles(): Promise<void> {
  const rows = (await sizes()).map(({ name, minified, gzip }) => [
    name,
    minified.toFixed(1),
    gzip.toFixed(1),
    name === "validate alone" ? verdict(gzip, goals.validateKilobytes, " kB") : "",
  ]);
  console.log("Bundles for browsers, kB (1000 bytes)");
  console.log(`${table(["", "minified", "gzip", "goal"], rows)}\n`);
}

async function start(): Promise<void> {
  const { empty, commandLine, difference } = await coldStart(quick ? 7 : 21);
  console.log("Cold start, ms of CPU time");
  const rows = [
    ["empty process", empty.toFixed(1), ""],
    ["slice-cql check", commandLine.toFixed(1), ""],
    ["difference", difference.toFixed(1), verdict(difference, goals.coldStartMilliseconds, " ms")],
  ];
  console.log(`${table(["", "ms", "goal"], rows)}\n`);
}
