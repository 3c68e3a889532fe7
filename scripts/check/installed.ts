// The package as npm packs it, and installed in a folder as a user would.

import { rmSync } from "node:fs";
import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { fail, mustRun, root } from "./process.ts";

/** What npm packed. */
export interface Packed {
  readonly tarball: string;
  /** Paths in the package, sorted. */
  readonly files: readonly string[];
}

/** The package that the build made, in a folder, or that of a workspace. The `prepack` script, which would build it again, is not run. */
export async function pack(folder: string, workspace?: string): Promise<Packed> {
  const args = ["pack", "--json", "--ignore-scripts", "--loglevel=error", `--pack-destination=${folder}`];
  const output = await mustRun("npm", workspace === undefined ? args : [...args, "-w", workspace]);
  const [packed]: readonly {
    readonly filename: string;
    readonly files: readonly { readonly path: string }[];
  }[] = JSON.parse(output.slice(output.indexOf("[")));
  if (packed === undefined) fail(`npm pack said nothing about its tarball:\n${output}`);
  return { tarball: join(folder, packed.filename), files: packed.files.map((file) => file.path).toSorted() };
}

/** Installs a tarball, and other packages next to it, in a folder that has the program of a consumer. */
export async function install(
  tarball: string,
  folder: string,
  others: readonly string[] = [],
): Promise<void> {
  await cp(join(root, "test/package/consumer"), folder, { recursive: true });
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
  await mustRun("npm", ["install", ...flags, tarball, ...others], folder);
}

/** CodeMirror, which its users bring along, in the versions that the tests use. */
export function codeMirror(): readonly string[] {
  const pins: Readonly<Record<string, string>> = manifest.devDependencies;
  return Object.keys(manifest.peerDependencies)
    .filter((name) => /^@(?:codemirror|lezer)\//.test(name))
    .map((name) => `${name}@${pins[name] ?? ""}`);
}

/** Does something in an empty folder, which is removed when the program ends, however it ends. */
export async function inEmptyFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "slice-cql-package-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  await work(folder);
}
