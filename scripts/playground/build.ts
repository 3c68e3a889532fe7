// Builds the playground: `playground` and the fixture become the static page in `docs/playground`.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, buildSync, type Metafile } from "esbuild";
import { root } from "../check/process.ts";
import { playgroundScript } from "./data.ts";
import { documentationPages } from "./pages.ts";

/** A file of the built page, by its path from the root of the project. */
export interface PlaygroundFile {
  readonly path: string;
  readonly text: string;
}

const folder = "docs/playground";

/** All files of the page. The same sources and the same packages always give the same bytes. */
export function playgroundFiles(): readonly PlaygroundFile[] {
  const { outputFiles, metafile } = buildSync(options);
  return [
    { path: `${folder}/index.html`, text: readText("playground/index.html") },
    ...outputFiles.map(({ path, text }) => ({ path: `${folder}/${basename(path)}`, text })),
    ...documentationPages().map(([file, text]) => ({ path: `${folder}/${file}`, text })),
    { path: `${folder}/data.js`, text: playgroundScript() },
    { path: `${folder}/LICENSES.txt`, text: licencesOf(metafile) },
  ];
}

/** Writes those that are missing or hold something else, and gives their paths. */
export function writePlayground(): readonly string[] {
  const stale = playgroundFiles().filter(
    ({ path, text }) => !existsSync(join(root, path)) || readText(path) !== text,
  );
  for (const { path, text } of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return stale.map(({ path }) => path);
}

/** One classic script and one style sheet: a page opened as a file may not load modules. */
const options = {
  absWorkingDir: root,
  entryPoints: [
    { in: "playground/main.ts", out: "playground" },
    { in: "playground/playground.css", out: "playground" },
  ],
  outdir: folder,
  bundle: true,
  // A package is one of `node_modules`, wherever that leads.
  preserveSymlinks: true,
  write: false,
  metafile: true,
  minify: true,
  format: "iife",
  platform: "browser",
  target: ["es2023", "chrome123", "firefox128", "safari17.5"],
  charset: "utf8",
  legalComments: "none",
  logLevel: "error",
} as const satisfies BuildOptions;

/** The licences of all packages that are in the bundle, those that share a text together. */
function licencesOf({ inputs }: Metafile): string {
  const packages = Object.keys(inputs).map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  const names = [...new Set(packages.filter((name) => name !== undefined))].toSorted();
  const sharers = Map.groupBy(names, licenceOf);
  const parts = Array.from(sharers, ([licence, sharing]) => `${sharing.join(", ")}\n\n${licence}`);
  return ["playground.js carries parts of these packages, each under its own licence.\n", ...parts].join(
    `\n${"-".repeat(80)}\n\n`,
  );
}

function licenceOf(name: string): string {
  const at = join("node_modules", name);
  const file = ["LICENSE", "LICENSE.md", "LICENSE.txt", "license.md"].find((each) =>
    existsSync(join(root, at, each)),
  );
  if (file !== undefined) return `${readText(join(at, file)).trim()}\n`;
  const { license }: { readonly license?: string } = JSON.parse(readText(join(at, "package.json")));
  return `${license ?? "no licence stated"}\n`;
}

function readText(path: string): string {
  return readFileSync(join(root, path), "utf8").replaceAll("\r\n", "\n");
}
