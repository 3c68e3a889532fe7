// Names the libraries that the extension carries, with their licences, as these ask for.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../check/process.ts";

/** The notice of an extension whose entries are made of these files, by their paths from the root; the server is looked at here. */
export async function noticesOf(files: readonly string[]): Promise<string> {
  const all = [...files, ...(await filesOfServer())];
  const folders = new Set(all.map((file) => packageFolder.exec(file)?.[1] ?? "").filter(Boolean));
  const libraries = await Promise.all([...folders].toSorted().map(noticeOf));
  return `slice-cql
Copyright 2026 The slice-cql authors

The files in dist carry parts of these libraries.

${libraries.join("\n")}`;
}

const packageFolder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The worker is made of the same libraries. */
async function filesOfServer(): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: ["src/exports/lsp.ts"],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    absWorkingDir: root,
    logLevel: "error",
  });
  return Object.keys(metafile.inputs);
}

async function noticeOf(folder: string): Promise<string> {
  const manifest: { readonly name: string; readonly version: string; readonly license: string } = JSON.parse(
    await readFile(join(root, folder, "package.json"), "utf8"),
  );
  const title = `${manifest.name} ${manifest.version}, licensed under ${manifest.license}`;
  if (manifest.license === "Apache-2.0") return `${title} (the text is in LICENSE)\n`;
  const file = (await readdir(join(root, folder))).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence file to go along with it`);
  const text = await readFile(join(root, folder, file), "utf8");
  return `${title}:\n\n${text.replaceAll("\r\n", "\n").trim().replaceAll(/^/gm, "    ").replaceAll(/^ +$/gm, "")}\n`;
}
