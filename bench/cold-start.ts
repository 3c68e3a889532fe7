// Cold start: the CPU time of a whole process that checks one query, over that of a process that does nothing.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleCommandLine } from "../scripts/check/bundle.ts";
import { median } from "./statistics.ts";

/** Milliseconds of CPU time, medians. */
export interface ColdStart {
  readonly empty: number;
  readonly commandLine: number;
  /** The difference in the same round. */
  readonly difference: number;
}

/** Measures the command line, bundled from its source as the package has it. */
export async function coldStart(rounds: number): Promise<ColdStart> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const program = join(folder, "cli.mjs");
    await bundleCommandLine(program);
    const empty = join(folder, "empty.mjs");
    writeFileSync(empty, "");
    const reporter = join(folder, "reporter.cjs");
    writeFileSync(reporter, reporterCode);
    const pairs = Array.from({ length: rounds }, () => [
      cpuOfRun(reporter, [empty]),
      cpuOfRun(reporter, [program, ...args]),
    ]).map(([nothing = 0, checked = 0]) => ({ nothing, checked }));
    return {
      empty: median(pairs.map(({ nothing }) => nothing)),
      commandLine: median(pairs.map(({ checked }) => checked)),
      difference: median(pairs.map(({ nothing, checked }) => checked - nothing)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
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
