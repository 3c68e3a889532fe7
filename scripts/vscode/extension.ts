// Builds the extension for VS Code into a folder that has its manifest: the code, the grammars, the icon, the licence and the page of diagnostics.

import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { bundleLanguageServer, bundleWorker } from "../check/bundle.ts";
import { root } from "../check/process.ts";
import { iconPng } from "./icon.ts";
import { noticesOf } from "./notices.ts";

/** Where the sources of the extension are. */
export const home: string = join(root, "editors/vscode");

/** What the editor loads in one of the places where it runs. */
export interface ExtensionEntry {
  /** In `dist`. */
  readonly file: string;
  readonly source: string;
  readonly platform: "node" | "browser";
}

/** On the desktop, and in the browser. */
export const entries: readonly ExtensionEntry[] = [
  { file: "desktop.js", source: join(home, "src/desktop.ts"), platform: "node" },
  { file: "web.js", source: join(home, "src/web.ts"), platform: "browser" },
];

/** Files that others of the project make. Each has one home, and is copied. */
const copies: Readonly<Record<string, string>> = {
  LICENSE: "LICENSE",
  "docs/diagnostics.md": "docs/diagnostics.md",
  "dist/cql.tmLanguage.json": "grammar/cql.tmLanguage.json",
  "dist/cql-markdown.tmLanguage.json": "grammar/cql-markdown.tmLanguage.json",
  "dist/cql-template.tmLanguage.json": "grammar/cql-template.tmLanguage.json",
};

/** Builds it; what an earlier build left is gone. */
export async function buildExtension(folder: string): Promise<void> {
  const dist = join(folder, "dist");
  await rm(dist, { recursive: true, force: true });
  await Promise.all([dist, join(folder, "docs")].map((each) => mkdir(each, { recursive: true })));
  const [imported] = await Promise.all([
    bundleEntries(dist),
    // `.mjs`, since the extension itself is CommonJS, and the server is a module; two folders down, as in the library's own package.
    bundleLanguageServer(join(dist, "server/slice-cql-lsp.mjs")),
    bundleWorker(join(dist, "server/worker.js")),
    writeFile(join(dist, "icon.png"), iconPng(256)),
    ...Object.entries(copies).map(([to, from]) => copyFile(join(root, from), join(folder, to))),
  ]);
  await writeFile(join(folder, "NOTICE"), await noticesOf(imported));
}

/** Bundles both entries as CommonJS, which is what the editor loads in the browser. Gives the paths of all that is in them. */
async function bundleEntries(dist: string): Promise<readonly string[]> {
  const bundles = await Promise.all(
    entries.map(({ file, source, platform }) =>
      build({
        entryPoints: [source],
        outfile: join(dist, file),
        bundle: true,
        platform,
        format: "cjs",
        target: platform === "node" ? "node22" : "es2023",
        external: ["vscode"],
        minify: true,
        charset: "utf8",
        legalComments: "none",
        metafile: true,
        absWorkingDir: root,
        logLevel: "warning",
      }),
    ),
  );
  return bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
}
