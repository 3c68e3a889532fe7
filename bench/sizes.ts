// What bundles weigh: the package as a browser gets it, minified and gzipped.
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** The bundle of one import. */
export interface Size {
  readonly name: string;
  /** Kilobytes (1000 bytes). */
  readonly minified: number;
  readonly gzip: number;
}

/** The bundles that are weighed. */
export async function sizes(): Promise<readonly Size[]> {
  const index = JSON.stringify(join(import.meta.dirname, "../src/index.ts"));
  return await Promise.all([
    weigh("everything", `export * from ${index};`),
    weigh("validate alone", `export { validate } from ${index};`),
    weigh("parse alone", `export { parse } from ${index};`),
    weigh("chevrotain alone", 'export { createToken, EmbeddedActionsParser, Lexer } from "chevrotain";'),
  ]);
}

async function weigh(name: string, contents: string): Promise<Size> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
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
  return { name, minified: code.length / 1000, gzip: gzipSync(code, { level: 9 }).length / 1000 };
}
