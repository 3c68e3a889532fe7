// Runs what is profiled, each in a process of its own, after the measuring.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { forBrowser, forNode } from "../../scripts/check/bundle.ts";
import { root } from "../../scripts/check/process.ts";
import { type CpuProfile, type FindSource, type SelfTime, selfTimes } from "./cpu-profile.ts";

/** Bytes of a bundle that come from one file. */
export interface SourceBytes {
  readonly file: string;
  readonly bytes: number;
}

/** The self times of a worker of the benchmark. */
export async function profileWorker(
  file: string,
  args: readonly string[],
  within: string,
): Promise<readonly SelfTime[]> {
  return await inFolder(async (folder) => {
    await runProfiled(folder, 250, [join(root, "bench", file), ...args]);
    return profilesIn(folder).flatMap((profile) => selfTimes(profile, within));
  });
}

/** The self times of some runs of the command line, and of as many of a program that does nothing. */
export async function profileCommandLine(
  args: readonly string[],
  runs: number,
): Promise<{ readonly own: readonly SelfTime[]; readonly empty: readonly SelfTime[] }> {
  return await inFolder(async (folder) => {
    const program = join(folder, "cli.mjs");
    const find = await bundleWithMap(program);
    const nothing = join(folder, "empty.mjs");
    writeFileSync(nothing, "");
    const [own, empty] = [join(folder, "own"), join(folder, "empty")];
    for (let each = 0; each < runs; each++) {
      await runProfiled(own, 100, [program, ...args]);
      await runProfiled(empty, 100, [nothing]);
    }
    const meanOf = (where: string): readonly SelfTime[] =>
      meanTimes(profilesIn(where).map((profile) => selfTimes(profile, undefined, find)));
    return { own: meanOf(own), empty: meanOf(empty) };
  });
}

/** The bytes of the bundle of a module whose text this is, by their source, before they are compressed. */
export async function profileBundle(contents: string): Promise<readonly SourceBytes[]> {
  const { metafile } = await build({
    ...forBrowser,
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    outdir: root,
  });
  return Object.values(metafile.outputs)
    .flatMap(({ inputs }) =>
      Object.entries(inputs).map(([file, { bytesInOutput }]) => ({ file, bytes: bytesInOutput })),
    )
    .toSorted((a, b) => b.bytes - a.bytes);
}

/** The command line as the package has it, with a map from which the source of each function is found. */
async function bundleWithMap(outfile: string): Promise<FindSource> {
  const entryPoints = [join(root, "src/cli/main.ts")];
  await build({ ...forNode, entryPoints, outfile, sourcemap: "external", logLevel: "error" });
  const map = new SourceMap(JSON.parse(readFileSync(`${outfile}.map`, "utf8")));
  return ({ url, functionName, lineNumber, columnNumber }) => {
    // The top level of the bundle is that of all its files.
    if (!url.endsWith("/cli.mjs") || functionName === "") return undefined;
    const entry = map.findEntry(lineNumber, columnNumber);
    const source = "originalSource" in entry ? entry.originalSource : undefined;
    return source?.replace(/^(?:\.\.\/)+/u, "/").replace(/^.*?\/((?:src|node_modules)\/)/u, `${root}/$1`);
  };
}

async function runProfiled(folder: string, interval: number, args: readonly string[]): Promise<void> {
  const flags = ["--cpu-prof", `--cpu-prof-interval=${String(interval)}`, `--cpu-prof-dir=${folder}`];
  await promisify(execFile)(process.execPath, [...flags, ...args], { maxBuffer: 1e8, timeout: 300_000 });
}

function profilesIn(folder: string): readonly CpuProfile[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".cpuprofile"))
    .map((file): CpuProfile => JSON.parse(readFileSync(join(folder, file), "utf8")));
}

/** The mean of several runs, in which a function that does not occur took no time. */
function meanTimes(runs: readonly (readonly SelfTime[])[]): readonly SelfTime[] {
  const groups = Map.groupBy(runs.flat(), ({ name, file }) => `${name} ${file}`);
  return Array.from(groups.values(), (times) => {
    const [{ name, file } = { name: "", file: "" }] = times;
    const microseconds = times.reduce((sum, time) => sum + time.microseconds, 0) / runs.length;
    return { name, file, microseconds };
  }).toSorted((a, b) => b.microseconds - a.microseconds);
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
