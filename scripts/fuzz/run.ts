// `npm run nightly -- fuzz`: searches for inputs that break what the toolkit promises. `--help` has the flags.

import { table } from "../../bench/table.ts";
import { optionsOrExit, spaced } from "../flags.ts";
import type { Campaign, Find } from "./campaign.ts";
import { startCoverage } from "./coverage.ts";
import { help, readOptions } from "./options.ts";
import { targets } from "./targets.ts";
import { startWatchdog } from "./watchdog.ts";

/** An input that takes longer, even on a busy machine, hangs. */
const limit = 20_000;

const options = optionsOrExit(readOptions, help);
const unknown = options.targets.filter((name) => !Object.hasOwn(targets, name));
if (unknown.length > 0)
  fail(`there is no target ${unknown.join(", ")}; these are ${Object.keys(targets).join(", ")}`);
const names = options.targets.length > 0 ? options.targets : Object.keys(targets);
const watchdog = startWatchdog(limit);
const coverage = options.inputs === undefined && options.replay === undefined ? startCoverage() : undefined;
const campaigns = Object.entries(targets).flatMap(([name, start], at) =>
  names.includes(name)
    ? [
        start({
          seed: options.seed + at * 7919,
          watch: watchdog.watch,
          ...(coverage === undefined ? {} : { coverage }),
        }),
      ]
    : [],
);
const told = new Set<Find>();
if (options.replay === undefined) await search();
else await replay(options.replay);
await watchdog.stop();
coverage?.stop();

async function search(): Promise<void> {
  const { inputs, minutes, seed } = options;
  console.log(
    `Seed ${String(seed)}, ${inputs === undefined ? `${String(minutes)} minutes` : `${spaced(inputs)} inputs each`}.\n`,
  );
  if (inputs === undefined) await forMinutes(minutes);
  else for (const campaign of campaigns) await forInputs(campaign, inputs);
  const rows = campaigns.map(cellsOf);
  console.log(table(["target", "inputs", "a second", "kept", "finds", "promise"], rows));
  console.log(`\n${spaced(Math.round(process.cpuUsage().user / 1e6))} s of CPU.`);
  if (coverage !== undefined) console.log(`${spaced(coverage.size())} characters of src ran in all.`);
  const untried = campaigns.filter(({ tally }) => tally().inputs === 0).map(({ name }) => name);
  if (untried.length > 0) console.log(`Not tried: ${untried.join(", ")}. Give more --minutes.`);
  if (told.size > 0 || untried.length > 0) process.exitCode = 1;
}

/** The target that had the least time goes next. */
async function forMinutes(minutes: number): Promise<void> {
  const end = performance.now() + minutes * 60_000;
  while (performance.now() < end) {
    const [first] = campaigns.toSorted((one, other) => one.tally().seconds - other.tally().seconds);
    if (first === undefined) return;
    await first.step(Infinity);
    tell(first);
  }
}

async function forInputs(campaign: Campaign, inputs: number): Promise<void> {
  for (let left = inputs; left > 0; left = inputs - campaign.tally().inputs) await campaign.step(left);
  tell(campaign);
}

async function replay(json: string): Promise<void> {
  const [campaign, other] = campaigns;
  if (campaign === undefined || other !== undefined) return fail("--replay needs one --target");
  const find = await campaign.replay(json);
  if (find === undefined) console.log(`${campaign.name}: nothing is broken`);
  else show(find);
  if (find !== undefined) process.exitCode = 1;
}

function tell(campaign: Campaign): void {
  for (const find of campaign.tally().finds) {
    if (!told.has(find)) show(find);
    told.add(find);
  }
}

function show({ target, message, input }: Find): void {
  console.log(`FOUND in ${target}, seed ${String(options.seed)}: ${message}`);
  console.log(`  input  ${input}\n  npm run nightly -- fuzz --target ${target} --replay '${input}'\n`);
}

function cellsOf({ name, promise, tally }: Campaign): readonly string[] {
  const { inputs, kept, seconds, finds } = tally();
  return [
    name,
    spaced(inputs),
    seconds === 0 ? "" : spaced(Math.round(inputs / seconds)),
    spaced(kept),
    spaced(finds.length),
    promise,
  ];
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
