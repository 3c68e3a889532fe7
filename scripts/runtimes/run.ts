// `npm run runtimes`: installs the built package in an empty folder and uses it on each version of Node.js that it is made for.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codeMirror, inEmptyFolder, install, pack } from "../check/installed.ts";
import { fail, mustRun, root } from "../check/process.ts";
import { bundleProgram } from "../check/programs.ts";
import { entryCount, missingFrom } from "./asked.ts";
import manifest from "./package.json" with { type: "json" };

const home = join(root, "scripts/runtimes");

if (!existsSync(join(root, "dist/index.js"))) fail("There is no build: npm run build");
if (!Object.entries(manifest.devDependencies).every(isInstalled)) await mustRun("npm", ["ci"], home);

await inEmptyFolder(async (folder) => {
  const { tarball } = await pack(folder);
  await install(tarball, folder, codeMirror());
  await bundleProgram("entries.ts", join(folder, "entries.mjs"), "esm");
  await bundleProgram("entries.ts", join(folder, "entries.cjs"), "cjs");
  await bundleProgram("command-line.ts", join(folder, "command-line.mjs"), "esm");
  for (const [alias, pin] of Object.entries(manifest.devDependencies)) await useOn(alias, pin, folder);
});

function isInstalled([alias, pin]: readonly [alias: string, pin: string]): boolean {
  const path = join(home, "node_modules", alias, "package.json");
  if (!existsSync(path)) return false;
  const { version }: { readonly version: string } = JSON.parse(readFileSync(path, "utf8"));
  return pin === `npm:node@${version}`;
}

/** Prints one line, or ends the script as failed. */
async function useOn(alias: string, pin: string, folder: string): Promise<void> {
  const node = join(home, "node_modules", alias, "bin/node");
  const version = (await mustRun(node, ["--version"])).trim();
  if (`npm:node@${version.slice(1)}` !== pin || !version.startsWith(`v${alias.slice("node-".length)}.`))
    fail(`${alias} is ${version}, not ${pin}`);
  const installed = join(folder, "node_modules/slice-cql");
  for (const program of ["entries.mjs", "entries.cjs"]) {
    const missing = missingFrom(await mustRun(node, [program], folder));
    if (missing.length > 0) fail(`On ${version} ${program} did not ask ${missing.join(", ")}`);
  }
  await mustRun(node, ["consumer.ts"], folder);
  await mustRun(node, ["command-line.mjs", join(installed, "dist/cli.js")], folder);
  const conformance = await mustRun(node, [join(home, "conformance.ts"), installed]);
  const cases = conformance.trim().split("\n").at(-1) ?? "";
  if (!cases.startsWith(`${version}: `)) fail(`The conformance tests ran on another Node.js: ${cases}`);
  console.log(`${cases}; ${String(entryCount)} entries imported and required; check, sql, match and lsp run`);
}
