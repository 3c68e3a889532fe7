// What bundles weigh: the package as a browser gets it, minified and gzipped.
import { join } from "node:path";
import { type Weight, weigh } from "../scripts/check/bundle.ts";

/** The bundle of one import. */
export interface Size extends Weight {
  readonly name: string;
}

/** The bundles that are weighed. */
export async function sizes(): Promise<readonly Size[]> {
  const index = JSON.stringify(join(import.meta.dirname, "../src/index.ts"));
  return await Promise.all([
    sizeOf("everything", `export * from ${index};`),
    sizeOf("validate alone", `export { validate } from ${index};`),
    sizeOf("parse alone", `export { parse } from ${index};`),
    sizeOf("chevrotain alone", 'export { createToken, EmbeddedActionsParser, Lexer } from "chevrotain";'),
  ]);
}

async function sizeOf(name: string, contents: string): Promise<Size> {
  return { name, ...(await weigh(contents)) };
}
