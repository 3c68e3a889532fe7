// Checks the layers: a file imports from its own folder or from a lower layer, and packages only where they belong.

import { describe, expect, test } from "vitest";
import { extractorFolders, type Layered, serviceLayers, toolkitLayers } from "./layers.ts";
import {
  extractors,
  extractorTests,
  type Import,
  importsOf,
  library,
  type Source,
  service,
  sourcesIn,
  targetOf,
} from "./sources.ts";

/** The only folders that may import what matches. */
const packages: readonly { readonly name: RegExp; readonly folders: readonly string[] }[] = [
  { name: /^chevrotain$/, folders: ["syntax"] },
  { name: /^(?:date-fns|date-fns-tz|@date-fns\/utc)(?:\/.+)?$/, folders: ["dates"] },
  { name: /^@(?:codemirror|lezer)\//, folders: ["codemirror"] },
  { name: /^jsonc-parser$/, folders: ["cli"] },
  { name: /^monaco-editor$/, folders: ["monaco"] },
  { name: /^vscode-languageserver(?:\/.+)?$/, folders: ["lsp"] },
  { name: /^node:/, folders: ["cli", "lsp"] },
];

const imports: readonly Import[] = library.flatMap(importsOf);

describe.each([
  { ...toolkitLayers, sources: library },
  { ...serviceLayers, sources: sourcesIn("service/src") },
])("$folder", (house) => {
  const { sources, isEntry } = house;
  const inner = sources.flatMap(importsOf).filter((each) => targetOf(each) !== undefined);

  test("every file is in a folder with a layer, or is an entry", () => {
    const strangers = sources.filter(({ path }) => !isEntry(path) && layerOf(house, path) === -1);
    expect(strangers.map(({ path }) => path)).toEqual([]);
  });

  test("a file imports from its own folder or from a lower layer", () => {
    const climbing = inner.filter((each) => !isEntry(each.from.path) && !isAllowed(house, each));
    expect(climbing.map(describeImport)).toEqual([]);
  });

  test("nothing imports an entry", () => {
    expect(inner.filter((each) => isEntry(targetOf(each) ?? "")).map(describeImport)).toEqual([]);
  });

  test("there are no import cycles, types included", () => {
    expect(cyclesOf(graphOf(sources))).toEqual([]);
  });
});

describe("service/extractors", () => {
  const { folder, importedBy, imports: allowed, testImports } = extractorFolders;

  test("an extractor imports its own files, the interface of extractors and values", () => {
    expect(
      extractors
        .flatMap(importsOf)
        .filter((each) => isForeign(each, allowed))
        .map(describeImport),
    ).toEqual([]);
  });

  test("its tests import little more", () => {
    const more = [...allowed, ...testImports];
    const foreign = extractorTests.flatMap(importsOf).filter((each) => isForeign(each, more));
    expect(foreign.map(describeImport)).toEqual([]);
  });

  test("one file of the service imports extractors", () => {
    const others = [...sourcesIn("service/src"), ...sourcesIn("service/bench"), ...sourcesIn("service/test")];
    const importing = others
      .flatMap(importsOf)
      .filter((each) => targetOf(each)?.startsWith(`${folder}/`) === true);
    expect(importing.map(({ from }) => from.path)).toEqual([importedBy]);
  });

  test("there are no import cycles through them", () => {
    expect(cyclesOf(graphOf(service))).toEqual([]);
  });
});

test("relative imports name existing files", () => {
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

test("a cycle of imports would be found", () => {
  const next = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["b"]],
  ]);
  expect(cyclesOf(next)).toEqual(["b → c → b"]);
});

/** The folder of a house, or the file at its top, that a path is in. */
function folderOf({ folder, layers }: Layered, path: string): string | undefined {
  return layers.flat().find((name) => `${path}/`.startsWith(`${folder}/${name}/`));
}

/** Whether an import of an extractor leaves its folder for a file that is not allowed. */
function isForeign(each: Import, allowed: readonly string[]): boolean {
  const target = targetOf(each);
  const own = each.from.path.split("/").slice(0, 3).join("/");
  return (
    target !== undefined && !target.startsWith(`${own}/`) && !allowed.some((path) => target.startsWith(path))
  );
}

function layerOf(house: Layered, path: string): number {
  const folder = folderOf(house, path);
  return house.layers.findIndex((folders) => folder !== undefined && folders.includes(folder));
}

/** The command lines, the description of the service and its telemetry read a manifest for its version. */
function isAllowed(house: Layered, each: Import): boolean {
  const target = targetOf(each) ?? "";
  const own = folderOf(house, each.from.path);
  if (target.startsWith(`${extractorFolders.folder}/`)) return each.from.path === extractorFolders.importedBy;
  if (target.endsWith("package.json")) return ["cli", "mcp", "openapi", "telemetry"].includes(own ?? "");
  const layer = layerOf(house, target);
  return own === folderOf(house, target) || (layer !== -1 && layer < layerOf(house, each.from.path));
}

function describeImport(each: Import): string {
  return `${each.from.path} imports ${each.specifier}`;
}

function graphOf(sources: readonly Source[]): ReadonlyMap<string, readonly (string | undefined)[]> {
  return new Map(sources.map((source) => [source.path, importsOf(source).map(targetOf)]));
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
