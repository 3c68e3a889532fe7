// Builds dist: JavaScript, declarations and maps of the library, and the command line as one file.

import { chmod, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { bundleCommandLine } from "./check/bundle.ts";
import { mustRun, root } from "./check/process.ts";

const dist = join(root, "dist");
const commandLine = join(dist, "cli.js");

await rm(dist, { recursive: true, force: true });
await Promise.all([mustRun("tsc", ["-p", "tsconfig.build.json"]), bundleCommandLine(commandLine)]);
await chmod(commandLine, 0o755);
const { size } = await stat(commandLine);
console.log(`dist is built, the command line is one file of ${String(Math.round(size / 1000))} kB`);
