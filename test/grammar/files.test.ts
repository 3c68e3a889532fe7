// Checks the generated files: all are current, a stale one would be named, and pictures need nothing from elsewhere.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseEbnf } from "../../scripts/generate/ebnf.ts";
import { generatedFiles, staleFiles } from "../../scripts/generate/files.ts";
import { root } from "../tidy/sources.ts";

const files = generatedFiles();
const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? "";
const productions = parseEbnf(readFileSync(join(root, "grammar/cql.ebnf"), "utf8")).map(({ name }) => name);

test("the files on disk are what would be generated", () => {
  expect(staleFiles(files), "write them: npm run update").toEqual([]);
});

test("a generated file that is missing or differs is named", () => {
  const [first] = files;
  const changed = { path: first?.path ?? "", text: `${first?.text ?? ""}\n` };
  expect(staleFiles([changed, { path: "grammar/not-there.json", text: "" }])).toEqual([
    "grammar/serialized-grammar.json",
    "grammar/not-there.json",
  ]);
});

test("generating twice produces the same", () => {
  expect(generatedFiles()).toEqual(files);
});

test.each(files)("$path ends with one line break, and has only line feeds", ({ text }) => {
  expect(text).toMatch(/[^\n]\n$/);
  expect(text).not.toMatch(/[\r\u2028\u2029]|\t/);
  expect(text.isWellFormed()).toBe(true);
});

// Of the grammars only the words are, and they say so.
const isByHand = (path: string): boolean => /\/(?:cql\.ebnf|grammar\.js)$/.test(path);
test.each(files.filter(({ path }) => !path.endsWith(".json") && !isByHand(path)))(
  "$path says that it is generated, and how",
  ({ text }) => {
    expect(text.split("\n").slice(0, 3).join("\n")).toMatch(/Generated .*"npm run update"/);
  },
);

test("the page of diagrams loads nothing and runs nothing", () => {
  const page = textOf("grammar/railroad.html");
  expect(page).not.toMatch(/https?:|\/\/[a-z]|<script|<link|@import|url\(|\ssrc=/i);
  expect([...page.matchAll(/href="([^"]*)"/g)].filter(([, target = ""]) => !target.startsWith("#"))).toEqual(
    [],
  );
});

test("the picture of diagrams loads nothing and runs nothing", () => {
  const picture = textOf("grammar/railroad.svg").replace('xmlns="http://www.w3.org/2000/svg"', "");
  expect(picture).not.toMatch(/https?:|<script|@import|url\(|href=/i);
});

test.each(["grammar/railroad.html", "grammar/railroad.svg"])("%s draws every production, once", (path) => {
  const text = textOf(path);
  const titles = [...text.matchAll(/<h2>(\w+)<\/h2>|<text class="title"[^>]*>(\w+)<\/text>/g)];
  expect(titles.map(([, heading, title]) => heading ?? title)).toEqual(productions);
  expect(text.match(/class="railroad-diagram"/g)).toHaveLength(productions.length);
  expect(text).toContain("prefers-color-scheme: dark");
});

test("in the page of diagrams every link leads to a production, and every production is linked to", () => {
  const targets = [...textOf("grammar/railroad.html").matchAll(/href="#(\w+)"/g)].map(
    ([, target = ""]) => target,
  );
  expect([...new Set(targets)].toSorted()).toEqual(productions.toSorted());
});

test.each(["grammar/railroad.html", "grammar/railroad.svg"])("in %s every element is closed", (path) => {
  const open: string[] = [];
  const elements = textOf(path).matchAll(/<(\/?)([a-z]\w*)\b[^>]*?(\/?)>/g);
  for (const [, closing, name = "", empty] of elements) {
    if (empty === "/" || name === "meta") continue;
    if (closing === "/") expect(open.pop()).toBe(name);
    else open.push(name);
  }
  expect(open).toEqual([]);
});
