// Builds the dist of the toolkit and of its client if one is missing or older than a source, for what imports them by their names.

import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import { mustRun, root } from "./process.ts";

const inputs: readonly string[] = [
  "package-lock.json",
  "package.json",
  "config/tsconfig.*.json",
  "src/**/*.ts",
  "scripts/build.ts",
  "scripts/check/{bundle,engine,entries}.ts",
  "packages/client/{package,tsconfig}.json",
  "packages/client/src/**/*.ts",
  "packages/client/scripts/build.ts",
];

// An image of the service is built without the client.
const hasClient = existsSync(join(root, "packages/client/src"));
const outputs = ["dist/index.js", ...(hasClient ? ["packages/client/dist/index.js"] : [])];
const builtAt = Math.min(...outputs.map(modifiedAt));
const changedAt = Math.max(...globSync([...inputs], { cwd: root }).map(modifiedAt));
if (changedAt > builtAt) await mustRun("npm", ["run", "--silent", "build"]);

/** When a file was last written, in milliseconds; 0 if there is none. */
function modifiedAt(path: string): number {
  const file = join(root, path);
  return existsSync(file) ? statSync(file).mtimeMs : 0;
}
