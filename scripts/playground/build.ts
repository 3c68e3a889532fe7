// Builds the playground: `playground` and the fixture become the static page in `docs/playground`, which is not committed.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type BuildOptions, buildSync } from "esbuild";
import { licencesOf } from "../check/licences.ts";
import { root } from "../check/process.ts";
import { playgroundScript } from "./data.ts";
import { documentationPages } from "./pages.ts";

/** A file of the built page, by its path from the root of the project. */
export interface PlaygroundFile {
  readonly path: string;
  readonly text: string;
}

const folder = "docs/playground";

/** All files of the page. The same sources and the same packages always produce the same bytes. */
export function playgroundFiles(): readonly PlaygroundFile[] {
  const { outputFiles, metafile } = buildSync(options);
  return [
    { path: `${folder}/index.html`, text: readText("editors/playground/index.html") },
    ...outputFiles.map(({ path, text }) => ({ path: `${folder}/${basename(path)}`, text })),
    ...documentationPages().map(([file, text]) => ({ path: `${folder}/${file}`, text })),
    { path: `${folder}/data.js`, text: playgroundScript() },
    {
      path: `${folder}/LICENSES.txt`,
      text: `playground.js carries parts of these packages, each under its own licence.\n\n${licencesOf(Object.keys(metafile.inputs))}`,
    },
  ];
}

/** Writes all files of the page. */
export function writePlayground(): void {
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder), { recursive: true });
  for (const { path, text } of playgroundFiles()) writeFileSync(join(root, path), text);
}

/** One classic script and one style sheet: a page opened as a file may not load modules. */
const options = {
  absWorkingDir: root,
  entryPoints: [
    { in: "editors/playground/main.ts", out: "playground" },
    { in: "editors/playground/playground.css", out: "playground" },
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

function readText(path: string): string {
  return readFileSync(join(root, path), "utf8").replaceAll("\r\n", "\n");
}
