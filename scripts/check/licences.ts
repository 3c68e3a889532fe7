// Names the packages that a bundle carries, with their licences, as these ask for.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./process.ts";

/** The packages that these files are from, by their paths from the root: name, version and licence, those that share a text together. */
export function licencesOf(files: readonly string[]): string {
  const folders = new Set(files.flatMap((file) => packageFolder.exec(file)?.[1] ?? []));
  const titles = Map.groupBy([...folders].toSorted(), licenceText);
  return Array.from(titles, ([text, some]) => `${some.map(titleOf).join("\n")}\n\n${text}\n`).join(
    `\n${"-".repeat(80)}\n\n`,
  );
}

const packageFolder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

function titleOf(folder: string): string {
  const manifest: { readonly name: string; readonly version: string; readonly license: string } = JSON.parse(
    readFileSync(join(root, folder, "package.json"), "utf8"),
  );
  return `${manifest.name} ${manifest.version}, licensed under ${manifest.license}`;
}

function licenceText(folder: string): string {
  const file = readdirSync(join(root, folder)).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence file to go along with it`);
  return readFileSync(join(root, folder, file), "utf8")
    .replaceAll("\r\n", "\n")
    .trim();
}
