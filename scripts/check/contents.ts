// What the bundles are made of: which packages and which folders of src are in each, and by which imports these came in.

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

/** A bundle as esbuild made it. */
export interface Inside {
  readonly contents: Contents;
  /** The files from the bundle's own to the first of a package, a folder or an import from outside. */
  readonly chainTo: (part: string) => readonly string[];
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
  { name: "the playground", source: "playground/main.ts", platform: "browser" },
  { name: "the extension on the desktop", source: "editors/vscode/src/desktop.ts", platform: "node" },
  { name: "the extension in a browser", source: "editors/vscode/src/web.ts", platform: "browser" },
];

/** Bundles it and looks inside. Plugins may put other files in place of those of the project. */
export async function lookInside(
  { source, platform }: Bundled,
  plugins: readonly Plugin[] = [],
): Promise<Inside> {
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
    contents: {
      packages: distinct([...files].flatMap((file) => packageOf(file) ?? [])),
      folders: distinct([...files].flatMap((file) => folderOf(file) ?? [])),
      outside: distinct(importsOf(metafile, files).map((specifier) => outsideOf(specifier))),
    },
    chainTo: (part) => chain(metafile, source, part),
  };
}

/** What is in a bundle and not in its row of the table, each with the imports that brought it in; and what is in the row alone. */
export function differences(name: string, { contents, chainTo }: Inside, row?: Contents): readonly string[] {
  const kinds = ["packages", "folders", "outside"] as const;
  const more = kinds.flatMap((kind) => without(contents[kind], row?.[kind] ?? []));
  const less = kinds.flatMap((kind) => without(row?.[kind] ?? [], contents[kind]));
  return [
    ...more.map((part) => `${name} has ${part}: ${chainTo(part).join(" → ")}`),
    ...less.map((part) => `${name} no longer has ${part}`),
  ];
}

function without(parts: readonly string[], others: readonly string[]): readonly string[] {
  return parts.filter((part) => !others.includes(part));
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

/** The shortest way; esbuild lists imports in the order of the text. */
function chain({ inputs }: Metafile, source: string, part: string): readonly string[] {
  const cameFrom = new Map<string, string | undefined>([[source, undefined]]);
  for (const file of cameFrom.keys()) {
    const isThere = [packageOf(file), folderOf(file), outsideOf(file)].includes(part);
    if (isThere && file !== source) return wayTo(file, cameFrom);
    for (const { path } of inputs[file]?.imports ?? []) if (!cameFrom.has(path)) cameFrom.set(path, file);
  }
  return [source, "…", part];
}

function wayTo(file: string, cameFrom: ReadonlyMap<string, string | undefined>): readonly string[] {
  const before = cameFrom.get(file);
  return before === undefined ? [file] : [...wayTo(before, cameFrom), file];
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
