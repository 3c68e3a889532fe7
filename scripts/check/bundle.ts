// Bundles: what a module weighs as a browser gets it, the programs, the entries for Node. One way for build, budgets and benchmarks.

import { basename, dirname, extname, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { makeEngine } from "./engine.ts";
import { root } from "./process.ts";

/** Kilobytes (1000 bytes). */
export interface Weight {
  readonly minified: number;
  readonly gzip: number;
}

/** Puts the part of Chevrotain that runs in place of all of it, as the package has it. */
const engine: Plugin = {
  name: "engine",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^chevrotain$/ }, ({ importer }) => {
      // The benchmark and the documentation compare with the whole of it, imported by itself.
      return importer.endsWith(".ts")
        ? { path: "chevrotain", namespace: "engine", sideEffects: false }
        : null;
    });
    onLoad({ filter: /./, namespace: "engine" }, async () => {
      made ??= makeEngine();
      return { contents: (await made).code };
    });
  },
};

/** Made once a process, for all its bundles. */
let made: ReturnType<typeof makeEngine> | undefined;

/** How a bundle is made of which the bytes are counted. */
const forBrowser: BuildOptions & { readonly metafile: true; readonly write: false } = {
  bundle: true,
  metafile: true,
  write: false,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2023",
  plugins: [engine],
  legalComments: "none",
  logLevel: "error",
};

/**
 * Weighs the bundle of a module whose text this is; its imports are found from the root of the project. What is loaded later, by
 * `import()`, is a file of its own, and not counted.
 */
export async function weigh(contents: string): Promise<Weight> {
  const { outputFiles, metafile } = await build({
    ...forBrowser,
    stdin: { contents, resolveDir: root },
    outdir: root,
    splitting: true,
    // Editors and frameworks bring themselves, Node what is its own, and the client loads the toolkit when it is asked to check a query.
    external: [
      "node:*",
      "@codemirror/*",
      "@lezer/*",
      "monaco-editor",
      "@langchain/*",
      "@openai/*",
      "ai",
      "slice-cql",
    ],
  });
  const first = loadedFirst(metafile.outputs);
  const code = Buffer.concat(
    outputFiles.filter(({ path }) => first.has(relative(root, path))).map((file) => file.contents),
  );
  return { minified: code.length / 1000, gzip: gzipSync(code, { level: 9 }).length / 1000 };
}

/** The entry and what it imports in turn. */
function loadedFirst(outputs: Metafile["outputs"]): ReadonlySet<string> {
  const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === "<stdin>");
  const first = new Set(entry === undefined ? [] : [entry]);
  for (const path of first)
    for (const { kind, path: imported, external } of outputs[path]?.imports ?? [])
      if (kind === "import-statement" && external !== true) first.add(imported);
  return first;
}

/** How a program for Node is bundled. */
export const forNode: BuildOptions = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
  // jsonc-parser has its ES modules here, and in `main` what cannot be bundled.
  mainFields: ["module", "main"],
  minifySyntax: true,
  minifyWhitespace: true,
  // Node reads a text of ASCII alone faster than one with a wider character, and the program is read at every start.
  charset: "ascii",
  plugins: [engine],
  legalComments: "none",
};

/** What a bundle for Node begins with that holds CommonJS. */
export const requiring =
  'import { createRequire as createRequireOfNode } from "node:module"; const require = createRequireOfNode(import.meta.url);';

/**
 * Writes entries for Node, where each file costs time to find and to read: the modules that they share are in few files. A bundler
 * gets them one by one, so that it can leave out what nothing uses.
 */
export async function bundleEntries(sources: readonly string[], outdir: string): Promise<void> {
  const entryPoints = sources.map((source) => join(root, source));
  await build({ ...forNode, entryPoints, outdir, outbase: join(root, "src"), splitting: true });
}

/**
 * Writes the command line: the file given, which only starts, and next to it `cli-program` with all the rest, which Node can keep
 * compiled. Names stay readable in stack traces, so only white space and syntax are shortened.
 */
export async function bundleCommandLine(outfile: string): Promise<void> {
  const extension = extname(outfile);
  await build({
    ...forNode,
    entryPoints: [{ in: join(root, "src/cli/main.ts"), out: basename(outfile, extension) }],
    outdir: dirname(outfile),
    outExtension: { ".js": extension },
    splitting: true,
    chunkNames: "cli-[name]",
    logLevel: "warning",
  });
}

/** Writes the language server as one file, with all that it needs; its libraries are CommonJS and ask for `require`. */
export async function bundleLanguageServer(outfile: string): Promise<void> {
  await bundleForNode(join(root, "src/exports/lsp.ts"), outfile, requiring);
}

/** Writes the language server as a classic script for a web worker. */
export async function bundleWorker(outfile: string): Promise<void> {
  await build({
    entryPoints: [join(root, "src/lsp/worker.ts")],
    outfile,
    bundle: true,
    platform: "browser",
    format: "iife",
    target: "es2023",
    minify: true,
    plugins: [engine],
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  });
}

async function bundleForNode(entry: string, outfile: string, banner: string): Promise<void> {
  await build({ ...forNode, entryPoints: [entry], outfile, banner: { js: banner }, logLevel: "warning" });
}
