// Builds dist: the console as modules and one style sheet, each under a name that changes with its content, the page that loads them,
// and the licences of what they carry. In a folder of its own, which becomes dist in one step, as a build that is stopped leaves no half of one.

import { rmSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { licencesOf } from "../../../scripts/check/licences.ts";

const folder = fileURLToPath(new URL("..", import.meta.url));
const root = join(folder, "../..");
const draft = join(folder, `dist-${String(process.pid)}`);
const dist = join(folder, "dist");
const client = join(folder, "../client/src/index.ts");

process.on("exit", () => rmSync(draft, { recursive: true, force: true }));
const { outputFiles, metafile } = await build({
  absWorkingDir: root,
  entryPoints: ["main.tsx", "styles/console.css"].map((name) => relative(root, join(folder, "src", name))),
  outdir: draft,
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  write: false,
  metafile: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: ["es2023", "chrome123", "firefox128", "safari17.5"],
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  jsx: "automatic",
  jsxImportSource: "preact",
  // From its sources, so that it need not be built before.
  alias: { "slice-cql-client": client },
});
await mkdir(draft, { recursive: true });
// Compressed here, once and well, and not in each answer.
await Promise.all(
  outputFiles.flatMap(({ path, contents }) => [
    writeFile(path, contents),
    writeFile(`${path}.gz`, gzipSync(contents, { level: 9 })),
  ]),
);
await writeFile(join(draft, "index.html"), page());
await writeFile(join(draft, "LICENSES.txt"), licencesOf(Object.keys(metafile.inputs)));
await rm(dist, { recursive: true, force: true });
await rename(draft, dist);
console.log(`the console is built: ${String(outputFiles.length)} files`);

/** The page, with what is loaded first: the style, the entry, and what that imports at once. */
function page(): string {
  const script = outputOf("main.tsx");
  const imports = metafile.outputs[script]?.imports ?? [];
  const preloads = imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => urlOf(path));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Console · Slice service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${urlOf(outputOf("styles/console.css"))}">
${preloads.map((url) => `<link rel="modulepreload" href="${url}">`).join("\n")}
<script type="module" src="${urlOf(script)}"></script>
</head>
<body>
<div id="console"></div>
<noscript>The console needs JavaScript. The <a href="/docs">API reference</a> does not.</noscript>
</body>
</html>
`;
}

/** Where the service serves a file. */
function urlOf(path: string): string {
  return `/console/${basename(path)}`;
}

/** What an entry has become. */
function outputOf(entry: string): string {
  const [found] =
    Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(`src/${entry}`)) ?? [];
  if (found === undefined) throw new Error(`esbuild has built nothing of ${entry}.`);
  return found;
}
