// Bundles: what a module weighs as a browser gets it, and the command line as one file. One way for build, budgets and benchmarks.

import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { root } from "./process.ts";

/** Kilobytes (1000 bytes). */
export interface Weight {
  readonly minified: number;
  readonly gzip: number;
}

/** How a bundle is made of which the bytes are counted. */
export const forBrowser = {
  bundle: true,
  metafile: true,
  write: false,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2023",
  legalComments: "none",
  logLevel: "error",
} as const;

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
    // Editors bring themselves, and Node what is its own.
    external: ["node:*", "@codemirror/*", "@lezer/*", "monaco-editor"],
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
export const forNode = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
  minifySyntax: true,
  minifyWhitespace: true,
  // Node reads a text of ASCII alone faster than one with a wider character, and the program is read at every start.
  charset: "ascii",
  legalComments: "none",
} as const;

/** What a bundle for Node begins with that holds CommonJS. */
export const requiring =
  'import { createRequire as createRequireOfNode } from "node:module"; const require = createRequireOfNode(import.meta.url);';

/** Writes the command line as one file. Names stay readable in stack traces, so only white space and syntax are shortened. */
export async function bundleCommandLine(outfile: string): Promise<void> {
  await bundleForNode(join(root, "src/cli/main.ts"), outfile, "#!/usr/bin/env node");
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
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  });
}

async function bundleForNode(entry: string, outfile: string, banner: string): Promise<void> {
  await build({ ...forNode, entryPoints: [entry], outfile, banner: { js: banner }, logLevel: "warning" });
}
