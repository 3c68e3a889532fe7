// Checks that the pages of architecture match the project: folders, layers, invariants and places.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { serviceLayers, toolkitLayers } from "../tidy/layers.ts";
import { library, root } from "../tidy/sources.ts";
import { blocksOf, codeSpans, linksOf, readPage, type Table, tablesOf } from "./markdown.ts";

const page = readPage("docs/architecture.md");
const ofService = readPage("service/docs/architecture.md");

test("the code map has exactly the folders of src", () => {
  const mapped = tableOf("folder").rows.map(([folder = ""]) => codeSpans(folder)[0] ?? "");
  const folders = new Set(
    library.flatMap(({ path }) => ancestorsOf(posix.dirname(path))).filter((folder) => folder !== "src"),
  );
  expect(mapped.toSorted()).toEqual([...folders].toSorted());
});

test("the code map of the service has exactly its folders", () => {
  const maps = tablesOf(ofService).filter(({ header }) => header[0] === "folder");
  const mapped = maps.flatMap(({ rows }) => rows.map(([folder = ""]) => codeSpans(folder)[0] ?? ""));
  expect(mapped.toSorted()).toEqual(foldersIn("service/src").map((folder) => `service/src/${folder}`));
});

test.each([page, ofService])(
  "the README of each folder repeats its purpose in the code map of $path",
  (shownOn) => {
    const maps = tablesOf(shownOn).filter(({ header }) => header[0] === "folder");
    const rows = maps.flatMap(({ rows }) => rows);
    expect(rows.length).toBeGreaterThan(15);
    const others = rows.filter(([folder = "", purpose = ""]) => {
      const file = join(root, codeSpans(folder)[0] ?? "", "README.md");
      return !existsSync(file) || !readFileSync(file, "utf8").includes(`\n\n${purpose}\n`);
    });
    expect(others).toEqual([]);
  },
);

test("the code map names every folder next to src that holds files of the project", () => {
  const others = page.text.slice(page.text.indexOf("Next to `src`"), page.text.indexOf("## Layers"));
  const folders = ["grammar", "schemas", "fixtures", "test", "scripts", "bench", "service"];
  expect(folders.filter((folder) => !others.includes(`\`${folder}\``))).toEqual([]);
  expect(folders.filter((folder) => readdirSync(join(root, folder)).length === 0)).toEqual([]);
});

test.each([
  ["test", foldersIn("test").filter((folder) => !foldersIn("src").includes(folder))],
  ["scripts", foldersIn("scripts")],
])("exactly the folders of %s that src does not explain are explained", (parent, folders) => {
  const lines = page.text.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`- \`${parent}\``));
  const length = lines.slice(start).findIndex((line, at) => at > 0 && !line.startsWith("  "));
  const item = lines.slice(start, start + length).join("\n");
  const named = codeSpans(item).filter((span) => !/[ /]/u.test(span));
  expect(named.toSorted()).toEqual([parent, ...folders].toSorted());
});

test.each([
  ["text layers", page, toolkitLayers],
  ["text layers of the service", ofService, serviceLayers],
])("the %s are those that the test of the layers checks", (info, shownOn, { layers }) => {
  const block = blocksOf(shownOn).find((each) => each.info === info);
  expect(block?.code.split("\n")).toEqual(layers.map((folders) => folders.join(", ")));
});

describe("invariants", () => {
  const { rows } = tableOf("number");

  test("are numbered from 1", () => {
    expect(rows.map(([number]) => number)).toEqual(rows.map((_, at) => String(at + 1)));
  });

  test.each(rows)("%s %s", (_number, _invariant, file = "", title = "") => {
    const [path = ""] = linksOf({ path: page.path, text: file });
    const source = readFileSync(join(root, "docs", path), "utf8");
    expect(source).toContain(codeSpans(title)[0]);
  });
});

test.each([page, ofService])("every place that $path names exists", (shownOn) => {
  const { rows } = tableOf("question", shownOn);
  const places = rows.map(([question = "", file = ""]) => ({
    question,
    paths: linksOf({ path: shownOn.path, text: file }),
  }));
  expect(places.length).toBeGreaterThan(9);
  expect(places.filter(({ paths }) => paths.length === 0)).toEqual([]);
  const paths = places.flatMap((place) => place.paths);
  expect(paths.filter((path) => !existsSync(join(root, posix.dirname(shownOn.path), path)))).toEqual([]);
});

describe("decisions", () => {
  const files = readdirSync(join(root, "docs/decisions")).filter((file) => file !== "README.md");

  test("are numbered in a row, and the list has all of them", () => {
    const numbers = files.toSorted().map((file) => Number(file.slice(0, 4)));
    expect(numbers).toEqual(files.map((_, at) => at + 1));
    const listed = linksOf(readPage("docs/decisions/README.md")).filter((link) => !link.startsWith("../"));
    expect(listed).toEqual(files.toSorted());
  });
});

function tableOf(first: string, shownOn = page): Table {
  const table = tablesOf(shownOn).find(({ header }) => header[0] === first);
  if (table === undefined) throw new Error(`${shownOn.path} has no table whose first column is ${first}`);
  return table;
}

function foldersIn(folder: string): readonly string[] {
  const found = readdirSync(join(root, folder), { withFileTypes: true });
  return found.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted();
}

function ancestorsOf(folder: string): readonly string[] {
  return folder === "." ? [] : [folder, ...ancestorsOf(posix.dirname(folder))];
}
