// `npm run nightly`: the searches that take too long for every commit, all in turn, or the one that is named with its own flags.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./check/process.ts";

interface Search {
  readonly program: string;
  readonly args: readonly string[];
  /** The flags of the night, in the place of which others may be given. */
  readonly flags: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const script = (name: string, ...flags: readonly string[]): Search => ({
  program: process.execPath,
  args: [join(root, `scripts/${name}/run.ts`)],
  flags,
});

/** New seeds each night: what they draw is printed, and repeats a run. */
const searches: Readonly<Record<string, Search>> = {
  mutation: script("mutation"),
  fuzz: script("fuzz", "--minutes", "30", "--seed", "random"),
  engines: script("engines", "--seed", "random"),
  algebra: script("algebra", "--seed", "random"),
  match: script("match", "--seed", "random"),
  explore: {
    program: join(root, "node_modules/.bin/vitest"),
    args: ["run", "test/properties"],
    flags: [],
    env: { FC_SEED: "random", FC_RUNS: "20" },
  },
};

const [name, ...flags] = process.argv.slice(2);
const chosen =
  name === undefined
    ? Object.entries(searches)
    : [[name, Object.hasOwn(searches, name) ? searches[name] : undefined] as const];
const failed: string[] = [];
for (const [each, search] of chosen) {
  if (search === undefined) {
    console.error(
      `There is no ${each}; name one of ${Object.keys(searches).join(", ")}, or none for all of them.`,
    );
    process.exit(2);
  }
  if (!succeeds(each, search)) failed.push(each);
}
if (failed.length > 0) {
  console.error(`\nfailed: ${failed.join(", ")}`);
  process.exitCode = 1;
}

/** Runs a search, which writes what it finds. */
function succeeds(each: string, { program, args, flags: usual, env }: Search): boolean {
  const start = performance.now();
  const given = flags.length > 0 ? flags : usual;
  console.log(`\n— ${[each, ...given].join(" ")}`);
  const { status } = spawnSync(program, [...args, ...given], {
    cwd: root,
    stdio: "inherit",
    env: { ...env, ...process.env },
  });
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  console.log(`${status === 0 ? "  ok" : "FAIL"} ${minutes.padStart(6)} min  ${each}`);
  return status === 0;
}
