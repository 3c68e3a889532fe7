// Bundles: what a module weighs as a browser gets it, and the command line as one file. One way for build, budgets and benchmarks.

import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "./process.ts";

/** Kilobytes (1000 bytes). */
export interface Weight {
  readonly minified: number;
  readonly gzip: number;
}

/** Weighs the bundle of a module whose text this is; its imports are found from the root of the project. */
export async function weigh(contents: string): Promise<Weight> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2023",
    legalComments: "none",
    logLevel: "error",
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  return { minified: code.length / 1000, gzip: gzipSync(code, { level: 9 }).length / 1000 };
}

/** Writes the command line as one file. Names stay readable in stack traces, so only white space and syntax are shortened. */
export async function bundleCommandLine(outfile: string): Promise<void> {
  await build({
    entryPoints: [join(root, "src/cli/main.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    minifySyntax: true,
    minifyWhitespace: true,
    charset: "utf8",
    legalComments: "none",
    banner: { js: "#!/usr/bin/env node" },
    logLevel: "warning",
  });
}
