// Checks the links of every Markdown page: the file exists, and so does the heading.

import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { diagnosticCodes } from "../../src/diagnostics/catalogue/catalogue.ts";
import { hrefOf } from "../../src/diagnostics/href.ts";
import { root } from "../tidy/sources.ts";
import { anchorsOf, linksOf, type Page, pages, readPage } from "./markdown.ts";

const all: readonly Page[] = pages();

describe("links between pages lead to existing files and headings", () => {
  test.each(all)("$path", (page) => {
    const relative = linksOf(page).filter((link) => !/^[a-z]+:/u.test(link));
    expect(relative.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });
});

test.each([
  ["README.md", ["docs/install.md", "docs/language.md", "docs/diagnostics.md", "docs/editors/README.md"]],
  [
    "CONTRIBUTING.md",
    ["docs/architecture.md", "docs/decisions/README.md", "docs/tutorial/add-a-qualifier.md"],
  ],
])("the pages that a reader starts with are reached from %s", (path, expected) => {
  expect(linksOf(readPage(path))).toEqual(expect.arrayContaining(expected));
});

test("the href of every diagnostic leads to its section", () => {
  const readme = readPage("README.md");
  const hrefs = diagnosticCodes.map((code) => hrefOf(code, "docs/diagnostics.md"));
  expect(hrefs.filter((href) => !leadsSomewhere(readme, href))).toEqual([]);
});

test("a broken link would be found", () => {
  const page = {
    path: "docs/page.md",
    text: "# A page\n\n[a](#a-page) [b](#b) [c](missing.md) `[d](d.md)`\n",
  };
  expect(linksOf(page).filter((link) => !leadsSomewhere(page, link))).toEqual(["#b", "missing.md"]);
});

function leadsSomewhere(page: Page, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page.path : posix.join(posix.dirname(page.path), path);
  if (path !== "" && !existsSync(join(root, target))) return false;
  if (anchor === undefined) return true;
  const anchors = anchorsOf(target === page.path ? page : readPage(target));
  return anchors.includes(anchor);
}
