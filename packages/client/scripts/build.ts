// Builds dist: JavaScript and declarations, file by file. In a folder of its own, which becomes dist in one step, as a build that is stopped leaves
// no half of one.

import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("..", import.meta.url));
const draft = join(folder, `dist-${String(process.pid)}`);
const dist = join(folder, "dist");

process.on("exit", () => rmSync(draft, { recursive: true, force: true }));
const { status } = spawnSync("tsc", ["-p", ".", "--noEmit", "false", "--outDir", draft], {
  cwd: folder,
  stdio: "inherit",
});
if (status !== 0) process.exit(1);
await rm(dist, { recursive: true, force: true });
await rename(draft, dist);
console.log("dist of the client is built");
