// The project's own TypeScript files, read and parsed once for the checks of this folder.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The folder of the project. */
export const root: string = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** One file: where it is (from the root, with slashes), its text and its tree. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

/** One import or re-export of a file, as it is written. */
export interface Import {
  readonly from: Source;
  readonly specifier: string;
}

/** Every `.ts` and `.tsx` file under a folder of the project, sorted by path. */
export function sourcesIn(folder: string): readonly Source[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/u.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted()
    .map(read);
}

/** The files of the library and of the command line. */
export const library: readonly Source[] = sourcesIn("src");

/** The files of the service's extractors. */
export const extractors: readonly Source[] = sourcesIn("service/extractors").filter(
  ({ path }) => path.split("/")[3] === "src",
);

/** What comes with the extractors: their tests, and what measures them. */
export const extractorTests: readonly Source[] = sourcesIn("service/extractors").filter(
  ({ path }) => path.split("/")[3] !== "src",
);

/** The files of the service. */
export const service: readonly Source[] = [...sourcesIn("service/src"), ...extractors];

/** The files of the client of the service that are written by hand. */
export const client: readonly Source[] = sourcesIn("packages/client/src").filter(
  ({ path }) => !path.includes("/generated/"),
);

/** The files of the console of the service. */
export const consolePages: readonly Source[] = sourcesIn("packages/console/src");

/** Every node of a tree, parents before children. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  for (const child of children) yield* nodesOf(child);
}

/** Every static and dynamic import and re-export of a file, types included. */
export function importsOf(source: Source): readonly Import[] {
  const specifiers: string[] = [];
  for (const node of nodesOf(source.tree)) {
    const specifier = specifierOf(node);
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) specifiers.push(specifier.text);
  }
  return specifiers.map((specifier) => ({ from: source, specifier }));
}

/** The path from the root that a relative import leads to; undefined for a package. */
export function targetOf({ from, specifier }: Import): string | undefined {
  return specifier.startsWith(".") ? posix.join(posix.dirname(from.path), specifier) : undefined;
}

/** `path:line` of a node, for a list of problems. */
export function placeOf(source: Source, node: ts.Node): string {
  const { line } = source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree));
  return `${source.path}:${String(line + 1)}`;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node))
    return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  const isImportCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isImportCall ? node.arguments[0] : undefined;
}

function read(path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
}
