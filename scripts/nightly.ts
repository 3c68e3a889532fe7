// `npm run nightly`: the searches that take too long for every commit, all in turn, or the one that is named with its own flags.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { endAfter, root } from "./check/process.ts";

interface Search {
  readonly program: string;
  readonly args: readonly string[];
  /** The flags of the night; others may be given instead. */
  readonly flags: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const script = (name: string, ...flags: readonly string[]): Search => ({
  program: process.execPath,
  args: [join(root, `scripts/${name}/run.ts`)],
  flags,
});

/** A new one each night: with it in FC_SEED, the same input is drawn again. */
const seed = process.env["FC_SEED"] ?? String(Date.now() % 2 ** 31);

/** The tests that draw their input, many times as often as in `npm test`. */
const explored = ["test/properties", "test/algebra", "test/match", "test/language-service", "test/lsp/fuzz"];

const vitest = join(root, "node_modules/.bin/vitest");

const searches: Readonly<Record<string, Search>> = {
  mutation: script("mutation"),
  engines: script("engines", "--seed", "random"),
  explore: {
    program: vitest,
    args: ["run", "--project=shared", "--project=slow", "--reporter=verbose"],
    flags: [...explored, "test/hostile/growth"],
    env: { FC_SEED: seed, FC_RUNS: "20" },
  },
  // The tests of the service, and what attacks it at length, with requests that no other run has sent.
  requests: {
    program: "npm",
    args: ["run", "--silent", "test", "--workspace=service", "--"],
    flags: [],
    env: { FC_SEED: seed },
  },
  attacks: {
    program: "npm",
    args: ["run", "--silent", "test:slow", "--workspace=service", "--", "--reporter=verbose"],
    flags: ["test/http/fuzz", "test/database/tenants", "test/loops/machine", "test/mcp/proposing"],
    env: { FC_SEED: seed },
  },
  // A hundred thousand random steps of a project whose slices are followed.
  replay: {
    program: "npm",
    args: [
      "run",
      "--silent",
      "test:slow",
      "--workspace=service",
      "--",
      "test/live/replay",
      "--reporter=verbose",
    ],
    flags: [],
    env: { REPLAY_RUNS: "20" },
  },
  // Replays the tutorials on copies of the project, with two compilers each.
  tutorials: { program: vitest, args: ["run", "--project=nightly"], flags: [] },
};

/** What hangs for so many hours is ended. */
const mostHours = 6;

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
  if (!(await succeeds(each, search))) failed.push(each);
}
if (failed.length > 0) {
  console.error(`\nfailed: ${failed.join(", ")}`);
  process.exitCode = 1;
}

/** Runs a search, which writes what it finds, and ends it and all that it started if it takes too long. */
async function succeeds(each: string, { program, args, flags: usual, env }: Search): Promise<boolean> {
  const start = performance.now();
  const given = flags.length > 0 ? flags : usual;
  console.log(`\n— ${[each, ...given].join(" ")}${env === undefined ? "" : ` (FC_SEED=${seed})`}`);
  const child = spawn(program, [...args, ...given], {
    cwd: root,
    stdio: "inherit",
    env: { ...env, ...process.env },
    detached: true,
  });
  endAfter(child, mostHours * 3_600_000);
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  console.log(`${status === 0 ? "  ok" : "FAIL"} ${minutes.padStart(6)} min  ${each}`);
  return status === 0;
}
