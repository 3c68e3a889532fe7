// Builds dist: JavaScript, declarations and maps of the library, and each program as one file.

import { chmod, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { bundleCommandLine, bundleLanguageServer, bundleWorker } from "./check/bundle.ts";
import { mustRun, root } from "./check/process.ts";

const dist = join(root, "dist");
const commandLine = join(dist, "cli.js");
const server = join(dist, "exports/lsp.js");

await rm(dist, { recursive: true, force: true });
await Promise.all([
  mustRun("tsc", ["-p", "tsconfig.build.json"]),
  mustRun("tsc", ["-p", "tsconfig.lsp.json"]),
  bundleCommandLine(commandLine),
  bundleLanguageServer(server),
  bundleWorker(join(dist, "lsp/worker.js")),
]);
await chmod(commandLine, 0o755);
await Promise.all((await readdir(join(dist, "lsp"), { recursive: true })).map(keepIfReached));
const [program, serving] = await Promise.all([commandLine, server].map(kilobytes));
console.log(
  `dist is built, the command line is one file of ${String(program)} kB, the language server of ${String(serving)} kB`,
);

/** Of the server's declarations only those that its entry leads to: the others need the types of the protocol. */
async function keepIfReached(file: string): Promise<void> {
  const isReached = ["node.d.ts", "server-streams.d.ts", "worker.js", "worker.d.ts"].includes(file);
  if (!isReached) await rm(join(dist, "lsp", file), { recursive: true, force: true });
}

async function kilobytes(path: string): Promise<number> {
  return Math.round((await stat(path)).size / 1000);
}
