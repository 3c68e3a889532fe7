// Cold start: the CPU time of a whole process that loads a library and reads one query, over that of a process that does nothing.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundleCommandLine, forNode, requiring } from "../scripts/check/bundle.ts";
import { mustRun, root } from "../scripts/check/process.ts";
import { reasonIn } from "./harness.ts";
import { peerNames } from "./peers/names.ts";
import { peerOf, writtenFor } from "./peers/peers.ts";
import { parserPrograms } from "./peers/programs.ts";
import type { Row } from "./results.ts";

/** A program and its arguments: from the files of its package, as Node finds them, or from one file made by esbuild. */
interface Prepared {
  readonly name: string;
  readonly group: "as installed" | "bundled";
  readonly args: readonly string[];
}

/** Measures all programs in so many rounds: a process is soon over, so there are more than elsewhere. */
export async function measureStart(rounds = 11): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const reporter = write(folder, "reporter.cjs", reporterCode);
    const nothing = write(folder, "empty.mjs", "");
    const programs = [...(await ownPrograms(folder)), ...(await peerPrograms(folder))];
    const costs = programs.map((): number[] => []);
    const failures = new Map<Prepared, string>();
    for (let round = 0; round < rounds; round++) {
      const idle = Number(cpuOfRun(reporter, [nothing]));
      for (const [index, program] of programs.entries()) {
        if (failures.has(program)) continue;
        const cost = cpuOfRun(reporter, program.args);
        if (typeof cost === "string") failures.set(program, cost);
        // What is less than nothing is noise.
        else costs[index]?.push(Math.max(0, cost - idle));
      }
    }
    return programs.map((program, index) => rowOf(program, costs[index] ?? [], failures.get(program)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function rowOf({ name, group }: Prepared, ms: readonly number[], failure: string | undefined): Row {
  if (failure === undefined) return { group, name, figures: { ms } };
  if (peerNames.every((each) => each !== name)) throw new Error(`${name}, ${group}: ${failure}`);
  return { group, name, failure };
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
  return [
    { name: "parse", group: "as installed", args: [installed] },
    { name: "parse", group: "bundled", args: [bundled] },
    { name: "command line", group: "bundled", args: [commandLine, "check", query] },
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
    prepared.push({ name, group: "as installed", args: [write(folder, `${String(index)}.mjs`, installed)] });
    prepared.push({ name, group: "bundled", args: [file] });
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

/** Milliseconds of a child and all its threads, as it reports them itself when it ends, or why it failed. */
function cpuOfRun(reporter: string, args: readonly string[]): number | string {
  const { output, error, status } = spawnSync(process.execPath, ["--require", reporter, ...args], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    encoding: "utf8",
    timeout: 20_000,
  });
  if (error !== undefined) return error.message;
  const milliseconds = Number(output[3]) / 1000;
  if (status === 0 && milliseconds > 0) return milliseconds;
  return reasonIn(output[2] ?? "") ?? `ended with status ${String(status)}`;
}

const reporterCode = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  require("node:fs").writeSync(3, String(user + system));
});`;
