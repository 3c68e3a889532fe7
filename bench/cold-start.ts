// Cold start: the CPU time of a whole process that loads a library and reads one query, over that of a process that does nothing.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundleCommandLine, forNode, requiring } from "../scripts/check/bundle.ts";
import { mustRun, root } from "../scripts/check/process.ts";
import { type PeerName, peerNames } from "./peers/names.ts";
import { peerOf, writtenFor } from "./peers/peers.ts";
import { parserPrograms } from "./peers/programs.ts";
import { median, quantile } from "./statistics.ts";

/** What one program takes to start. Without figures it did not run, and `failure` says why. */
export interface Start {
  /** `parse` and `command line` are ours. */
  readonly name: "parse" | "command line" | PeerName;
  readonly isPeer: boolean;
  /** From the files of its package, as Node finds them; or from one file made by esbuild. */
  readonly how: "as installed" | "bundled";
  /** Milliseconds of CPU time over those of an empty process in the same round, the median. */
  readonly milliseconds?: number;
  /** Half the distance between the quartiles, in milliseconds. */
  readonly spread?: number;
  readonly failure?: string;
}

/** What all programs take. */
export interface ColdStarts {
  /** Milliseconds of CPU time of a process that does nothing. */
  readonly empty: number;
  readonly starts: readonly Start[];
}

/** A program and its arguments. */
interface Prepared extends Pick<Start, "name" | "isPeer" | "how"> {
  readonly args: readonly string[];
}

/** Measures ours in so many rounds, and the peers in the first ones of these. */
export async function coldStarts(rounds: number, peerRounds: number): Promise<ColdStarts> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const reporter = join(folder, "reporter.cjs");
    writeFileSync(reporter, reporterCode);
    const programs = [...(await ownPrograms(folder)), ...(await peerPrograms(folder))];
    const nothing = write(folder, "empty.mjs", "");
    const empty: number[] = [];
    const costs = programs.map((): number[] => []);
    const failures = new Map<Prepared, string>();
    for (let round = 0; round < rounds; round++) {
      const idle = Number(cpuOfRun(reporter, [nothing]));
      empty.push(idle);
      for (const [index, program] of programs.entries()) {
        if (failures.has(program) || (program.isPeer && round >= peerRounds)) continue;
        const cost = cpuOfRun(reporter, program.args);
        if (typeof cost === "string") failures.set(program, cost);
        else costs[index]?.push(cost - idle);
      }
    }
    return {
      empty: median(empty),
      starts: programs.map((program, index) => startOf(program, costs[index] ?? [], failures.get(program))),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function startOf(
  { name, isPeer, how }: Prepared,
  costs: readonly number[],
  failure: string | undefined,
): Start {
  if (failure !== undefined) {
    if (!isPeer) throw new Error(`${name}, ${how}: ${failure}`);
    return { name, isPeer, how, failure };
  }
  const spread = (quantile(costs, 0.75) - quantile(costs, 0.25)) / 2;
  // What is less than nothing is noise.
  return { name, isPeer, how, milliseconds: Math.max(0, median(costs)), spread };
}

/** A query without errors, so that the command ends well. */
const query = 'type:Person shape:"Sales CRM" after:3mo';

/** The package as it is built, the same in one file, and the command line. */
async function ownPrograms(folder: string): Promise<readonly Prepared[]> {
  await mustRun(process.execPath, [join(root, "scripts/check/dist.ts")]);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const commandLine = join(folder, "cli.mjs");
  await bundleCommandLine(commandLine);
  const code = (from: string): string => programText("parse", from, "parse(text)", query);
  const installed = write(folder, "parse.mjs", code(pathToFileURL(join(root, "dist/node/index.js")).href));
  const bundled = join(folder, "parse-bundled.mjs");
  await bundle(code(join(root, "src/index.ts")), bundled);
  const own = { name: "parse", isPeer: false } as const;
  return [
    { ...own, how: "as installed", args: [installed] },
    { ...own, how: "bundled", args: [bundled] },
    { name: "command line", isPeer: false, how: "bundled", args: [commandLine, "check", query] },
  ];
}

async function peerPrograms(folder: string): Promise<readonly Prepared[]> {
  const programs = parserPrograms();
  const prepared: Prepared[] = [];
  for (const [index, name] of peerNames.entries()) {
    const { module, bundled, names, call } = programs[name];
    const text = writtenFor(peerOf(name), query);
    const installed = programText(names, import.meta.resolve(module), call, text);
    const file = join(folder, `bundled-${String(index)}.mjs`);
    await bundle(programText(names, bundled, call, text), file);
    const peer = { name, isPeer: true } as const;
    prepared.push({ ...peer, how: "as installed", args: [write(folder, `${String(index)}.mjs`, installed)] });
    prepared.push({ ...peer, how: "bundled", args: [file] });
  }
  return prepared;
}

function programText(names: string, from: string, call: string, text: string): string {
  return `import { ${names} } from ${JSON.stringify(from)};\nconst text = ${JSON.stringify(text)};\nglobalThis.made = ${call};\n`;
}

/** One file, made with the settings of the command line. What is CommonJS and asks for a part of Node gets a `require`. */
async function bundle(contents: string, outfile: string): Promise<void> {
  const { outputFiles } = await build({
    ...forNode,
    stdin: { contents, resolveDir: import.meta.dirname },
    logLevel: "error",
    write: false,
  });
  const code = outputFiles[0]?.text ?? "";
  writeFileSync(outfile, code.includes("Dynamic require of") ? `${requiring}\n${code}` : code);
}

function write(folder: string, name: string, code: string): string {
  const file = join(folder, name);
  writeFileSync(file, code);
  return file;
}

/** Milliseconds of a child and all its threads, as it says itself when it ends; or why there are none. */
function cpuOfRun(reporter: string, args: readonly string[]): number | string {
  const { output, error, status } = spawnSync(process.execPath, ["--require", reporter, ...args], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    encoding: "utf8",
    timeout: 20_000,
  });
  if (error !== undefined) return error.message;
  const milliseconds = Number(output[3]) / 1000;
  if (status === 0 && milliseconds > 0) return milliseconds;
  return /^\w*Error.*$/mu.exec(output[2] ?? "")?.[0] ?? `ended with status ${String(status)}`;
}

const reporterCode = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  require("node:fs").writeSync(3, String(user + system));
});`;
