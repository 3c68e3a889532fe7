// Builds the extension for VS Code into a folder that has its manifest: the code, the grammars, the licence and the page of diagnostics.

import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { bundleLanguageServer, bundleWorker } from "../check/bundle.ts";
import { licencesOf } from "../check/licences.ts";
import { root } from "../check/process.ts";

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
  "dist/catalog.schema.json": "schemas/catalog.schema.json",
  "dist/cql.tmLanguage.json": "grammar/cql.tmLanguage.json",
  "dist/cql-markdown.tmLanguage.json": "grammar/cql-markdown.tmLanguage.json",
  "dist/cql-template.tmLanguage.json": "grammar/cql-template.tmLanguage.json",
};

/** Builds it; the output of earlier builds is removed. */
export async function buildExtension(folder: string): Promise<void> {
  const dist = join(folder, "dist");
  await rm(dist, { recursive: true, force: true });
  await Promise.all([dist, join(folder, "docs")].map((each) => mkdir(each, { recursive: true })));
  const [imported] = await Promise.all([
    bundleEntries(dist),
    // `.mjs`, since the extension itself is CommonJS, and the server is a module; two folders down, as in the library's own package.
    bundleLanguageServer(join(dist, "server/slice-cql-lsp.mjs")),
    bundleWorker(join(dist, "server/worker.js")),
    ...Object.entries(copies).map(([to, from]) => copyFile(join(root, from), join(folder, to))),
  ]);
  const carried = licencesOf([...imported, ...(await filesOfServer())]);
  await writeFile(
    join(folder, "NOTICE"),
    `slice-cql\nCopyright 2026 The slice-cql authors\n\nThe files in dist carry parts of these libraries.\n\n${carried}`,
  );
}

/** Bundles both entries as CommonJS, which is what the editor loads in the browser. Returns the paths of all their contents. */
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

/** What the language server is made of; the worker is made of the same libraries. */
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
