// Builds dist: JavaScript, declarations and maps of the library, and the command line as one file.

import { chmod, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { mustRun, root } from "./check/process.ts";

const dist = join(root, "dist");
const commandLine = join(dist, "cli.js");

await rm(dist, { recursive: true, force: true });
await Promise.all([mustRun("tsc", ["-p", "tsconfig.build.json"]), bundleCommandLine()]);
await chmod(commandLine, 0o755);
const { size } = await stat(commandLine);
console.log(`dist is built, the command line is one file of ${String(Math.round(size / 1000))} kB`);

/** Names stay readable in stack traces, so only white space and syntax are shortened. */
async function bundleCommandLine(): Promise<void> {
  await build({
    entryPoints: [join(root, "src/cli/main.ts")],
    outfile: commandLine,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    minifySyntax: true,
    minifyWhitespace: true,
    charset: "utf8",
    legalComments: "none",
    banner: { js: "#!/usr/bin/env node" },
    logLevel: "warning",
  });
}
