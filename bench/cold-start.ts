// Cold start: the CPU time of a whole process that checks one query, over that of a process that does nothing.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { median } from "./statistics.ts";

/** Milliseconds of CPU time, medians. */
export interface ColdStart {
  /** What was run. */
  readonly program: string;
  readonly empty: number;
  readonly commandLine: number;
  /** The difference in the same round. */
  readonly difference: number;
}

/** Measures the built command line, or a bundle of its source; `undefined` if there is neither. */
export async function coldStart(rounds: number): Promise<ColdStart | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const program = await programIn(folder);
    if (program === undefined) return undefined;
    const empty = join(folder, "empty.mjs");
    writeFileSync(empty, "");
    const reporter = join(folder, "reporter.cjs");
    writeFileSync(reporter, reporterCode);
    const pairs = Array.from({ length: rounds }, () => [
      cpuOfRun(reporter, [empty]),
      cpuOfRun(reporter, [program.path, ...args]),
    ]).map(([nothing = 0, checked = 0]) => ({ nothing, checked }));
    return {
      program: program.title,
      empty: median(pairs.map(({ nothing }) => nothing)),
      commandLine: median(pairs.map(({ checked }) => checked)),
      difference: median(pairs.map(({ nothing, checked }) => checked - nothing)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function programIn(
  folder: string,
): Promise<{ readonly path: string; readonly title: string } | undefined> {
  const built = join(import.meta.dirname, "../dist/cli.js");
  if (existsSync(built)) return { path: built, title: "dist/cli.js check" };
  const source = join(import.meta.dirname, "../src/cli/main.ts");
  if (!existsSync(source)) return undefined;
  const path = join(folder, "cli.mjs");
  await build({
    entryPoints: [source],
    outfile: path,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: "error",
  });
  return { path, title: "src/cli/main.ts, bundled, check" };
}

/** Milliseconds of a child and all its threads, as it says itself when it ends. */
function cpuOfRun(reporter: string, args: readonly string[]): number {
  const { output, error, status } = spawnSync(process.execPath, ["--require", reporter, ...args], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (error !== undefined) throw error;
  const milliseconds = Number(output[3]) / 1000;
  if (status !== 0 || !(milliseconds > 0))
    throw new Error(`${args.join(" ")} ended with status ${String(status)}`);
  return milliseconds;
}

/** A query without errors, so that the command ends well. */
const args = ["check", 'type:Person shape:"Sales CRM" after:3mo'];

const reporterCode = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  require("node:fs").writeSync(3, String(user + system));
});`;
