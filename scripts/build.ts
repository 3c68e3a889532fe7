// Builds dist: JavaScript and declarations of the library, the command line and the language server. In a folder of its own, which becomes
// dist in one step: a build that is stopped, or another at the same time, leaves no half of one.

import { rmSync } from "node:fs";
import { chmod, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleCommandLine, bundleEntries, bundleLanguageServer, bundleWorker } from "./check/bundle.ts";
import { makeEngine } from "./check/engine.ts";
import { entries } from "./check/entries.ts";
import { mustRun, root } from "./check/process.ts";

const dist = join(root, `dist-${String(process.pid)}`);
const commandLine = join(dist, "cli.js");
const server = join(dist, "exports/lsp.js");

process.on("exit", () => rmSync(dist, { recursive: true, force: true }));
await Promise.all([
  mustRun("tsc", ["-p", "config/tsconfig.build.json", "--outDir", dist]),
  mustRun("tsc", ["-p", "config/tsconfig.lsp.json", "--outDir", dist]),
  bundleCommandLine(commandLine),
  bundleLanguageServer(server),
  bundleWorker(join(dist, "lsp/worker.js")),
  bundleEntries(
    entries.flatMap(({ source, forNode }) => (forNode === undefined ? [] : [source])),
    join(dist, "node"),
  ),
]);
await writeFile(join(dist, "syntax/engine.js"), (await makeEngine()).code);
await Promise.all(["parser.js", "tokens.js"].map(useEngine));
await chmod(commandLine, 0o755);
await Promise.all((await readdir(join(dist, "lsp"), { recursive: true })).map(keepIfReached));
const program = join(dist, "cli-program.js");
const [programSize, serverSize] = await Promise.all([program, server].map(kilobytes));
await replaceDist();
console.log(
  `dist is built, the command line is a file of ${String(programSize)} kB, the language server one of ${String(serverSize)} kB`,
);

/** Replaces dist with what was built. */
async function replaceDist(): Promise<void> {
  const place = join(root, "dist");
  for (;;) {
    await rm(place, { recursive: true, force: true });
    try {
      return await rename(dist, place);
    } catch (error) {
      // Another build was as quick.
      if (!(error instanceof Error && "code" in error && error.code === "ENOTEMPTY")) throw error;
    }
  }
}

/** Lets a file of the library import the part of Chevrotain that runs. */
async function useEngine(file: string): Promise<void> {
  const path = join(dist, "syntax", file);
  const code = await readFile(path, "utf8");
  const changed = code.replace('from "chevrotain"', 'from "./engine.js"');
  if (changed === code) throw new Error(`${path} does not import chevrotain`);
  await writeFile(path, changed);
}

/** Of the server's declarations only those that its entry leads to: the others need the types of the protocol. */
async function keepIfReached(file: string): Promise<void> {
  const reached = ["node.d.ts", "server-settings.d.ts", "server-streams.d.ts", "worker.js", "worker.d.ts"];
  if (!reached.includes(file)) await rm(join(dist, "lsp", file), { recursive: true, force: true });
}

async function kilobytes(path: string): Promise<number> {
  return Math.round((await stat(path)).size / 1000);
}
