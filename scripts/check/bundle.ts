// What a bundle weighs: a module as a browser gets it, minified and gzipped. One way for budgets, benchmarks and docs.

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
