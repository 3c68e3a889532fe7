// The installed package in Chromium: its files as they are, by an import map, and each entry bundled.

import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { type Site, serveFiles } from "../../test/support/browser-site.ts";
import { isContinuousIntegration, isInstalled, launch, openPage } from "../../test/support/chromium.ts";
import { entries } from "./entries.ts";
import { fail, root } from "./process.ts";
import { bundleProgram } from "./programs.ts";

/** Entries that a page can load, by the names that users write. */
const browserEntries: readonly string[] = entries
  .filter(({ name }) => name !== "./lsp")
  .map(({ name }) => name.replace(/^\./, "slice-cql"));

type Addresses = Readonly<Record<string, string>>;

/** Opens a page that asks the entries of the package installed in a folder. Says in a few words what was shown. */
export async function useInChromium(folder: string): Promise<string> {
  if (!isInstalled && !isContinuousIntegration) return "no Chromium here";
  await bundleProgram("page.ts", join(folder, "page.js"), "esm");
  const [files, bundles] = await Promise.all([addressesOfFiles(folder), bundled(folder)]);
  const browser = await launch();
  try {
    const asFiles = await askIn(browser, folder, { ...files, ...editorAddresses });
    const asBundles = await askIn(browser, folder, { ...files, ...editorAddresses, ...bundles });
    if (asFiles !== asBundles) fail(`As files ${asFiles} entries were asked, as bundles ${asBundles}`);
    return `${asFiles} entries answer in Chromium, as files and bundled`;
  } finally {
    await browser.close();
  }
}

/** Monaco imports style sheets, which no browser takes from a script; so it comes as a bundle. */
const editorAddresses: Addresses = { "monaco-editor": "/folder/bundles/monaco.js" };

/** How many entries answered, all as they should. */
async function askIn(
  browser: Awaited<ReturnType<typeof launch>>,
  folder: string,
  imports: Addresses,
): Promise<string> {
  const site = await siteOf(folder, imports);
  const { page, problems, foreign, close } = await openPage(browser, site.url);
  const asked: { readonly wrong: readonly string[]; readonly entries: readonly string[] } =
    await page.evaluate("asked");
  const wrong = [...asked.wrong, ...problems, ...foreign.map((url) => `The page asked for ${url}`)];
  const missing = [...browserEntries, "slice-cql/lsp/worker"].filter((name) => !asked.entries.includes(name));
  wrong.push(...missing.map((name) => `The page does not ask ${name}`));
  await close();
  await site.close();
  if (wrong.length > 0) fail(`In Chromium:\n${wrong.join("\n")}`);
  return String(asked.entries.length);
}

/** `/folder` is where the package is installed, `/project` the project with the editors. */
async function siteOf(folder: string, imports: Addresses): Promise<Site> {
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>slice-cql</title><link rel="icon" href="data:,">' +
    `<script type="importmap">${JSON.stringify({ imports })}</script></head>` +
    '<body><script type="module" src="/folder/page.js"></script></body></html>';
  return await serveFiles(async (path) => {
    if (path === "/") return html;
    const [, place, file = ""] = /^\/(folder|project)\/(.+)$/.exec(path) ?? [];
    const base = place === "folder" ? folder : root;
    return await readFile(join(base, file)).catch(() => undefined);
  });
}

/** Where each name that the package and its libraries import is, as a bundler finds it. */
async function addressesOfFiles(folder: string): Promise<Addresses> {
  const names = [...browserEntries, "@codemirror/view"];
  const contents = names.map((name) => `import ${JSON.stringify(name)};`).join("\n");
  const { metafile } = await build({
    ...options(folder),
    stdin: { contents, resolveDir: folder },
    write: false,
    treeShaking: false,
  });
  const worker = { "slice-cql/lsp/worker": "/folder/node_modules/slice-cql/dist/lsp/worker.js" };
  return { ...Object.fromEntries(bareImports(metafile, folder)), ...worker };
}

function bareImports(metafile: Metafile, folder: string): readonly (readonly [string, string])[] {
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  return imports.flatMap(({ original, path }) =>
    original === undefined || original.startsWith(".") ? [] : [[original, addressOf(path, folder)] as const],
  );
}

function addressOf(path: string, folder: string): string {
  const absolute = resolve(folder, path);
  const isInFolder = absolute.startsWith(join(folder, "/"));
  return isInFolder ? `/folder/${relative(folder, absolute)}` : `/project/${relative(root, absolute)}`;
}

/** Bundles each entry by itself, and Monaco; returns the paths of the entries. */
async function bundled(folder: string): Promise<Addresses> {
  const files = browserEntries.map((name) => [name, `bundles/${name.replaceAll("/", "-")}`] as const);
  await Promise.all([
    build({
      ...options(folder),
      entryPoints: files.map(([name, out]) => ({ in: name, out })),
      outdir: folder,
      minify: true,
      external: ["@codemirror/*", "@lezer/*"],
    }),
    build({
      ...options(folder),
      entryPoints: [{ in: "monaco-editor", out: "bundles/monaco" }],
      outdir: folder,
    }),
  ]);
  return Object.fromEntries(files.map(([name, out]) => [name, `/folder/${out}.js`]));
}

function options(folder: string): BuildOptions & { readonly metafile: true } {
  return {
    absWorkingDir: folder,
    // Editors are peers, and are those of the project.
    nodePaths: [join(root, "node_modules")],
    bundle: true,
    metafile: true,
    format: "esm",
    platform: "browser",
    target: "es2023",
    loader: { ".ttf": "dataurl" },
    legalComments: "none",
    logLevel: "error",
  };
}
