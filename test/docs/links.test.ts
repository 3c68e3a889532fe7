// Holds the links of every Markdown page: the file is there, and so is the heading.

import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { diagnosticCodes } from "../../src/diagnostics/catalogue/catalogue.ts";
import { hrefOf } from "../../src/diagnostics/catalogue/entry.ts";
import { root } from "../tidy/sources.ts";
import { anchorsOf, linksOf, type Page, pages, readPage } from "./markdown.ts";

const all: readonly Page[] = pages();

describe("links between pages", () => {
  test.each(all)("$path", (page) => {
    const relative = linksOf(page).filter((link) => !/^[a-z]+:/u.test(link));
    expect(relative.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });
});

test("the pages that a reader starts with are reached from README.md", () => {
  const links = linksOf(readPage("README.md"));
  const expected = [
    "docs/language.md",
    "docs/diagnostics.md",
    "docs/architecture.md",
    "docs/decisions/README.md",
  ];
  expect(expected.filter((path) => !links.includes(path))).toEqual([]);
});

test("the href of every diagnostic leads to its section", () => {
  const readme = readPage("README.md");
  expect(diagnosticCodes.map(hrefOf).filter((href) => !leadsSomewhere(readme, href))).toEqual([]);
});

test("a link that leads nowhere is found", () => {
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
