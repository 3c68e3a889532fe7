// Checks the package as its users get it: publint, attw, the packed files, and an installation in an empty folder.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { useInChromium } from "./chromium.ts";
import { clientEntries } from "./entries.ts";
import { inEmptyFolder, install, pack } from "./installed.ts";
import { fail, mustRun, root } from "./process.ts";

const listFile = join(root, "test/package/contents.txt");
await inEmptyFolder(process.argv.includes("--write") ? writeList : checkPackage);

async function checkPackage(folder: string): Promise<void> {
  const { tarball, files } = await pack(folder);
  await compareFiles(files);
  await Promise.all([
    mustRun("publint", ["run", tarball, "--strict"]),
    mustRun("attw", [tarball, "--profile", "esm-only", "--no-emoji"]),
    install(tarball, folder),
  ]);
  const [inChromium] = await Promise.all([useInChromium(folder), useAsConsumer(folder), checkClient(folder)]);
  console.log(
    `${String(files.length)} files packed; imports, types and the command line work once installed; ${inChromium}`,
  );
}

/** The client of the service is packed as it is built, with its page and its licence. */
async function checkClient(folder: string): Promise<void> {
  const { tarball, files } = await pack(folder, "packages/client");
  const others = files.filter((file) => !/^dist\/.+\.(?:d\.ts|js)$/.test(file));
  if (others.join() !== "LICENSE,README.md,package.json")
    fail(`The client is packed with ${others.join(", ")}`);
  const missing = clientEntries.filter(({ code }) => !files.includes(code.replace("./packages/client/", "")));
  if (missing.length > 0) fail(`The client is packed without ${missing.map(({ name }) => name).join(", ")}`);
  await mustRun("publint", ["run", tarball, "--strict"]);
  await mustRun("attw", [tarball, "--profile", "esm-only", "--no-emoji"]);
}

/** Writes the files that are packed and are not made from a source. */
async function writeList(folder: string): Promise<void> {
  const fromSources = await outputsOfSources();
  const others = listed((await pack(folder)).files).filter((file) => !fromSources.has(file));
  await writeFile(listFile, `${others.join("\n")}\n`);
  console.log(`${String(others.length)} packed files are listed`);
}

/** Every source but those of the programs is packed as JavaScript and declarations; the rest has to be in the list. */
async function compareFiles(files: readonly string[]): Promise<void> {
  const others = (await readFile(listFile, "utf8")).trimEnd().split("\n");
  const expected = new Set([...(await outputsOfSources()), ...others]);
  const added = listed(files).filter((file) => !expected.has(file));
  const missing = [...expected].filter((file) => !files.includes(file));
  const changes = [...added.map((file) => `+ ${file}`), ...missing.map((file) => `- ${file}`)];
  if (changes.length > 0)
    fail(
      `The packed files are not those of test/package/contents.txt:\n${changes.join("\n")}\nIf intended: npm run update`,
    );
}

/** Shared parts of the entries for Node have a hash of their text in their names. */
function listed(files: readonly string[]): readonly string[] {
  return files.filter((file) => !/^dist\/node\/[\w-]+-[A-Z0-9]{8}\.js$/.test(file));
}

async function outputsOfSources(): Promise<ReadonlySet<string>> {
  return new Set((await librarySources()).flatMap(withOutputs));
}

async function librarySources(): Promise<readonly string[]> {
  const paths = await readdir(join(root, "src"), { recursive: true });
  return paths
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && !/^(?:cli\/|lsp\/|exports\/lsp\.ts$)/.test(path));
}

function withOutputs(source: string): readonly string[] {
  const stem = `dist/${source.replace(/\.ts$/, "")}`;
  return [`${stem}.js`, `${stem}.d.ts`];
}

/** The consumer's program runs, its types hold for both compilers without any library but ES2023, and its command line answers. */
async function useAsConsumer(folder: string): Promise<void> {
  await mustRun("node", ["consumer.ts"], folder);
  for (const compiler of ["tsc", "tsc6"])
    await mustRun(join(root, "node_modules/.bin", compiler), ["-p", "."], folder);
  const bin = join(folder, "node_modules/.bin/slice-cql");
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const said = (await mustRun(bin, ["--version"], folder)).trim();
  if (!said.includes(version)) fail(`slice-cql --version says "${said}", the package is ${String(version)}.`);
  await mustRun(bin, ["check", "type:Person after:3mo"], folder);
}
