// Builds the extension, packages it with the editor's own tool, and unpacks it as the editor does, all in a folder of its own.

import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { run } from "../../scripts/check/process.ts";
import { buildExtension, home } from "../../scripts/vscode/extension.ts";
import { filesInZip } from "./zip.ts";

/** The extension as people install it. */
export interface Packaged {
  /** Where its files are. */
  readonly folder: string;
  /** The output of the tool. */
  readonly output: string;
  /** The files of the package, by their paths in it. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** How large the package is, in bytes. */
  readonly size: number;
  readonly remove: () => Promise<void>;
}

/** Makes it from the sources alone, whatever has been built before. */
export async function packageExtension(): Promise<Packaged> {
  const temporary = await mkdtemp(join(tmpdir(), "slice-cql-vscode-"));
  const sources = join(temporary, "sources");
  await cp(home, sources, { recursive: true, filter: (path) => !built.test(relative(home, path)) });
  await buildExtension(sources);
  const out = join(temporary, "extension.vsix");
  const tool = createRequire(import.meta.url).resolve("@vscode/vsce/vsce");
  const options = ["--no-dependencies", "--allow-missing-repository", "--out", out];
  const { status, output } = await run(process.execPath, [tool, "package", ...options], sources);
  if (status !== 0) throw new Error(output);
  const vsix = await readFile(out);
  const files = filesInZip(vsix);
  for (const [path, contents] of files) {
    await mkdir(dirname(join(temporary, path)), { recursive: true });
    await writeFile(join(temporary, path), contents);
  }
  return {
    folder: join(temporary, "extension"),
    output,
    files,
    size: vsix.length,
    remove: async () => await rm(temporary, { recursive: true, force: true }),
  };
}

/** What an earlier build left next to the sources. */
const built = /^(?:dist|docs|node_modules|LICENSE|NOTICE)(?:\/|$)|\.vsix$/;
