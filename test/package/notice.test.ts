// Holds NOTICE together with the bundles: every library that one of them carries is named there.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { root } from "../tidy/sources.ts";

const notice = readFileSync(join(root, "NOTICE"), "utf8");

test.each([
  ["the command line", "src/cli/main.ts", "node"],
  ["the language server", "src/exports/lsp.ts", "node"],
  ["the language server in a worker", "src/lsp/worker.ts", "browser"],
  ["the playground", "playground/main.ts", "browser"],
] as const)("%s carries only libraries that are named", async (_name, entry, platform) => {
  const { metafile } = await build({
    entryPoints: [join(root, entry)],
    bundle: true,
    write: false,
    metafile: true,
    platform,
    format: "esm",
    outdir: root,
    logLevel: "error",
  });
  const carried = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? libraryOf(path) : [])),
  );
  expect(carried.length).toBeGreaterThan(0);
  expect([...new Set(carried)].filter((library) => !isNamed(library))).toEqual([]);
});

test("a library whose name is a part of another's is not named by it", () => {
  expect(isNamed("chevrotain")).toBe(true);
  expect(isNamed("date")).toBe(false);
});

function libraryOf(path: string): readonly string[] {
  const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(path)?.[1];
  return name === undefined ? [] : [name];
}

/** Chevrotain is published in parts, under one licence. */
function isNamed(library: string): boolean {
  const name = library.startsWith("@chevrotain/") ? "chevrotain" : library;
  return notice.split(/[\s,]+/u).includes(name);
}
