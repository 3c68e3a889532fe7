// What the bundles are made of: which packages and which folders of src are in each.

import { build, type Metafile, type Plugin } from "esbuild";
import { entries } from "./entries.ts";
import { root } from "./process.ts";

/** Something that is bundled, by us or by those who import it. */
export interface Bundled {
  readonly name: string;
  /** From the root of the project. */
  readonly source: string;
  readonly platform: "browser" | "node";
}

/** What is in a bundle; each list is sorted. */
export interface Contents {
  readonly packages: readonly string[];
  /** Of src. */
  readonly folders: readonly string[];
  /** What is imported at run time: modules of Node.js, and packages that the user brings along. */
  readonly outside: readonly string[];
}

/** What users import. */
export const library: readonly Bundled[] = entries.map(({ name, source }) => ({
  name: name.replace(/^\./, "slice-cql"),
  source,
  platform: name === "./lsp" ? "node" : "browser",
}));

/** What we bundle: the programs of the package, the page and the extension. */
export const programs: readonly Bundled[] = [
  { name: "the command line", source: "src/cli/main.ts", platform: "node" },
  { name: "slice-cql/lsp/worker", source: "src/lsp/worker.ts", platform: "browser" },
  { name: "the playground", source: "editors/playground/main.ts", platform: "browser" },
  { name: "the extension on the desktop", source: "editors/vscode/src/desktop.ts", platform: "node" },
  { name: "the extension in a browser", source: "editors/vscode/src/web.ts", platform: "browser" },
];

/** Bundles it and looks inside. Plugins may put other files in place of those of the project. */
export async function lookInside(
  { source, platform }: Bundled,
  plugins: readonly Plugin[] = [],
): Promise<Contents> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [source],
    outdir: "dist",
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform,
    target: "es2023",
    external: [
      "node:*",
      "vscode",
      ...(isOfPackage(source) ? ["@codemirror/*", "@lezer/*", "monaco-editor"] : []),
    ],
    plugins: [...plugins],
    logLevel: "error",
  });
  const files = filesIn(metafile);
  return {
    packages: distinct([...files].flatMap((file) => packageOf(file) ?? [])),
    folders: distinct([...files].flatMap((file) => folderOf(file) ?? [])),
    outside: distinct(importsOf(metafile, files).map((specifier) => outsideOf(specifier))),
  };
}

/** Those that tree shaking left something of. */
function filesIn({ outputs }: Metafile): ReadonlySet<string> {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  return new Set(inputs.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])));
}

/** What these files import from outside. */
function importsOf({ inputs, outputs }: Metafile, files: ReadonlySet<string>): readonly string[] {
  const kept = new Set(Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => path)));
  return [...files]
    .flatMap((file) => inputs[file]?.imports ?? [])
    .flatMap(({ path, external }) => (external === true && kept.has(path) ? path : []));
}

function packageOf(path: string): string | undefined {
  return /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

/** `backends` is a shelf of folders that have nothing to do with each other. */
function folderOf(path: string): string | undefined {
  return /^src\/(backends\/[^/]+|(?!exports\/)[^/]+)\//.exec(path)?.[1];
}

/** The module of Node.js, or the package without what is in it. */
function outsideOf(specifier: string): string {
  return specifier.startsWith("node:")
    ? specifier
    : (/^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
}

function isOfPackage(source: string): boolean {
  return source.startsWith("src/");
}

function distinct(parts: readonly string[]): readonly string[] {
  return [...new Set(parts)].toSorted();
}
