// Builds the dist of the toolkit, of its client and of the console if one is missing or older than a source, for what imports or serves them.

import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import { mustRun, root } from "./process.ts";

const inputs: readonly string[] = [
  "package-lock.json",
  "package.json",
  "config/tsconfig.*.json",
  "src/**/*.ts",
  "scripts/build.ts",
  "scripts/check/{bundle,engine,entries,licences}.ts",
  "packages/{client,console}/{package,tsconfig}.json",
  "packages/{client,console}/src/**/*.{css,ts,tsx}",
  "packages/{client,console}/scripts/build.ts",
  "editors/playground/styles/tokens.css",
];

const outputs: readonly string[] = [
  "dist/index.js",
  "packages/client/dist/index.js",
  "packages/console/dist/index.html",
];
const builtAt = Math.min(...outputs.map(modifiedAt));
const changedAt = Math.max(...globSync([...inputs], { cwd: root }).map(modifiedAt));
if (changedAt > builtAt) await mustRun("npm", ["run", "--silent", "build"]);

/** When a file was last written, in milliseconds; 0 if there is none. */
function modifiedAt(path: string): number {
  const file = join(root, path);
  return existsSync(file) ? statSync(file).mtimeMs : 0;
}
