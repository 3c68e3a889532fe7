// `npm run runtimes`: installs the built package in an empty folder and uses it on each version of Node.js that it is made for, and with the oldest dependencies that it allows.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import toolkit from "../../package.json" with { type: "json" };
import { codeMirror, inEmptyFolder, install, pack } from "../check/installed.ts";
import { fail, mustRun, root } from "../check/process.ts";
import { bundleProgram } from "../check/programs.ts";
import manifest from "./package.json" with { type: "json" };

/** A version of Node.js: the name that it is installed by, and which it is. */
type Pin = readonly [alias: string, pin: string];

const home = join(root, "scripts/runtimes");
const pins = manifest.devDependencies;

if (!existsSync(join(root, "dist/index.js"))) fail("There is no build: npm run build");
if (!Object.entries(pins).every(isInstalled)) await mustRun("npm", ["ci"], home);

// npm takes the highest versions of the dependencies that package.json allows, unless it is given others.
await usePackage([], Object.entries(pins));
const lowest = Object.entries(toolkit.dependencies).map(
  ([name, range]) => `${name}@${range.replace("^", "")}`,
);
console.log(`With ${lowest.join(", ")}:`);
await usePackage(lowest, Object.entries(pins).slice(0, 1));

/** Installs the package with some of its dependencies as they are given, and uses it on some versions of Node.js. */
async function usePackage(others: readonly string[], runtimes: readonly Pin[]): Promise<void> {
  await inEmptyFolder(async (folder) => {
    const { tarball } = await pack(folder);
    await install(tarball, folder, [...codeMirror(), ...others]);
    await bundleProgram("entries.ts", join(folder, "entries.mjs"), "esm");
    await bundleProgram("entries.ts", join(folder, "entries.cjs"), "cjs");
    await bundleProgram("command-line.ts", join(folder, "command-line.mjs"), "esm");
    await mustRun(join(root, "node_modules/.bin/tsc"), ["-p", "."], folder);
    for (const [alias, pin] of runtimes) await useOn(alias, pin, folder);
  });
}

function isInstalled([alias, pin]: Pin): boolean {
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
  for (const program of ["entries.mjs", "entries.cjs"]) await mustRun(node, [program], folder);
  await mustRun(node, ["consumer.ts"], folder);
  await mustRun(node, ["command-line.mjs", join(installed, "dist/cli.js")], folder);
  const conformance = await mustRun(node, [join(home, "conformance.ts"), installed]);
  const cases = conformance.trim().split("\n").at(-1) ?? "";
  if (!cases.startsWith(`${version}: `)) fail(`The conformance tests ran on another Node.js: ${cases}`);
  console.log(`${cases}; all entries imported and required; check, sql, match and lsp run`);
}
