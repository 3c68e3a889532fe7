// Holds the layers: a file imports from its own folder or from a lower layer, and packages only where they belong.

import { expect, test } from "vitest";
import { type Import, importsOf, library, targetOf } from "./sources.ts";

/** The folders of src, lowest layer first. Folders of one layer do not import each other. */
const layers: readonly (readonly string[])[] = [
  ["text", "data"],
  ["vocabulary"],
  ["diagnostics"],
  ["syntax", "dates"],
  ["semantics"],
  ["lint", "backends/predicate", "backends/sql", "backends/mongodb", "backends/opensearch", "grammar"],
  ["algebra"],
  ["pipeline"],
  ["relative"],
  ["match"],
  ["language-service"],
  ["lsp", "codemirror", "monaco"],
  ["cli"],
];

/** The only folders that may import what matches. */
const packages: readonly { readonly name: RegExp; readonly folders: readonly string[] }[] = [
  { name: /^chevrotain$/, folders: ["syntax"] },
  { name: /^(?:date-fns|date-fns-tz|@date-fns\/utc)(?:\/.+)?$/, folders: ["dates"] },
  { name: /^@(?:codemirror|lezer)\//, folders: ["codemirror"] },
  { name: /^monaco-editor$/, folders: ["monaco"] },
  { name: /^vscode-languageserver(?:\/.+)?$/, folders: ["lsp"] },
  { name: /^node:/, folders: ["cli", "lsp"] },
];

const imports: readonly Import[] = library.flatMap(importsOf);

test("every file of src is in a folder that has a layer, or is an entry", () => {
  const strangers = library
    .filter(({ path }) => !isEntry(path) && layerOf(path) === -1)
    .map(({ path }) => path);
  expect(strangers).toEqual([]);
});

test("a file imports from its own folder or from a lower layer", () => {
  const inner = imports.filter((each) => !isEntry(each.from.path) && targetOf(each) !== undefined);
  expect(inner.filter((each) => !isAllowed(each)).map(describeImport)).toEqual([]);
});

test("nothing imports an entry", () => {
  const entered = imports.filter((each) => isEntry(targetOf(each) ?? ""));
  expect(entered.map(describeImport)).toEqual([]);
});

test("relative imports name a file that is there", () => {
  const paths = new Set(library.map(({ path }) => path));
  const astray = imports.filter((each) => {
    const target = targetOf(each);
    return target !== undefined && target !== "package.json" && !paths.has(target);
  });
  expect(astray.map(describeImport)).toEqual([]);
});

test("a package is imported only where it belongs", () => {
  const outside = imports.filter((each) => {
    if (targetOf(each) !== undefined) return false;
    const rule = packages.find(({ name }) => name.test(each.specifier));
    return rule?.folders.some((folder) => each.from.path.startsWith(`src/${folder}/`)) !== true;
  });
  expect(outside.map(describeImport)).toEqual([]);
});

test("no file imports itself in the end, types included", () => {
  const next = new Map(library.map((source) => [source.path, importsOf(source).map(targetOf)]));
  expect(cyclesOf(next)).toEqual([]);
});

test("a cycle would be found", () => {
  const next = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["b"]],
  ]);
  expect(cyclesOf(next)).toEqual(["b → c → b"]);
});

function isEntry(path: string): boolean {
  return path === "src/index.ts" || path.startsWith("src/exports/");
}

function folderOf(path: string): string | undefined {
  return layers.flat().find((folder) => path.startsWith(`src/${folder}/`));
}

function layerOf(path: string): number {
  const folder = folderOf(path);
  return layers.findIndex((folders) => folder !== undefined && folders.includes(folder));
}

/** The command line alone reads the manifest, for its version. */
function isAllowed(each: Import): boolean {
  const target = targetOf(each) ?? "";
  const own = folderOf(each.from.path);
  if (target === "package.json") return own === "cli";
  return own === folderOf(target) || (layerOf(target) !== -1 && layerOf(target) < layerOf(each.from.path));
}

function describeImport(each: Import): string {
  return `${each.from.path} imports ${each.specifier}`;
}

function cyclesOf(next: ReadonlyMap<string, readonly (string | undefined)[]>): readonly string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
    if (trail.includes(path) || done.has(path)) return;
    for (const target of next.get(path) ?? []) if (target !== undefined) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of next.keys()) visit(path, []);
  return cycles;
}
